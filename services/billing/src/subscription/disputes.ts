import { paymentDisputed } from '@lectern/contracts/billing/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Customer } from '../customer/customer.entity.ts';
import { idOf } from '../stripe/expandable.ts';
import { isUndecided, type RemoteCustomer } from './remote-customer.ts';

/** Publishes the undecided disputes of a payment: the association answers them at the provider, in time. An erased person's has no name or address. */
export const publishDisputes = async (
  tx: Transaction,
  customer: Customer,
  remote: RemoteCustomer,
  intentId: string | null,
  title: string | null,
): Promise<void> => {
  const { userId, email, firstName, lastName } = customer;
  for (const dispute of remote.disputes) {
    if (!isUndecided(dispute) || intentId === null || idOf(dispute.payment_intent) !== intentId) continue;
    await tx.publish(paymentDisputed, {
      disputeId: dispute.id,
      userId,
      email,
      firstName,
      lastName,
      title,
      amount: dispute.amount,
    });
  }
};
