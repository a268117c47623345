import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';

/** The turns that an email to a recipient can take. */
export type Turn =
  /** A worker took it to post it. */
  | 'claimed'
  /** The provider accepted it. */
  | 'accepted'
  /** The provider refused it for good. */
  | 'rejected'
  /** The provider certainly does not have it, and may take it later. */
  | 'postponed'
  /** An event of the provider names it: the provider has it, whatever it answered. */
  | 'confirmed'
  /** The recipient's mailbox accepted it. */
  | 'delivered'
  /** The recipient's mailbox, or the provider in its stead, refused it. */
  | 'bounced'
  /** It may have been posted, and neither an answer nor an event came for {@link CONFIRMATION_LIMIT_SECONDS}. */
  | 'unconfirmed'
  /** The address refused list mail, its owner deleted their account, or the campaign was cancelled before its turn. */
  | 'left out'
  /** An administrator wants it tried again. */
  | 'retried';

/**
 * All transitions. Time alone never turns `sending` back into `pending`: only the provider's answer that it does not have the email
 * (`postponed`) or an administrator (`retried`) allows another post. Confirmations by the provider's events only lead forward, in
 * whatever order they arrive.
 */
export const TRANSITIONS: Readonly<Record<RecipientStatus, Readonly<Partial<Record<Turn, RecipientStatus>>>>> = {
  pending: { claimed: 'sending', 'left out': 'skipped', confirmed: 'sent', delivered: 'delivered', bounced: 'bounced' },
  sending: {
    accepted: 'sent',
    rejected: 'failed',
    postponed: 'pending',
    unconfirmed: 'uncertain',
    confirmed: 'sent',
    delivered: 'delivered',
    bounced: 'bounced',
  },
  // The worker that posted it may have been slow rather than dead, and still have the answer.
  uncertain: {
    accepted: 'sent',
    rejected: 'failed',
    postponed: 'pending',
    retried: 'pending',
    confirmed: 'sent',
    delivered: 'delivered',
    bounced: 'bounced',
  },
  // Given up after refusals, one of which was false.
  failed: { retried: 'pending', confirmed: 'sent', delivered: 'delivered', bounced: 'bounced' },
  // Left out after a false refusal.
  skipped: { confirmed: 'sent', delivered: 'delivered', bounced: 'bounced' },
  sent: { delivered: 'delivered', bounced: 'bounced' },
  // Some mailboxes accept an email and return it later.
  delivered: { bounced: 'bounced' },
  bounced: {},
};

/** The statuses that a turn leads on from. */
export const statusesBefore = (turn: Turn): RecipientStatus[] =>
  (Object.keys(TRANSITIONS) as RecipientStatus[]).filter((status) => TRANSITIONS[status][turn] !== undefined);

/** `status IN (…)` of the statuses that a turn leads on from. */
export const canTurn = (turn: Turn): string =>
  `status IN (${statusesBefore(turn)
    .map((status) => `'${status}'`)
    .join(', ')})`;

/**
 * SQL that changes the emails for which the condition is true. It locks them first, in the order of their ids, so that transactions
 * cause no deadlock, and in a subquery of its own, because Postgres would otherwise repeat the lock for each row.
 */
export const change = (set: string, condition: string): string =>
  `WITH held AS MATERIALIZED (SELECT id FROM email_recipients WHERE ${condition} ORDER BY id FOR UPDATE)
   UPDATE email_recipients SET ${set} FROM held WHERE email_recipients.id = held.id`;

/** Seconds that a posted email may wait for an answer or an event of the provider before an error is logged. */
export const CONFIRMATION_LIMIT_SECONDS = 600;

/** After so many postponements an email fails. With the longest pauses between them, these take one to three days. */
export const MAX_ATTEMPTS = 300;

/** Doubles with each refusal. */
const doubling = (refusals: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(Math.max(refusals, 1) - 1, 20), longestMs);

/**
 * The pause of a single email after its `attempts`-th refusal, in milliseconds: from 5 s to 15 min, with some jitter (`random` is
 * from 0 to 1) so that emails refused together do not return together, and never less than the provider asks.
 */
export const emailPause = (attempts: number, askedMs: number, random: number): number =>
  Math.round(Math.max(doubling(attempts, 5_000, 15 * 60_000), askedMs) * (1 + random * 0.2));

/** The pause of a campaign, in milliseconds, after consecutive refusals: from a second to five minutes, never less than the provider asks. */
export const campaignPause = (refusals: number, askedMs: number): number =>
  Math.max(askedMs, doubling(refusals, 1_000, 5 * 60_000));
