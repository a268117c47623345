import type { Cents } from '@lectern/contracts/money';

export interface Discount {
  percent: number;
  /** Given for codes of a fixed amount; it is exact where the percentage is rounded. */
  amountOff?: Cents | undefined;
}

/** The discount of a code on a price: never more than the price itself. */
export const discountOn = (price: Cents, discount: Discount): Cents =>
  Math.min(price, discount.amountOff ?? Math.round((price * discount.percent) / 100));
