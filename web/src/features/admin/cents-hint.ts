import { formatCents } from '@lectern/contracts/money';

/** The hint of a field in cents: the typed amount in dollars, or an example while there is no whole amount. */
export const centsHint = (typed: unknown): string =>
  typeof typed === 'number' && Number.isInteger(typed) && typed > 0
    ? `${typed} cents is ${formatCents(typed)}.`
    : 'Type cents, without a decimal point: 1000 is $10.00, and 10 is $0.10.';
