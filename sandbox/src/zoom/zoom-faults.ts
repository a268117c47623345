/** Troubles of the API that tests switch on. Shares run from 0 (never) to 1 (always). */
export interface ZoomApiFaults {
  /** Share of requests refused with 429, as above the limit of a second. */
  rateLimit: number;
  /** Share of requests that fail with 500. */
  fail: number;
  /** Share of requests whose connection is cut before the answer. */
  cut: number;
  /** How long each answer takes, in milliseconds. */
  delayMs: number;
}

/** Troubles of webhook delivery that tests switch on, for events from now on. */
export interface ZoomDeliveryFaults {
  /** Further copies of every delivery. */
  duplicate: number;
  /** Deliver in random order. */
  shuffle: boolean;
  /** Share of deliveries that never arrive, 0 to 1. */
  drop: number;
  /** How far in the past the signature's time lies, in seconds. */
  signedSecondsAgo: number;
}

export const NO_ZOOM_API_FAULTS: ZoomApiFaults = { rateLimit: 0, fail: 0, cut: 0, delayMs: 0 };
export const NO_ZOOM_DELIVERY_FAULTS: ZoomDeliveryFaults = {
  duplicate: 0,
  shuffle: false,
  drop: 0,
  signedSecondsAgo: 0,
};

const SHARES = new Set(['rateLimit', 'fail', 'cut', 'drop']);

/** The faults that the body asks for, others off; or what is wrong with it. */
export const readZoomFaults = <F extends ZoomApiFaults | ZoomDeliveryFaults>(
  body: Record<string, unknown> | undefined,
  none: F,
): F | string => {
  if (body === undefined) return 'the body is a JSON object';
  for (const [key, value] of Object.entries(body)) {
    if (!Object.hasOwn(none, key)) return `there is no fault named ${key}`;
    if (typeof none[key as keyof F] === 'boolean') {
      if (typeof value !== 'boolean') return `${key} is true or false`;
    } else if (SHARES.has(key)) {
      if (typeof value !== 'number' || value < 0 || value > 1) return `${key} is a number from 0 to 1`;
    } else if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 600_000) {
      return `${key} is a whole number up to 600000`;
    }
  }
  return { ...none, ...body };
};

export const happens = (share: number): boolean => {
  return share > 0 && Math.random() < share;
};
