import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { moveDisputed, moveReinstated } from './balance.ts';

type Dispute = StripeTables['disputes'];
type Charge = StripeTables['charges'];

const WEEK = 7 * 86_400;

/** Whether the bank has not decided yet. Source: API reference, "The Dispute object", status. */
export const isOpenDispute = ({ status }: Dispute): boolean => status !== 'won' && status !== 'lost';

/**
 * The cardholder's bank takes the money of a charge back until it has decided. The event's object is the dispute, which names charge and
 * payment intent and no customer. Source: Stripe documentation, "How disputes work"; API reference, "The Dispute object".
 * @throws StripeError 400 for a charge that failed, or is disputed already
 */
export const openDispute = (account: StripeAccount, charge: Charge): Dispute => {
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} cannot be disputed: it failed.`, 'charge');
  if (account.store.where('disputes', 'charge', charge.id).some(isOpenDispute))
    throw invalidRequest(`Charge ${charge.id} is disputed already.`, 'charge');
  const dispute: Dispute = {
    id: stripeId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: account.now() + WEEK,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
  account.change('charges', charge, { disputed: true });
  const withdrawn = { ...dispute, balance_transactions: [moveDisputed(account, dispute)] };
  account.add('disputes', withdrawn, 'charge.dispute.created');
  account.emit('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
};

/** The bank has decided: the money stays withdrawn, or is reinstated. */
export const closeDispute = (account: StripeAccount, dispute: Dispute, status: 'won' | 'lost'): Dispute => {
  if (!isOpenDispute(dispute)) throw invalidRequest(`Dispute ${dispute.id} is closed already.`);
  const reinstated = status === 'won' ? [moveReinstated(account, dispute)] : [];
  const closed = account.change(
    'disputes',
    dispute,
    {
      status,
      is_charge_refundable: status === 'won',
      balance_transactions: [...dispute.balance_transactions, ...reinstated],
    },
    'charge.dispute.closed',
  );
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', closed);
  return closed;
};

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
