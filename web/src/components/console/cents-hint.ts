import { formatCents } from '@lectern/contracts/money';

/** The hint of a field in cents: the typed amount in dollars, or an example while there is no whole amount. */
export const centsHint = (typed: unknown): string => {
  if (typeof typed !== 'number' || !Number.isInteger(typed) || typed <= 0)
    return 'Type cents, without a decimal point: 1000 is $10.00, and 10 is $0.10.';
  const amount = `${typed} ${typed === 1 ? 'cent' : 'cents'} is ${formatCents(typed)}.`;
  // Probably typed as dollars.
  return typed < 100 ? `${amount} For ${formatCents(typed * 100)}, type ${typed * 100}.` : amount;
};
