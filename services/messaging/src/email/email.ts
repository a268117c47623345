/** The status of an email. `sent` means that the provider accepted it; the mailbox's answer is in the provider's events. */
export type EmailStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain';

/** The turns that an email can take. */
export type EmailTurn =
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
  /** It may have been posted, and neither an answer nor an event came for {@link CONFIRMATION_LIMIT_SECONDS}. */
  | 'unconfirmed'
  /** Its recipient deleted their account. */
  | 'erased';

/**
 * All transitions. Time alone never turns `sending` back into `pending`: only the provider's answer that it does not have the email
 * (`postponed`) allows another post.
 */
export const EMAIL_TRANSITIONS: Readonly<Record<EmailStatus, Readonly<Partial<Record<EmailTurn, EmailStatus>>>>> = {
  pending: { claimed: 'sending', confirmed: 'sent', erased: 'failed' },
  sending: { accepted: 'sent', rejected: 'failed', postponed: 'pending', confirmed: 'sent', unconfirmed: 'uncertain' },
  // The worker that posted it may have been slow rather than dead, and still have the answer.
  uncertain: { accepted: 'sent', rejected: 'failed', postponed: 'pending', confirmed: 'sent' },
  // Given up after refusals, one of which was false.
  failed: { confirmed: 'sent' },
  sent: {},
};

/** The statuses that a turn leads on from. */
export const statusesBefore = (turn: EmailTurn): EmailStatus[] =>
  (Object.keys(EMAIL_TRANSITIONS) as EmailStatus[]).filter((status) => EMAIL_TRANSITIONS[status][turn] !== undefined);

/** Seconds that a posted email may wait for an answer or an event of the provider before an error is logged. */
export const CONFIRMATION_LIMIT_SECONDS = 600;

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** With the longest pause between them, these take about three days. */
export const MAX_ATTEMPTS = 300;

/**
 * The pause of an email after its `attempts`-th refusal, in milliseconds: doubles from 5 s to 15 min, with some jitter (`random` is
 * from 0 to 1) so that emails refused together do not return together, and is never less than the provider asks.
 */
export const pauseAfter = (attempts: number, askedMs: number, random: number): number => {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS);
  return Math.round(Math.max(pause, askedMs) * (1 + random * 0.2));
};
