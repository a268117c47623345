import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Confirmation, EmailReading } from '../delivery/email-recipient.repository.ts';
import type { SuppressedAddress } from '../suppression/suppressed-address.entity.ts';
import type { ReceivedEvent } from './provider-event.repository.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Longest stored reason; those of some bounces are longer than a line. */
const REASON_MAX = 500;

const GRAVITY = { confirmed: 0, delivered: 1, bounced: 2 } as const satisfies Record<Confirmation['turn'], number>;

const turnOf = ({ event }: ReceivedEvent): Confirmation['turn'] =>
  // The provider has accepted an email that it drops, and no mailbox will get it.
  event === 'bounce' || event === 'dropped' ? 'bounced' : event === 'delivered' ? 'delivered' : 'confirmed';

const reasonOf = ({ event, payload }: ReceivedEvent): string | null => {
  const said = textOf((payload as Record<string, unknown>)['reason']).slice(0, REASON_MAX);
  if (event === 'dropped') return `Not delivered by the provider: ${said}`;
  return event === 'bounce' ? said : null;
};

/** Confirmations of emails, since any event shows that the provider has accepted one: one for each, with the furthest turn and the earliest time. */
export const confirmationsIn = (events: readonly ReceivedEvent[]): Confirmation[] => {
  const confirmations = new Map<string, Confirmation>();
  for (const event of events) {
    if (event.recipientId === null) continue;
    const published: Confirmation = {
      recipientId: event.recipientId,
      turn: turnOf(event),
      at: event.occurredAt,
      reason: reasonOf(event),
      messageId: event.sgMessageId,
    };
    const known = confirmations.get(published.recipientId);
    const furthest = known === undefined || GRAVITY[published.turn] > GRAVITY[known.turn] ? published : known;
    confirmations.set(published.recipientId, {
      ...furthest,
      at: known === undefined || published.at < known.at ? published.at : known.at,
    });
  }
  return [...confirmations.values()];
};

/** Openings and clicks of campaign emails, as the provider counts them. */
export const readingsIn = (events: readonly ReceivedEvent[]): EmailReading[] =>
  events.flatMap(({ event, recipientId, occurredAt: at, payload }): EmailReading[] => {
    if (recipientId === null || (event !== 'open' && event !== 'click')) return [];
    const fields = payload as Record<string, unknown>;
    if (event === 'click') return [{ recipientId, at, kind: 'clicked', url: textOf(fields['url']) }];
    return [{ recipientId, at, kind: fields['sg_machine_open'] === true ? 'machine opened' : 'opened', url: '' }];
  });

/** Reasons of drops that repeat an earlier event of the address. */
const DROPPED_BECAUSE: Readonly<Record<string, SuppressedAddress['reason']>> = {
  'Bounced Address': 'bounced',
  'Spam Reporting Address': 'complained',
};

const suppressionOf = ({ event, payload }: ReceivedEvent): SuppressedAddress['reason'] | null => {
  const fields = payload as Record<string, unknown>;
  switch (event) {
    case 'bounce':
      // A block concerns one email or one hour; the mailbox exists.
      return fields['type'] === 'blocked' ? null : 'bounced';
    case 'dropped':
      return DROPPED_BECAUSE[textOf(fields['reason'])] ?? null;
    case 'spamreport':
      return 'complained';
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'unsubscribed';
    default:
      return null;
  }
};

/** The addresses to suppress from list mail, each reason once, in the order of addresses. */
export const suppressionsIn = (events: readonly ReceivedEvent[]): SuppressedAddress[] => {
  const found = new Map<string, SuppressedAddress>();
  for (const event of events) {
    const reason = suppressionOf(event);
    const emailKey = keyOf(event.email ?? '');
    if (reason === null || emailKey === '') continue;
    const name = `${emailKey} ${reason}`;
    const known = found.get(name);
    if (known === undefined || event.occurredAt < known.since)
      found.set(name, { emailKey, reason, since: event.occurredAt });
  }
  return [...found.values()].sort((one, other) => (one.emailKey < other.emailKey ? -1 : 1));
};
