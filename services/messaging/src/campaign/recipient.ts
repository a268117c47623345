import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';

/** What can become known of a recipient's email. */
export type RecipientTurn =
  /** A lane took it to post it. */
  | 'claimed'
  /** The provider answered that it takes it. */
  | 'accepted'
  /** The provider answered that it will never take it. */
  | 'rejected'
  /** The provider certainly does not have it, and may take it later. */
  | 'postponed'
  /** The provider's own event names it: it has it, whatever was answered. */
  | 'confirmed'
  /** The reader's mailbox took it. */
  | 'delivered'
  /** The reader's mailbox, or the provider in its stead, will not take it. */
  | 'bounced'
  /** It was posted, perhaps, and nothing was heard of it for ten minutes. */
  | 'unconfirmed'
  /** The address said no to list mail, its owner deleted their account, or the campaign was cancelled before its turn. */
  | 'left out'
  /** An administrator wants it tried again. */
  | 'retried';

/**
 * Every move there is. `sending` never goes back to `pending` because time passed: only the provider's own word that it does not
 * have the email (`postponed`) or an administrator (`retried`) makes it free to be posted again. What the provider's events confirm
 * only ever leads onwards, in whatever order they come.
 */
export const RECIPIENT_TRANSITIONS: Readonly<
  Record<RecipientStatus, Readonly<Partial<Record<RecipientTurn, RecipientStatus>>>>
> = {
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
  // The worker that posted it may have been slow rather than dead, and still know the answer.
  uncertain: {
    accepted: 'sent',
    rejected: 'failed',
    postponed: 'pending',
    retried: 'pending',
    confirmed: 'sent',
    delivered: 'delivered',
    bounced: 'bounced',
  },
  // Given up after refusals, of which one was not true.
  failed: { retried: 'pending', confirmed: 'sent', delivered: 'delivered', bounced: 'bounced' },
  // Left out after a refusal that was not true.
  skipped: { confirmed: 'sent', delivered: 'delivered', bounced: 'bounced' },
  sent: { delivered: 'delivered', bounced: 'bounced' },
  // Some mailboxes take an email and send it back later.
  delivered: { bounced: 'bounced' },
  bounced: {},
};

/** The states from which a turn leads on. */
export const recipientStatesBefore = (turn: RecipientTurn): RecipientStatus[] =>
  (Object.keys(RECIPIENT_TRANSITIONS) as RecipientStatus[]).filter(
    (status) => RECIPIENT_TRANSITIONS[status][turn] !== undefined,
  );

/** `status IN (…)` of the states from which a turn leads on. */
export const canTurn = (turn: RecipientTurn): string =>
  `status IN (${recipientStatesBefore(turn)
    .map((status) => `'${status}'`)
    .join(', ')})`;

/** The longest that a campaign waits by itself; the provider may ask for more. */
const LONGEST_PAUSE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 1_000;
/** A recipient whose email was refused this often as "not now" is given up. With the longest pause between, that takes a day. */
export const MAX_ATTEMPTS = 300;

/** How long a campaign waits after `refusals` in a row: doubling from a second to five minutes, never less than the provider asks. */
export const campaignPause = (refusals: number, askedMs: number): number =>
  Math.max(askedMs, Math.min(FIRST_PAUSE_MS * 2 ** Math.min(Math.max(refusals, 1) - 1, 20), LONGEST_PAUSE_MS));
