/** Troubles of sending that tests switch on. Shares run from 0 (never) to 1 (always). */
export interface MailFaults {
  /** Share of requests refused with `status`, nothing taken. */
  refuse: number;
  /** Share of requests taken, their connection cut before the answer. */
  acceptThenCut: number;
  /** How long each answer takes, in milliseconds. */
  delayMs: number;
  /** Status of refusals. */
  status: number;
}

export const NO_MAIL_FAULTS: MailFaults = { refuse: 0, acceptThenCut: 0, delayMs: 0, status: 429 };

/** The faults that the body asks for, others off; or what is wrong with it. */
export function readMailFaults(body: unknown): MailFaults | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body is a JSON object';
  for (const [key, value] of Object.entries(body)) {
    if (!Object.hasOwn(NO_MAIL_FAULTS, key)) return `there is no fault named ${key}`;
    if (typeof value !== 'number') return `${key} is a number`;
    if ((key === 'refuse' || key === 'acceptThenCut') && (value < 0 || value > 1))
      return `${key} is a number from 0 to 1`;
    if (key === 'delayMs' && (!Number.isInteger(value) || value < 0 || value > 600_000))
      return 'delayMs is a whole number up to 600000';
    if (key === 'status' && (!Number.isInteger(value) || value < 400 || value > 599))
      return 'status is from 400 to 599';
  }
  // Asking for a status and nothing else means: refuse everything with it.
  const asked = body as Partial<MailFaults>;
  const refuse = asked.refuse ?? (asked.status === undefined ? 0 : 1);
  return { ...NO_MAIL_FAULTS, ...asked, refuse };
}
