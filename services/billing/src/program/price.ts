import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import type { Plan } from '@lectern/contracts/fields';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import type { Program } from './program.entity.ts';

type Product = Program['type'];

/** The price of a product. The server sets prices; a request names a plan or one of these ids. */
export interface Price {
  readonly product: Product;
  /** Missing for what is paid once. */
  readonly plan: Plan | null;
  /** Cents, per period or once */
  readonly amount: number;
  readonly priceId: string;
}

export interface MembershipPrice extends Price {
  readonly plan: Plan;
}

const pricesOf = (
  program: Program,
): (Omit<Price, 'amount' | 'priceId'> & { amount: number | null; priceId: string | null })[] => [
  { product: program.type, plan: 'monthly', amount: program.priceMonthly, priceId: program.stripePriceIdMonthly },
  { product: program.type, plan: 'annual', amount: program.priceAnnual, priceId: program.stripePriceIdAnnual },
  { product: program.type, plan: null, amount: program.priceOnce, priceId: program.stripePriceIdOnce },
];

/** The price of a product; throws `payment_provider_unavailable` until the product exists at the provider. */
export const priceOfProduct = (programs: readonly Program[], product: Product, plan: Plan | null): Price => {
  const price = programs
    .filter((program) => program.type === product)
    .flatMap(pricesOf)
    .find((candidate) => candidate.plan === plan);
  if (price?.amount == null || price.priceId === null)
    throw new DomainError('payment_provider_unavailable', { retryAfter: 10 });
  return { ...price, amount: price.amount, priceId: price.priceId };
};

const priceUnknown = (): DomainError =>
  new DomainError('price_unknown', { fields: { priceId: 'This price is not available.' } });

/** The price with this id; throws `price_unknown` when it is none of ours. */
export const priceOfId = (programs: readonly Program[], priceId: string): Price => {
  for (const { amount, priceId: known, ...price } of programs.flatMap(pricesOf)) {
    if (known === priceId && amount !== null) return { ...price, amount, priceId };
  }
  throw priceUnknown();
};

/**
 * The price of a membership that is ordered by its plan, by a price id, or by both; throws `price_unknown`, and `price_plan_mismatch` where
 * the two differ.
 */
export const priceOfMembership = (
  program: Program,
  { plan = null, priceId }: { readonly plan?: Plan | null | undefined; readonly priceId?: string | undefined },
): MembershipPrice => {
  const price = priceId === undefined ? priceOfProduct([program], program.type, plan) : priceOfId([program], priceId);
  if (price.plan === null) throw priceUnknown();
  if (plan !== null && price.plan !== plan) throw new DomainError('price_plan_mismatch');
  return { ...price, plan: price.plan };
};

/** The marks by which a subscription is recognized as our membership, at whatever price: prices change, and members keep theirs. */
export interface MembershipMark {
  /** The provider's product; missing until the provider was asked. */
  readonly productId: string | null;
  /** Every price that was ever ours. */
  readonly priceIds: ReadonlySet<string>;
  /** Subscriptions that are memberships here: they stay memberships where staff move them to the price of another product. */
  readonly subscriptionIds: ReadonlySet<string>;
}

/** The part of a subscription that is our membership, or `null` when it is a subscription to something else. */
export const membershipItemOf = (
  subscription: Stripe.Subscription,
  mark: MembershipMark,
): Stripe.SubscriptionItem | null => {
  const items = subscription.items.data;
  const sold = items.find(
    ({ price }) => mark.priceIds.has(price.id) || (mark.productId !== null && idOf(price.product) === mark.productId),
  );
  return sold ?? (mark.subscriptionIds.has(subscription.id) ? items[0] : undefined) ?? null;
};

/** Whether a subscription ends with the period that is paid, or on a date within it, which staff can set. */
export const isEnding = ({
  cancel_at: endsAt,
  cancel_at_period_end: endsWithPeriod,
  items,
}: Stripe.Subscription): boolean =>
  endsWithPeriod || (endsAt !== null && items.data.every((item) => endsAt <= item.current_period_end));

/** The paid period of a membership. After its end it renews, unless `isLast`. */
export const periodOf = (
  subscription: Stripe.Subscription,
  { current_period_start: start, current_period_end: end }: Stripe.SubscriptionItem,
): { readonly start: Date; readonly end: Date; readonly isLast: boolean } => {
  const isLast = isEnding(subscription);
  return { start: fromUnix(start), end: fromUnix(isLast ? (subscription.cancel_at ?? end) : end), isLast };
};

/** The plan that follows from how often a price is paid. */
export const planOfPrice = (price: Stripe.Price): Plan => (price.recurring?.interval === 'year' ? 'annual' : 'monthly');
