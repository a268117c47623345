import type { Purchase } from './purchase.entity.ts';

/*
 * The states of a single payment and the transitions between them. Pure.
 */

export type PurchaseStatus = Purchase['status'];

/** All transitions. */
export const PURCHASE_TRANSITIONS: Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>> = {
  /** A page is being opened. It is begun again when its opening was lost for too long. `paid` where staff record a payment instead. */
  opening: ['opening', 'open', 'expired', 'paid'],
  /** Its page can be paid. */
  open: ['paid', 'expired'],
  /** Its page can no longer be paid, and was not; another page may be begun. */
  expired: ['opening'],
  /** `expired` where nothing was charged and registrations refused it: it is as if it had not been paid. */
  paid: ['refunded', 'expired'],
  /** A refund may fail at the bank days later: then the money is with us again. */
  refunded: ['paid'],
};

/** The purchase after a transition. Throws for an unknown one: transitions are our own, so it would be a bug of ours. */
export const transitioned = (purchase: Purchase, status: PurchaseStatus, changes: Partial<Purchase> = {}): Purchase => {
  if (purchase.status !== status && !PURCHASE_TRANSITIONS[purchase.status].includes(status)) {
    throw new Error(`Purchase ${purchase.id} cannot become ${status}: it is ${purchase.status}`);
  }
  return { ...purchase, ...changes, status };
};
