import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';

/** The turns that a recipient's email can take. */
export type RecipientTurn =
  /** A lane took it to post it. */
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
  /** It may have been posted, and neither an answer nor an event came for ten minutes. */
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

/** The states that a turn leads on from. */
export const recipientStatesBefore = (turn: RecipientTurn): RecipientStatus[] =>
  (Object.keys(RECIPIENT_TRANSITIONS) as RecipientStatus[]).filter(
    (status) => RECIPIENT_TRANSITIONS[status][turn] !== undefined,
  );

/** `status IN (…)` of the states that a turn leads on from. */
export const canTurn = (turn: RecipientTurn): string =>
  `status IN (${recipientStatesBefore(turn)
    .map((status) => `'${status}'`)
    .join(', ')})`;

/** The longest pause of a campaign, in milliseconds; the provider may ask for more. */
const LONGEST_PAUSE_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 1_000;
/** After this many postponements a recipient fails. With the longest pause between, that takes a day. */
export const MAX_ATTEMPTS = 300;

/** The pause of a campaign, in milliseconds, after consecutive refusals: doubles from a second to five minutes, never less than the provider asks. */
export const campaignPause = (refusals: number, askedMs: number): number =>
  Math.max(askedMs, Math.min(FIRST_PAUSE_MS * 2 ** Math.min(Math.max(refusals, 1) - 1, 20), LONGEST_PAUSE_MS));
