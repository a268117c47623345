import { describe, expect, it } from 'vitest';
import { Purchase } from './purchase.entity.ts';
import { transitioned, PURCHASE_TRANSITIONS, type PurchaseStatus } from './purchase-status.ts';

const purchaseThatIs = (status: PurchaseStatus): Purchase =>
  Object.assign(new Purchase(), { id: 'p', status, amountPaid: 0 });

describe('a single payment', () => {
  it.each(
    Object.entries(PURCHASE_TRANSITIONS).flatMap(([from, to]) =>
      to.map((status) => [from as PurchaseStatus, status] as const),
    ),
  )('that is %s can become %s', (from, to) => {
    expect(transitioned(purchaseThatIs(from), to, { amountPaid: 5 })).toMatchObject({ status: to, amountPaid: 5 });
  });

  it.each([
    ['paid', 'open'],
    ['refunded', 'opening'],
    ['expired', 'paid'],
  ] as const)('that is %s cannot become %s', (from, to) => {
    expect(() => transitioned(purchaseThatIs(from), to)).toThrow('cannot become');
  });
});
