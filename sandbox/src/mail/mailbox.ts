import { randomBytes } from 'node:crypto';
import type { Journal } from '../state/journal.ts';
import { emailAt, MailBatch, recipientAt, type Email } from './mail-batch.ts';
import type { MailEvent } from './mail-event.ts';
import type { MailRequest } from './mail-request.ts';

type MailRecord =
  | { kind: 'mail'; id: string; at: number; mail: MailRequest }
  | { kind: 'clear' }
  /** The provider's own events were taken by the webhook up to this email of the batch. */
  | { kind: 'reported'; batch: string; upTo: number }
  | { kind: 'event'; event: MailEvent }
  | { kind: 'eventTaken'; id: string };

/** Emails whose own events (processed, delivered) the webhook has not taken yet. */
export interface UnreportedBatch {
  batch: MailBatch;
  next: number;
}

const GROWTH_BEFORE_COMPACTION = 64 * 1024 * 1024;

/**
 * All mail that was accepted, newest kept up to `capacity` emails. Taking a request costs one parse and one line in the
 * journal, however many recipients it has.
 */
export class Mailbox {
  readonly #journal: Journal;
  readonly #capacity: number;
  readonly #reportsEvents: () => boolean;
  #batches = new Map<string, MailBatch>();
  #messages = 0;
  #accepted = 0;
  readonly #unreported = new Map<string, UnreportedBatch>();
  readonly #events = new Map<string, MailEvent>();

  /** `reportsEvents` says whether a webhook receives events; without one, none are kept for delivery. */
  constructor(journal: Journal, capacity: number, reportsEvents: () => boolean) {
    this.#journal = journal;
    this.#capacity = capacity;
    this.#reportsEvents = reportsEvents;
  }

  load(): void {
    this.#journal.replay((record) => this.#apply(record as MailRecord));
    this.#journal.compact(this.#snapshot());
  }

  /** Emails kept now. */
  get size(): number {
    return this.#messages;
  }

  /** Emails accepted since the start. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Takes a request that was found good; `json` is its body. Answers the batch. */
  accept(mail: MailRequest, json: string, nowMs: number): MailBatch {
    const id = randomBytes(16).toString('base64url');
    const body = /[\r\n]/.test(json) ? JSON.stringify(mail) : json;
    this.#journal.appendLine(`{"kind":"mail","id":${JSON.stringify(id)},"at":${nowMs},"mail":${body}}`);
    const batch = this.#add(new MailBatch(id, nowMs, mail, body));
    this.#accepted += batch.size;
    this.#compactIfGrown();
    return batch;
  }

  /** Forgets every email. Events on their way stay on their way. */
  clear(): void {
    this.#write({ kind: 'clear' });
    this.#batches = new Map();
    this.#messages = 0;
  }

  /** Emails, newest first; only those to `to` (any letter case) when given, or matching `search` in address or subject. */
  *list(filter: { to?: string | undefined; search?: string | undefined } = {}): Generator<Email> {
    const to = filter.to?.trim().toLowerCase();
    const search = filter.search?.trim().toLowerCase() ?? '';
    for (const batch of [...this.#batches.values()].reverse()) {
      for (let index = batch.size - 1; index >= 0; index -= 1) {
        const email =
          to === undefined && search === '' ? undefined : recipientAt(batch, index)?.address.email.toLowerCase();
        if (to !== undefined && email !== to) continue;
        const isFoundByAddress = search === '' || email?.includes(search) === true;
        const message =
          isFoundByAddress || batch.mail.subject?.toLowerCase().includes(search) === true
            ? emailAt(batch, index)
            : undefined;
        if (message !== undefined) yield message;
      }
    }
  }

  /** The email with this id, with its batch and its number there. */
  find(id: string): { message: Email; batch: MailBatch; index: number } | undefined {
    const [, batchId = '', number = ''] = /^(.+)\.(\d{1,4})$/.exec(id) ?? [];
    const batch = this.#batches.get(batchId);
    const message = batch === undefined ? undefined : emailAt(batch, Number(number));
    return batch === undefined || message === undefined ? undefined : { message, batch, index: Number(number) };
  }

  /** The oldest batches whose own events are not posted yet. */
  unreported(): Iterable<UnreportedBatch> {
    return this.#unreported.values();
  }

  /** Events that tests or the page requested and that are not posted yet. */
  pendingEvents(): Iterable<MailEvent> {
    return this.#events.values();
  }

  addEvent(event: MailEvent): void {
    this.#write({ kind: 'event', event });
    this.#events.set(event.sg_event_id, event);
  }

  eventTaken(id: string): void {
    this.#write({ kind: 'eventTaken', id });
    this.#events.delete(id);
  }

  /** The webhook took the own events of this batch up to email `upTo`. */
  reported(batch: string, upTo: number): void {
    this.#write({ kind: 'reported', batch, upTo });
    this.#advance(batch, upTo);
  }

  close(): void {
    this.#journal.close();
  }

  #add(batch: MailBatch): MailBatch {
    this.#batches.set(batch.id, batch);
    this.#messages += batch.size;
    if (this.#reportsEvents()) this.#unreported.set(batch.id, { batch, next: 0 });
    for (const oldest of this.#batches.values()) {
      if (this.#messages - oldest.size < this.#capacity || oldest === batch) break;
      this.#batches.delete(oldest.id);
      this.#messages -= oldest.size;
    }
    return batch;
  }

  #advance(batch: string, upTo: number): void {
    const entry = this.#unreported.get(batch);
    if (entry === undefined) return;
    if (upTo >= entry.batch.size) this.#unreported.delete(batch);
    else this.#unreported.set(batch, { ...entry, next: upTo });
  }

  #write(record: MailRecord): void {
    this.#journal.append(record);
  }

  #apply(record: MailRecord): void {
    switch (record.kind) {
      case 'mail':
        this.#add(new MailBatch(record.id, record.at, record.mail, JSON.stringify(record.mail)));
        break;
      case 'clear':
        this.#batches = new Map();
        this.#messages = 0;
        break;
      case 'reported':
        this.#advance(record.batch, record.upTo);
        break;
      case 'event':
        this.#events.set(record.event.sg_event_id, record.event);
        break;
      case 'eventTaken':
        this.#events.delete(record.id);
        break;
    }
  }

  *#snapshot(): Generator<MailRecord> {
    // Batches that left the mailbox but have unposted events come first, then everything else in its order.
    for (const { batch } of this.#unreported.values())
      if (!this.#batches.has(batch.id)) yield { kind: 'mail', id: batch.id, at: batch.receivedAt, mail: batch.mail };
    for (const batch of this.#batches.values())
      yield { kind: 'mail', id: batch.id, at: batch.receivedAt, mail: batch.mail };
    for (const batch of this.#batches.values()) {
      const next = this.#unreported.get(batch.id)?.next ?? batch.size;
      if (next > 0) yield { kind: 'reported', batch: batch.id, upTo: next };
    }
    for (const event of this.#events.values()) yield { kind: 'event', event };
  }

  #compactIfGrown(): void {
    if (this.#journal.growth > Math.max(GROWTH_BEFORE_COMPACTION, 2 * this.#journal.compactedBytes))
      this.#journal.compact(this.#snapshot());
  }
}
