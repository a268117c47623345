import * as z from 'zod/mini';
import { LINE_MAX, requiredLine } from '../fields.ts';

/** Stripe's ids of subscriptions and customers, as people copy them. */
const STRIPE_IDS = {
  sub_: { pattern: /^sub_[\w-]{1,200}$/, message: 'Enter the whole subscription id, which begins with sub_' },
  cus_: { pattern: /^cus_[\w-]{1,200}$/, message: 'Enter the whole customer id, which begins with cus_' },
} as const;

export const requiredStripeId = (prefix: keyof typeof STRIPE_IDS, message: string) => {
  const id = STRIPE_IDS[prefix];
  return requiredLine(message, LINE_MAX).check(z.regex(id.pattern, id.message));
};

/** As {@link requiredStripeId}; the empty string of an untouched field counts as missing. */
export const optionalStripeId = (prefix: keyof typeof STRIPE_IDS) => {
  const { pattern, message } = STRIPE_IDS[prefix];
  return z.optional(
    z.pipe(
      z.nullable(z.string().check(z.trim(), z.regex(new RegExp(`^$|${pattern.source}`), message))),
      z.transform((value: string | null): string | undefined => (value === null || value === '' ? undefined : value)),
    ),
  );
};
