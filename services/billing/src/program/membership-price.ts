import { DomainError } from '@lectern/contracts/errors';
import type { Plan } from '@lectern/contracts/fields';
import type { Program } from './program.entity.ts';

export interface MembershipPrice {
  readonly plan: Plan;
  /** Cents per period */
  readonly amount: number;
  readonly priceId: string;
}

/** The price of a plan; `payment_provider_unavailable` while the provider was not told of it yet. */
export const priceOfPlan = (program: Program, plan: Plan): MembershipPrice => {
  const [amount, priceId] =
    plan === 'monthly' ? [program.priceMonthly, program.stripePriceIdMonthly] : [program.priceAnnual, program.stripePriceIdAnnual];
  if (amount === null || priceId === null) throw new DomainError('payment_provider_unavailable', { retryAfter: 10 });
  return { plan, amount, priceId };
};

/** The plan that a price id stands for, or `null` when it is none of ours. */
export const planOfPrice = (program: Program, priceId: string): Plan | null =>
  priceId === program.stripePriceIdMonthly ? 'monthly' : priceId === program.stripePriceIdAnnual ? 'annual' : null;
