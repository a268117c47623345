import type Stripe from 'stripe';
import {
  discountBegan,
  firstPaymentFailed,
  membershipCancelled,
  membershipEnded,
  membershipPauseEnded,
  membershipPaused,
  membershipResumed,
  paymentPending,
} from '@lectern/contracts/billing/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Customer } from '../customer/customer.entity.ts';
import { fromUnix } from '../stripe/expandable.ts';
import { isRecent } from './is-recent.ts';
import { LIVE_STATUSES } from './membership.ts';
import {
  firstPaymentOf,
  invoicesOf,
  isDisputeLost,
  isFirstPaymentFailed,
  refundedOf,
  type RemoteCustomer,
} from './remote-customer.ts';
import { endingOf } from './subscription-marks.ts';
import { discounted } from './stay-discount.ts';
import type { Subscription } from './subscription.entity.ts';

const payerOf = ({ userId, email, firstName, lastName }: Customer) => ({ userId, email, firstName, lastName });

/** Publishes a membership that ended immediately, once: when it is first seen ended. `known` is what was stored of it until now. */
export const publishEnding = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  ended: Stripe.Subscription,
  remote: RemoteCustomer,
): Promise<void> => {
  if (ended.status !== 'canceled' || known?.status === 'cancelled' || customer.email === '') return;
  // Only a membership that ran here: not something else that the association sells, and not a provider's history that is read for the first time.
  const ran = known !== undefined && LIVE_STATUSES.includes(known.status);
  // One that was cancelled before ends with its period, as its payer was notified then, unless staff end it earlier.
  const isOnTime = known?.cancelAtPeriodEnd === true && fromUnix(ended.ended_at ?? 0) >= known.currentPeriodEnd;
  const ending = endingOf(ended) ?? (ran && !isOnTime ? 'cancelled' : null);
  // The email about the deactivation says that nothing more is charged.
  if (ending === null || ending === 'stopped' || (ending === 'unpaid' && !ran)) return;
  const reason = ending === 'unrenewed' ? 'cancelled' : ending;
  const disputeLost = ending === 'refunded' && isDisputeLost(remote, ended.id) ? { isDisputeLost: true } : {};
  await tx.publish(membershipEnded, {
    subscriptionId: ended.id,
    ...payerOf(customer),
    reason,
    amountRefunded: refundedOf(remote, ended.id),
    ...disputeLost,
  });
};

/** Publishes that the first payment of a membership is on its way, once: when it is first seen so. `current` is stored already. */
export const publishPending = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  current: Subscription,
  remote: RemoteCustomer,
): Promise<void> => {
  if (current.status !== 'pending' || known?.status === 'pending' || customer.email === '') return;
  // An incomplete subscription, of which nothing was paid, is pending too.
  const subscription = remote.subscriptions.find(({ id }) => id === current.id);
  if (subscription === undefined || firstPaymentOf(remote, subscription) !== 'processing') return;
  await tx.publish(paymentPending, { subscriptionId: current.id, ...payerOf(customer), plan: current.plan });
};

/**
 * Publishes that the first payment of a membership never arrived, once: when it is first seen ended, also where it was not seen before. `known` is
 * what was stored of it until now.
 */
export const publishFirstFailure = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  ended: Subscription,
  remote: RemoteCustomer,
  now: Date,
): Promise<void> => {
  if (ended.status !== 'cancelled' || customer.email === '') return;
  const isFirstSeen = known === undefined && ended.endedAt !== null && isRecent(ended.endedAt, now);
  if (known?.status !== 'pending' && !isFirstSeen) return;
  const subscription = remote.subscriptions.find(({ id }) => id === ended.id);
  if (subscription === undefined || !isFirstPaymentFailed(remote, subscription)) return;
  // A second membership of one person has its own email.
  const ending = endingOf(subscription);
  if (ending !== null && ending !== 'unpaid') return;
  await tx.publish(firstPaymentFailed, { subscriptionId: ended.id, ...payerOf(customer), plan: ended.plan });
};

/**
 * Publishes that a membership does not renew any more, so that its payer is notified, no matter who cancelled it. Not where a deactivation
 * stopped it: then it renews again with the reactivation. `current` is stored already.
 */
export const publishCancellation = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  current: Subscription,
): Promise<void> => {
  const isCancelled =
    known !== undefined &&
    !known.cancelAtPeriodEnd &&
    current.cancelAtPeriodEnd &&
    LIVE_STATUSES.includes(current.status);
  if (!isCancelled || current.isStopped || customer.email === '') return;
  const { id: subscriptionId, version, plan, currentPeriodEnd } = current;
  await tx.publish(membershipCancelled, {
    subscriptionId,
    version,
    ...payerOf(customer),
    plan,
    accessUntil: currentPeriodEnd.toISOString(),
  });
};

/**
 * Publishes that a cancelled membership renews again, no matter who resumed it. Not where it was a deactivation that had stopped it. `current`
 * is stored already.
 */
export const publishResumption = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  current: Subscription,
): Promise<void> => {
  const isResumed =
    known !== undefined &&
    known.cancelAtPeriodEnd &&
    !current.cancelAtPeriodEnd &&
    LIVE_STATUSES.includes(current.status);
  if (!isResumed || known.isStopped || customer.email === '') return;
  const { id: subscriptionId, version, plan, amount: price, currentPeriodEnd } = current;
  await tx.publish(membershipResumed, {
    subscriptionId,
    version,
    ...payerOf(customer),
    plan,
    price,
    renewsAt: currentPeriodEnd.toISOString(),
  });
};

/** Publishes that a membership pauses at the end of its paid period. `current` is stored already. */
export const publishPause = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  current: Subscription,
): Promise<void> => {
  const { id: subscriptionId, version, plan, amount: price, pausedFrom, pausedUntil } = current;
  if (known === undefined || known.pausedFrom !== null || pausedFrom === null || pausedUntil === null) return;
  if (customer.email === '') return;
  await tx.publish(membershipPaused, {
    ...{ subscriptionId, version, ...payerOf(customer), plan, price },
    pausedFrom: pausedFrom.toISOString(),
    pausedUntil: pausedUntil.toISOString(),
  });
};

/** Publishes that the discount of an offer begins. `current` is stored already. */
export const publishDiscount = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  current: Subscription,
): Promise<void> => {
  const {
    id: subscriptionId,
    plan,
    amount: price,
    discountPercent: percent,
    discountUntil,
    currentPeriodEnd,
  } = current;
  if (known === undefined || percent === null || discountUntil === null || customer.email === '') return;
  if (known.discountUntil?.getTime() === discountUntil.getTime()) return;
  await tx.publish(discountBegan, {
    ...{ subscriptionId, ...payerOf(customer), plan, price, percent, discountedPrice: discounted(price, percent) },
    until: discountUntil.toISOString(),
    renewsAt: currentPeriodEnd.toISOString(),
  });
};

/**
 * Publishes that a pause is over, or does not begin, and the membership goes on: because its time has come, or its member or staff ended it.
 * Not where it was cancelled instead. `current` is stored already.
 */
export const publishPauseEnd = async (
  tx: Transaction,
  customer: Customer,
  known: Subscription | undefined,
  current: Subscription,
  remote: RemoteCustomer,
): Promise<void> => {
  if (known === undefined || known.pausedFrom === null || current.pausedFrom !== null) return;
  if (current.status !== 'active' || current.cancelAtPeriodEnd || customer.email === '') return;
  const hadBegun = known.status === 'paused';
  const paid = invoicesOf(remote, current.id).find(
    ({ status, lines }) =>
      status === 'paid' && lines.data.some(({ period }) => fromUnix(period.start) >= current.currentPeriodStart),
  );
  const { id: subscriptionId, version, plan, amount: price, currentPeriodEnd } = current;
  await tx.publish(membershipPauseEnded, {
    ...{ subscriptionId, version, ...payerOf(customer), plan, price, hadBegun },
    charged: hadBegun ? (paid?.amount_paid ?? null) : null,
    renewsAt: currentPeriodEnd.toISOString(),
  });
};
