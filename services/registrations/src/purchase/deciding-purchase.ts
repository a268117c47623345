import type { Purchase } from './purchase.entity.ts';

/**
 * The payment that says how a registration stands: the one that was paid, else one that was paid back, else one whose checkout
 * is open. Null when there is none, or all have expired.
 */
export const decidingPurchase = <P extends Pick<Purchase, 'status'>>(purchases: readonly P[]): P | null =>
  (['paid', 'refunded', 'open'] as const)
    .map((status) => purchases.find((purchase) => purchase.status === status))
    .find((purchase) => purchase !== undefined) ?? null;
