/** How far an email got. `sent` means that the provider took it over; what the mailbox did is told by its events. */
export type EmailStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain';

/** What can become known of an email. */
export type EmailTurn =
  /** A worker took it to post it. */
  | 'claimed'
  /** The provider answered that it takes it. */
  | 'accepted'
  /** The provider answered that it will never take it. */
  | 'rejected'
  /** The provider certainly does not have it, and may take it later. */
  | 'postponed'
  /** The provider's own event names it: it has it, whatever was answered. */
  | 'confirmed'
  /** It was posted, perhaps, and nothing was heard of it for {@link CONFIRMATION_LIMIT_SECONDS}. */
  | 'unconfirmed'
  /** Whom it is for deleted their account. */
  | 'erased';

/**
 * Every move there is. `sending` never goes back to `pending` because time passed: only the provider's own word that it does
 * not have the email (`postponed`) makes it free to be posted again.
 */
export const EMAIL_TRANSITIONS: Readonly<Record<EmailStatus, Readonly<Partial<Record<EmailTurn, EmailStatus>>>>> = {
  pending: { claimed: 'sending', confirmed: 'sent', erased: 'failed' },
  sending: { accepted: 'sent', rejected: 'failed', postponed: 'pending', confirmed: 'sent', unconfirmed: 'uncertain' },
  // The worker that posted it may have been slow rather than dead, and still know the answer.
  uncertain: { accepted: 'sent', rejected: 'failed', postponed: 'pending', confirmed: 'sent' },
  // Given up after refusals, of which one was not true.
  failed: { confirmed: 'sent' },
  sent: {},
};

/** The statuses from which a turn leads on. */
export const statusesBefore = (turn: EmailTurn): EmailStatus[] =>
  (Object.keys(EMAIL_TRANSITIONS) as EmailStatus[]).filter((status) => EMAIL_TRANSITIONS[status][turn] !== undefined);

/** How long a posted email may go without an answer or an event of the provider before a person is told. */
export const CONFIRMATION_LIMIT_SECONDS = 600;

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** With the longest pause between them these take about three days. */
export const MAX_ATTEMPTS = 300;

/**
 * How long an email waits after its `attempts`-th refusal, in milliseconds: doubling from 5 s to 15 min, a little scattered
 * (`random` is from 0 to 1) so that emails refused together do not come back together, and never less than the provider asks.
 */
export const pauseAfter = (attempts: number, askedMs: number, random: number): number => {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS);
  return Math.round(Math.max(pause, askedMs) * (1 + random * 0.2));
};
