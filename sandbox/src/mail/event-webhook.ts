import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Mailbox } from './mailbox.ts';
import { mailEvent, type MailEvent } from './mail-event.ts';

export interface MailWebhook {
  url: string;
  /** ECDSA P-256 private key, as PEM or as base64 of PKCS#8 or SEC1 DER; without one the posts are unsigned. */
  privateKey: string | undefined;
}

const EVERY_MS = 1000;
const EMAILS_PER_POST = 250;
const ANSWER_WITHIN_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;

/** Reads the key in any of the forms that people paste. @throws Error when it is no ECDSA P-256 private key */
export const readPrivateKey = (text: string): KeyObject => {
  const key = text.includes('BEGIN')
    ? createPrivateKey(text.replaceAll('\\n', '\n'))
    : readDer(Buffer.from(text, 'base64'));
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('not an ECDSA P-256 key');
  return key;
};

const readDer = (der: Buffer): KeyObject => {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return createPrivateKey({ key: der, format: 'der', type: 'sec1' });
  }
};

/**
 * Posts the events of emails: batches of events about every second, each again until the endpoint accepts it, waiting longer each
 * time up to a minute. Source: Twilio SendGrid documentation, "Event Webhook Security Features" (signature over
 * timestamp and body) and "Event Webhook Reference".
 */
export class EventWebhook {
  #webhook: { url: string; key: KeyObject | undefined } | undefined;
  readonly #mailbox: Mailbox;
  readonly #log: FastifyBaseLogger;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #running: Promise<void> | undefined;

  constructor(mailbox: Mailbox, log: FastifyBaseLogger) {
    this.#mailbox = mailbox;
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#webhook !== undefined;
  }

  /** Posts to this endpoint from now on. @throws Error for a key that cannot sign */
  deliverTo(webhook: MailWebhook | undefined): void {
    this.#webhook =
      webhook === undefined
        ? undefined
        : {
            url: webhook.url,
            key: webhook.privateKey === undefined ? undefined : readPrivateKey(webhook.privateKey),
          };
    this.#failures = 0;
  }

  start(): void {
    this.#schedule(EVERY_MS);
  }

  /** Posts the events that a request just caused immediately, without waiting for the second to pass. */
  hurry(): void {
    if (this.#failures === 0) this.#schedule(0);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(wait: number): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#running !== undefined) return;
      this.#running = this.#deliverAll()
        .catch((error: unknown) => this.#log.error({ err: error }, 'mail events broke'))
        .finally(() => {
          this.#running = undefined;
          this.#schedule(this.#failures === 0 ? EVERY_MS : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (this.#failures - 1)));
        });
    }, wait);
  }

  async #deliverAll(): Promise<void> {
    while (this.#webhook !== undefined && !this.#stop.signal.aborted) {
      const post = this.#nextPost();
      if (post.events.length === 0) return;
      if (!(await this.#post(post.events))) {
        this.#failures += 1;
        return;
      }
      this.#failures = 0;
      post.taken();
    }
  }

  /** The next events to post, oldest first, and the function that marks them as accepted. */
  #nextPost(): { events: MailEvent[]; taken: () => void } {
    const asked = [...this.#mailbox.pendingEvents()].slice(0, EMAILS_PER_POST);
    if (asked.length > 0)
      return {
        events: asked,
        taken: () => asked.forEach((event) => this.#mailbox.eventTaken(event.sg_event_id)),
      };
    const events: MailEvent[] = [];
    const progress: [string, number][] = [];
    let room = EMAILS_PER_POST;
    for (const { batch, next } of this.#mailbox.unreported()) {
      const end = Math.min(batch.size, next + room);
      const seconds = Math.floor(batch.receivedAt / 1000);
      for (let index = next; index < end; index += 1) {
        for (const kind of ['processed', 'delivered'] as const) {
          const event = mailEvent(batch, index, kind, kind === 'processed' ? seconds : seconds + 1);
          if (event !== undefined) events.push(event);
        }
      }
      progress.push([batch.id, end]);
      room -= end - next;
      if (room === 0) break;
    }
    return { events, taken: () => progress.forEach(([batch, upTo]) => this.#mailbox.reported(batch, upTo)) };
  }

  async #post(events: MailEvent[]): Promise<boolean> {
    const webhook = this.#webhook;
    if (webhook === undefined) return false;
    const body = `${JSON.stringify(events)}\r\n`;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature =
      webhook.key === undefined
        ? undefined
        : createSign('sha256').update(timestamp).update(body).sign(webhook.key, 'base64');
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json;charset=utf-8',
          'user-agent': 'SendGrid Event API',
          ...(signature !== undefined && {
            'x-twilio-email-event-webhook-signature': signature,
            'x-twilio-email-event-webhook-timestamp': timestamp,
          }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.arrayBuffer();
      if (answer.ok) return true;
      this.#log.warn({ status: answer.status, events: events.length }, 'mail events not taken');
    } catch (error) {
      if (!this.#stop.signal.aborted)
        this.#log.warn(
          { reason: error instanceof Error ? error.message : String(error), events: events.length },
          'mail events not taken',
        );
    }
    return false;
  }
}
