import { createSign, randomUUID, type KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Journal } from '../state/journal.ts';
import { type MailWebhook, readPrivateKey } from './event-webhook.ts';

/** An email that arrives at a domain of inbound parse. */
export interface ReceivedEmail {
  to: string;
  from: string;
  subject?: string;
  text?: string;
  html?: string;
  /** The sender of the envelope; `from` without its name by default, and empty for a bounce. */
  envelopeFrom?: string;
  /** Further header lines, such as `Auto-Submitted`. */
  headers?: Record<string, string>;
  spamScore?: number;
  /** The result of SPF for the envelope's domain; `pass` by default. */
  spf?: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none';
  /** Results of DKIM by signing domain; by default the sender's domain passes. */
  dkim?: Record<string, 'pass' | 'fail'>;
  /** The same id is the same email. */
  messageId?: string;
  /** The character set of the text; UTF-8 by default. */
  charset?: 'utf-8' | 'iso-8859-1';
}

type InboundRecord = { kind: 'received'; id: string; email: ReceivedEmail } | { kind: 'taken'; id: string };

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;

/** The email in a request's body, or what is wrong with it. */
export const readReceivedEmail = (body: unknown): ReceivedEmail | string => {
  if (typeof body !== 'object' || body === null) return 'the body is an email as JSON';
  const email = body as Partial<ReceivedEmail>;
  if (typeof email.to !== 'string' || typeof email.from !== 'string') return 'an email has from and to';
  return email as ReceivedEmail;
};

/**
 * Posts received emails as a signed form: each again until the endpoint accepts it or refuses it for good, waiting longer each time up to
 * a minute. Source: Twilio SendGrid documentation, "Setting up the Inbound Parse Webhook" (the fields, retries after 5xx) and "Securing
 * your Inbound Parse Webhooks" (the signature, as of events). The domain is not checked: tests choose the addresses.
 */
export class InboundParse {
  #endpoint: { url: string; key: KeyObject | undefined } | undefined;
  readonly #journal: Journal;
  readonly #log: FastifyBaseLogger;
  readonly #stop = new AbortController();
  readonly #pending = new Map<string, ReceivedEmail>();
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #running: Promise<void> | undefined;

  constructor(journal: Journal, log: FastifyBaseLogger) {
    this.#journal = journal;
    this.#log = log;
  }

  get isOn(): boolean {
    return this.#endpoint !== undefined;
  }

  /** Emails that the endpoint has not answered yet. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Posts to this endpoint from now on. @throws Error for a key that cannot sign */
  deliverTo(endpoint: MailWebhook | undefined): void {
    this.#endpoint =
      endpoint === undefined
        ? undefined
        : {
            url: endpoint.url,
            key: endpoint.privateKey === undefined ? undefined : readPrivateKey(endpoint.privateKey),
          };
    this.#failures = 0;
  }

  /** Loads what was received before, and begins to post. */
  start(): void {
    this.#journal.replay((record) => {
      const read = record as InboundRecord;
      if (read.kind === 'received') this.#pending.set(read.id, read.email);
      else this.#pending.delete(read.id);
    });
    this.#journal.compact(
      [...this.#pending].map(([id, email]): InboundRecord => ({ kind: 'received', id, email }))[Symbol.iterator](),
    );
    this.#schedule(0);
  }

  /** Takes an email, and posts it immediately. */
  receive(email: ReceivedEmail): string {
    const id = randomUUID();
    const kept = { ...email, messageId: email.messageId ?? `<${id}@sandbox.test>` };
    this.#write({ kind: 'received', id, email: kept });
    this.#pending.set(id, kept);
    if (this.#failures === 0) this.#schedule(0);
    return id;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#running;
    this.#journal.close();
  }

  #write(record: InboundRecord): void {
    this.#journal.append(record);
  }

  #schedule(wait: number): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running ??= this.#deliverAll()
        .catch((error: unknown) => this.#log.error({ err: error }, 'inbound parse broke'))
        .finally(() => {
          this.#running = undefined;
          if (this.#pending.size > 0)
            this.#schedule(Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(this.#failures, 10)));
        });
    }, wait);
  }

  async #deliverAll(): Promise<void> {
    for (const [id, email] of this.#pending) {
      if (this.#endpoint === undefined || this.#stop.signal.aborted) return;
      if (!(await this.#post(email))) {
        this.#failures += 1;
        return;
      }
      this.#failures = 0;
      this.#write({ kind: 'taken', id });
      this.#pending.delete(id);
    }
  }

  /** Whether the endpoint has answered for good. */
  async #post(email: ReceivedEmail): Promise<boolean> {
    const { url, key } = this.#endpoint!;
    const { body, contentType } = formOf(email);
    const timestamp = String(Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': contentType,
          'user-agent': 'Sendlib/1.0',
          ...(key !== undefined && {
            'x-twilio-email-event-webhook-signature': createSign('sha256')
              .update(timestamp)
              .update(body)
              .sign(key, 'base64'),
            'x-twilio-email-event-webhook-timestamp': timestamp,
          }),
        },
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.arrayBuffer();
      if (!answer.ok) this.#log.warn({ status: answer.status }, 'a received email was not taken');
      return answer.status < 500;
    } catch (error) {
      if (!this.#stop.signal.aborted)
        this.#log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'a received email was not taken',
        );
      return false;
    }
  }
}

const addressIn = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** As SendGrid writes it: `{@example.com : pass, @example.org : fail}`; `none` without a signature. */
const dkimOf = ({ from, dkim = { [addressIn(from).replace(/^.*@/, '')]: 'pass' } }: ReceivedEmail): string => {
  const results = Object.entries(dkim).map(([domain, result]) => `@${domain} : ${result}`);
  return results.length === 0 ? 'none' : `{${results.join(', ')}}`;
};

/** The form with an email, as SendGrid builds it. */
export const formOf = (email: ReceivedEmail): { body: Buffer; contentType: string } => {
  const { to, from, subject = '', text, html, headers = {}, spamScore, messageId, charset = 'utf-8' } = email;
  const lines = {
    ...(messageId !== undefined && { 'Message-ID': messageId }),
    From: from,
    To: to,
    Subject: subject,
    ...headers,
  };
  const fields: [string, string][] = [
    [
      'headers',
      `${Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}\n`,
    ],
    ['dkim', dkimOf(email)],
    ['to', to],
    ['from', from],
    ['sender_ip', '192.0.2.1'],
    ['envelope', JSON.stringify({ to: [addressIn(to)], from: email.envelopeFrom ?? addressIn(from) })],
    ['attachments', '0'],
    ['subject', subject],
    ['charsets', JSON.stringify({ to: 'UTF-8', from: 'UTF-8', subject: 'UTF-8', text: charset, html: 'UTF-8' })],
    ['SPF', email.spf ?? 'pass'],
    ...(text === undefined ? [] : [['text', text] as [string, string]]),
    ...(html === undefined ? [] : [['html', html] as [string, string]]),
    ...(spamScore === undefined ? [] : [['spam_score', String(spamScore)] as [string, string]]),
  ];
  const boundary = 'xYzZY';
  const parts = fields.flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value, name === 'text' && charset === 'iso-8859-1' ? 'latin1' : 'utf8'),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
};
