import type { StripeAccount } from '../stripe-account.ts';
import { StripeError } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { moveRefund } from './balance.ts';

type Refund = StripeTables['refunds'];
type Charge = StripeTables['charges'];

export interface RefundTerms {
  /** Cents; everything that is left when undefined. */
  amount: number | undefined;
  reason: Refund['reason'];
  metadata: Record<string, string>;
}

/**
 * Gives money of a charge back, all or in part, and announces it. The payment intent stays succeeded and the invoice
 * paid. Source: Stripe documentation, "Refund and cancel payments".
 * @throws StripeError 400 when the charge failed, is refunded already, or less is left
 */
export const refundCharge = (account: StripeAccount, charge: Charge, terms: RefundTerms): Refund => {
  if (!charge.paid) throw new StripeError(400, { message: `Charge ${charge.id} is not refundable: it failed.` });
  if (
    account.store.where('disputes', 'charge', charge.id).some(({ is_charge_refundable: isRefundable }) => !isRefundable)
  )
    throw new StripeError(400, {
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    });
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw new StripeError(400, {
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  const amount = terms.amount ?? left;
  if (amount > left) {
    throw new StripeError(400, {
      message: `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      param: 'amount',
      code: 'amount_too_large',
    });
  }
  const refund: Refund = {
    id: stripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: terms.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  const moved = { ...refund, balance_transaction: moveRefund(account, refund, charge).id };
  account.add('refunds', moved, 'refund.created');
  account.change(
    'charges',
    charge,
    { amount_refunded: charge.amount_refunded + amount, refunded: amount === left },
    'charge.refunded',
  );
  return moved;
};

const dollars = (cents: number): string => {
  return `$${(cents / 100).toFixed(2)}`;
};
