import type Stripe from 'stripe';
import { membershipCancelled, membershipEnded } from '@lectern/contracts/billing/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Customer } from '../customer/customer.entity.ts';
import { LIVE_STATUSES } from './membership.ts';
import { endingOf, refundedOf, type RemoteCustomer, STOPPED_MARK } from './remote-customer.ts';
import type { Subscription } from './subscription.entity.ts';

const payerOf = ({ userId, email, firstName, lastName }: Customer) => ({ userId, email, firstName, lastName });

/** Publishes a membership that ended immediately, once: when it is first seen ended. `known` is what was stored of it until now. */
export const publishEnding = async (tx: Transaction, customer: Customer, known: Subscription | undefined, ended: Stripe.Subscription, remote: RemoteCustomer): Promise<void> => {
  if (ended.status !== 'canceled' || known?.status === 'cancelled' || customer.email === '') return;
  // Only a membership that ran here: not something else that the association sells, and not a provider's history that is read for the first time.
  const ran = known !== undefined && LIVE_STATUSES.includes(known.status);
  // One that was cancelled before ends with its period, as its payer was notified then.
  const ending = endingOf(ended) ?? (ran && !known.cancelAtPeriodEnd ? 'cancelled' : null);
  if (ending === null || (ending === 'unpaid' && !ran)) return;
  await tx.publish(membershipEnded, { subscriptionId: ended.id, ...payerOf(customer), reason: ending, amountRefunded: refundedOf(remote, ended.id) });
};

/**
 * Publishes that a membership does not renew any more, so that its payer is notified, no matter who cancelled it. Not where a deactivation
 * stopped it: then it renews again with the reactivation. `current` is stored already.
 */
export const publishCancellation = async (tx: Transaction, customer: Customer, known: Subscription | undefined, current: Subscription, remote: RemoteCustomer): Promise<void> => {
  const isCancelled = known !== undefined && !known.cancelAtPeriodEnd && current.cancelAtPeriodEnd && LIVE_STATUSES.includes(current.status);
  const isStopped = remote.subscriptions.some(({ id, metadata }) => id === current.id && metadata[STOPPED_MARK] === 'deactivation');
  if (!isCancelled || isStopped || customer.email === '') return;
  const { id: subscriptionId, version, plan, currentPeriodEnd } = current;
  await tx.publish(membershipCancelled, { subscriptionId, version, ...payerOf(customer), plan, accessUntil: currentPeriodEnd.toISOString() });
};
