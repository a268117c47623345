/** An amount of money in whole cents of US dollars, the only currency that the association takes. Never a float of dollars. */
export type Cents = number;

/** The largest amount of one payment: $999,999.99, the payment provider's own limit. */
export const MAX_CENTS = 99_999_999;

/** The smallest amount of one payment: $0.50. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const MIN_CENTS = 50;

/** Whether an amount can be a price: zero, or an amount that the payment provider charges. */
export const canBePrice = (amount: Cents): boolean => amount === 0 || (amount >= MIN_CENTS && amount <= MAX_CENTS);

const dollars = /*@__PURE__*/ new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = /*@__PURE__*/ new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** Cents as US dollars for reading: always two decimals, "$79.17", "$95.00". */
export const formatCents = (amount: Cents): string => dollars.format(amount / 100);

/** As {@link formatCents}, without the decimals where they are zero: "$95", "$79.17". */
export const formatCentsShort = (amount: Cents): string =>
  amount % 100 === 0 ? wholeDollars.format(amount / 100) : dollars.format(amount / 100);
