import { MIN_CENTS } from '../money.ts';

// Apart from the schemas, so that pages compute a preview as billing computes the charge.

/**
 * The charge of `price` cents less `discount`, with `balance` cents of credit, negative where a sum is owed. The provider leaves sums
 * that are too small to charge on the balance.
 */
export const chargeWith = (
  { price, discount }: { readonly price: number; readonly discount: number },
  balance: number,
): { readonly credit: number; readonly amount: number } => {
  const credit = Math.min(balance, price - discount);
  const left = price - discount - credit;
  return { credit, amount: left < MIN_CENTS ? 0 : left };
};
