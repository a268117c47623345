import type { Purchase } from './purchase.entity.ts';

/**
 * The payment that decides a registration's state: the paid one, else a refunded one, else one with an open checkout. Null when
 * there is none, or all have expired.
 */
export const decidingPurchase = <P extends Pick<Purchase, 'status'>>(purchases: readonly P[]): P | null =>
  (['paid', 'refunded', 'open'] as const)
    .map((status) => purchases.find((purchase) => purchase.status === status))
    .find((purchase) => purchase !== undefined) ?? null;
