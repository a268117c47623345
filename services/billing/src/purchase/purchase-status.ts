import type { Purchase } from './purchase.entity.ts';

/*
 * How a single payment moves. Pure.
 */

export type PurchaseStatus = Purchase['status'];

/** Every move there is. */
export const PURCHASE_TRANSITIONS: Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>> = {
  /** A page is being opened; begun anew when its opening was lost for too long. */
  opening: ['opening', 'open', 'expired'],
  /** Its page can be paid. */
  open: ['paid', 'expired'],
  /** Its page can no longer be paid, and was not; the next page begins anew. */
  expired: ['opening'],
  /** `expired` where nothing was charged and registrations refused it: it is as if it had not been paid. */
  paid: ['refunded', 'expired'],
  /** A refund may fail at the bank days later: the money is here again. */
  refunded: ['paid'],
};

/** The purchase after a move. Throws for a move that there is not: these are our own, so it would be our mistake. */
export const transitioned = (purchase: Purchase, status: PurchaseStatus, changes: Partial<Purchase> = {}): Purchase => {
  if (purchase.status !== status && !PURCHASE_TRANSITIONS[purchase.status].includes(status)) {
    throw new Error(`Purchase ${purchase.id} cannot become ${status}: it is ${purchase.status}`);
  }
  return { ...purchase, ...changes, status };
};
