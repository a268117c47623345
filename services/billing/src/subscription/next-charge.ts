import { chargeWith } from '@lectern/contracts/billing/charge-with';
import type { NextCharge } from '@lectern/contracts/billing/credit';
import { LIVE_STATUSES } from './membership.ts';
import { discounted } from './stay-discount.ts';
import type { Subscription } from './subscription.entity.ts';

type Charged = Pick<
  Subscription,
  'status' | 'cancelAtPeriodEnd' | 'amount' | 'currentPeriodEnd' | 'pausedUntil' | 'discountPercent' | 'discountUntil'
>;

/**
 * The next charge of a membership as the provider will compute it: its price, less the discount that runs then, less the credit of its
 * customer. `null` where nothing is charged any more. Everything that shows a next charge takes it from here.
 * @param balance cents of credit; negative where a sum is owed
 * @param at when, if not as the membership says: after a pause that is offered
 */
export const nextChargeOf = (subscription: Charged, balance: number, at?: Date): NextCharge | null => {
  const { status, cancelAtPeriodEnd, amount: price, pausedUntil, currentPeriodEnd } = subscription;
  if (!LIVE_STATUSES.includes(status) || cancelAtPeriodEnd) return null;
  const { discountPercent: percent, discountUntil: until } = subscription;
  const due = at ?? pausedUntil ?? currentPeriodEnd;
  const isDiscounted = percent !== null && until !== null && until > due;
  const discount = isDiscounted ? price - discounted(price, percent) : 0;
  return { at: due.toISOString(), price, discount, ...chargeWith({ price, discount }, balance) };
};
