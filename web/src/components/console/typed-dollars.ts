import * as z from 'zod/mini';

/** Commas separate thousands only: "9,50" is no amount, because some people mean cents by it. */
const AMOUNT = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;

/** Cents as dollars in a field: 2500 is "25.00". */
export const typedDollars = (cents: number): string => (cents / 100).toFixed(2);

/** Typed dollars in cents: "25", "25.00" and "$25.00" are 2500. An empty field is undefined, and text that is no amount NaN. */
export const centsOf = (typed: string | number | null | undefined): number | undefined => {
  if (typed == null) return undefined;
  const text = String(typed).trim().replace(/^\$/, '');
  if (text === '') return undefined;
  return AMOUNT.test(text) ? Math.round(Number(text.replaceAll(',', '')) * 100) : Number.NaN;
};

/** The schema of an amount in cents, for a field in which it is typed in dollars. */
export const typedCents = (cents: z.ZodMiniNumber<number>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => centsOf(typed) ?? Number.NaN),
    ),
    cents,
  );
