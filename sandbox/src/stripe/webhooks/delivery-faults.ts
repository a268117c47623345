/** Troubles of webhook delivery that tests switch on. */
export interface DeliveryFaults {
  /** Further copies of every delivery. */
  duplicate: number;
  /** Deliver in random order. */
  shuffle: boolean;
  /** Share of deliveries that are lost for good, 0 to 1. They still show as undelivered in the list of events. */
  drop: number;
  /** Wait before every delivery, in milliseconds. */
  delayMs: number;
  /** How far in the past the signature's time lies, in seconds. */
  signedSecondsAgo: number;
}

export const NO_DELIVERY_FAULTS: DeliveryFaults = {
  duplicate: 0,
  shuffle: false,
  drop: 0,
  delayMs: 0,
  signedSecondsAgo: 0,
};
