/** Troubles of webhook delivery that tests switch on. */
export interface DeliveryFaults {
  /** Further copies of every delivery. */
  duplicate: number;
  /** Deliver in random order. */
  shuffle: boolean;
  /** Share of attempts that are lost on the way, 0 to 1. Their events show as undelivered. */
  drop: number;
  /** Whether what was lost is tried again, after 5, 10, 20 … minutes of the sandbox's clock, for three days. */
  retry: boolean;
  /** Wait before every delivery, in milliseconds of the real time. */
  delayMs: number;
  /** Wait before every delivery, in seconds of the sandbox's clock: moving the clock brings them. */
  delaySeconds: number;
  /** How far in the past the signature's time lies, in seconds. */
  signedSecondsAgo: number;
}

export const NO_DELIVERY_FAULTS: DeliveryFaults = {
  duplicate: 0,
  shuffle: false,
  drop: 0,
  retry: true,
  delayMs: 0,
  delaySeconds: 0,
  signedSecondsAgo: 0,
};
