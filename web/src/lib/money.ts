import type { Cents } from '@lectern/contracts/money';

// As in the contracts, whose module also holds the schema of an amount: importing it there would bring zod to every page that
// prints a price.
const format = (fractionDigits: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits });
const dollars = format(2);
const wholeDollars = format(0);

/** Cents as US dollars for reading: always two decimals, "$79.17", "$95.00". */
export const formatCents = (amount: Cents): string => dollars.format(amount / 100);

/** As {@link formatCents}, without the decimals where they are zero: "$95", "$79.17". */
export const formatCentsShort = (amount: Cents): string =>
  amount % 100 === 0 ? wholeDollars.format(amount / 100) : formatCents(amount);
