import * as z from 'zod/mini';
import { DomainError } from '@lectern/contracts/errors';
import type { ReceivedEvent } from './provider-event.repository.ts';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event; custom arguments stand beside its fields. */
const providerEvent = z.looseObject({
  sg_event_id: z.string().check(z.minLength(1), z.maxLength(200)),
  event: z.string().check(z.minLength(1), z.maxLength(50)),
  /** Unix seconds */
  timestamp: z.number().check(z.gte(0), z.lte(253_402_300_799)),
  email: z.optional(z.string()),
  sg_message_id: z.optional(z.string()),
});
const uuid = z.uuid();
const uuidIn = (value: unknown): string | null => uuid.safeParse(value).data ?? null;

/** Text that Postgres can store: without NUL and without lone surrogates. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value.replaceAll('\0', '')).toString('utf8') : value;
/** Only these escapes can produce such text: JSON has no raw NUL, and the post is valid UTF-8. */
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;

export interface ParsedEvents {
  readonly events: ReceivedEvent[];
  /** The number of entries that are no events. */
  readonly unreadable: number;
}

/** The events of a webhook post. Throws `malformed_body` when it is no JSON list; an entry that is no event is left out. */
export const parseProviderEvents = (payload: string): ParsedEvents => {
  const entries = listOf(payload);
  const events = entries.flatMap((entry): ReceivedEvent[] => {
    const parsed = providerEvent.safeParse(entry);
    if (!parsed.success) return [];
    return [
      {
        sgEventId: parsed.data.sg_event_id,
        event: parsed.data.event,
        recipientId: uuidIn(parsed.data['recipientId']),
        email: parsed.data.email ?? null,
        sgMessageId: parsed.data.sg_message_id ?? null,
        occurredAt: new Date(parsed.data.timestamp * 1_000),
        payload: withoutReader(parsed.data),
      },
    ];
  });
  return { events, unreadable: entries.length - events.length };
};

/** The IP address and browser of a reader: the provider reports them, but nothing needs them, and they are personal. */
const OF_READERS: ReadonlySet<string> = new Set(['ip', 'useragent']);
const withoutReader = (event: object): object =>
  Object.fromEntries(Object.entries(event).filter(([field]) => !OF_READERS.has(field)));

const listOf = (payload: string): unknown[] => {
  try {
    const value: unknown = UNSTORABLE.test(payload) ? JSON.parse(payload, storable) : JSON.parse(payload);
    if (Array.isArray(value)) return value as unknown[];
  } catch (error) {
    throw new DomainError('malformed_body', { cause: error });
  }
  throw new DomainError('malformed_body');
};
