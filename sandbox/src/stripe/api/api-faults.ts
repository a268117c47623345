/** Troubles of the API that tests switch on. Shares run from 0 (never) to 1 (always). */
export interface ApiFaults {
  /** Share of requests refused with 429. */
  rateLimit: number;
  /** Share of requests that fail with 500 before anything is done. */
  fail: number;
  /** Share of requests that are carried out, their connection cut before the answer. */
  acceptThenCut: number;
  /** How long each answer takes, in milliseconds. */
  delayMs: number;
  /** The one route that the others concern, such as `POST /v1/checkout/sessions/:id/expire`; all of them where it is empty. */
  route: string;
}

export const NO_API_FAULTS: ApiFaults = { rateLimit: 0, fail: 0, acceptThenCut: 0, delayMs: 0, route: '' };
