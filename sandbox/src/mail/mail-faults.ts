import { type SeededRandom, seededRandom } from '../state/seeded-random.ts';

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
  /** Determines which requests are refused and which are cut; random by default. */
  seed?: number;
}

/** The faults of one request. */
export interface MailTrouble extends Pick<MailFaults, 'delayMs' | 'status'> {
  readonly refused: boolean;
  readonly cut: boolean;
}

/** Faults in force: what the n-th request meets after they were set is known from their seed alone, whatever the requests are. */
export class MailTroubles {
  readonly faults: MailFaults & { readonly seed: number };
  readonly #random: SeededRandom;

  constructor(faults: MailFaults) {
    this.#random = seededRandom(faults.seed);
    this.faults = { ...faults, seed: this.#random.seed };
  }

  next(): MailTrouble {
    const { refuse, acceptThenCut, delayMs, status } = this.faults;
    return { refused: this.#random.next() < refuse, cut: this.#random.next() < acceptThenCut, delayMs, status };
  }
}

export const NO_MAIL_FAULTS: MailFaults = { refuse: 0, acceptThenCut: 0, delayMs: 0, status: 429 };
const KEYS: ReadonlySet<string> = new Set([...Object.keys(NO_MAIL_FAULTS), 'seed']);

/** The faults that the body asks for, others off; or what is wrong with it. */
export const readMailFaults = (body: unknown): MailFaults | string => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body is a JSON object';
  for (const [key, value] of Object.entries(body)) {
    if (!KEYS.has(key)) return `there is no fault named ${key}`;
    if (typeof value !== 'number') return `${key} is a number`;
    if ((key === 'refuse' || key === 'acceptThenCut') && (value < 0 || value > 1))
      return `${key} is a number from 0 to 1`;
    if (key === 'delayMs' && (!Number.isInteger(value) || value < 0 || value > 600_000))
      return 'delayMs is a whole number up to 600000';
    if (key === 'seed' && (!Number.isInteger(value) || value < 0 || value > 2 ** 31))
      return 'seed is a whole number up to 2147483648';
    if (key === 'status' && (!Number.isInteger(value) || value < 400 || value > 599))
      return 'status is from 400 to 599';
  }
  // Asking for a status and nothing else means: refuse everything with it.
  const asked = body as Partial<MailFaults>;
  const refuse = asked.refuse ?? (asked.status === undefined ? 0 : 1);
  return { ...NO_MAIL_FAULTS, ...asked, refuse };
};
