import type { StripeAccount } from '../stripe-account.ts';
import { randomText, stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { moveCharge } from './balance.ts';

type PaymentIntent = StripeTables['paymentIntents'];
type Charge = StripeTables['charges'];
type PaymentMethod = StripeTables['paymentMethods'];

export interface PaymentTerms {
  /** Cents. */
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  offSession: boolean;
}

const DECLINED = 'Your card was declined.';

/** A payment intent that waits for a card. */
export const createPaymentIntent = (account: StripeAccount, terms: PaymentTerms): PaymentIntent => {
  const id = stripeId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: terms.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: account.now(),
    currency: terms.currency,
    customer: terms.customer,
    customer_account: null,
    description: terms.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: terms.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: terms.receiptEmail,
    review: null,
    setup_future_usage: terms.offSession ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  return account.add('paymentIntents', intent, 'payment_intent.created');
};

/** Charges the card; the intent succeeds. */
export const succeed = (account: StripeAccount, intent: PaymentIntent, card: PaymentMethod): PaymentIntent => {
  const charge = newCharge(account, intent, card, true);
  const moved = { ...charge, balance_transaction: moveCharge(account, charge).id };
  account.add('charges', moved, 'charge.succeeded');
  return account.change(
    'paymentIntents',
    intent,
    {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      payment_method: card.id,
      last_payment_error: null,
    },
    'payment_intent.succeeded',
  );
};

/** Charges the card in vain; the intent waits for another one. */
export const decline = (account: StripeAccount, intent: PaymentIntent, card: PaymentMethod): PaymentIntent => {
  const charge = newCharge(account, intent, card, false);
  account.add('charges', charge, 'charge.failed');
  return account.change(
    'paymentIntents',
    intent,
    {
      status: 'requires_payment_method',
      latest_charge: charge.id,
      payment_method: null,
      last_payment_error: {
        advice_code: 'try_again_later',
        charge: charge.id,
        code: 'card_declined',
        decline_code: 'generic_decline',
        doc_url: 'https://stripe.com/docs/error-codes/card-declined',
        message: DECLINED,
        payment_method: card,
        type: 'card_error',
      },
    },
    'payment_intent.payment_failed',
  );
};

/** A bank debit: the money is on its way for days. Source: Stripe documentation, "Payment status updates", processing. */
export const startDelayed = (account: StripeAccount, intent: PaymentIntent, method: PaymentMethod): PaymentIntent => {
  const charge: Charge = {
    ...newCharge(account, intent, method, true),
    status: 'pending',
    paid: false,
    amount_captured: 0,
    captured: false,
    receipt_url: null,
    payment_method_details: { type: 'us_bank_account', us_bank_account: BANK_ACCOUNT },
  };
  account.add('charges', charge, 'charge.pending');
  return account.change(
    'paymentIntents',
    intent,
    { status: 'processing', latest_charge: charge.id, payment_method: method.id },
    'payment_intent.processing',
  );
};

/** The bank has answered: the money of a payment that was on its way has arrived, or never will. */
export const finishDelayed = (account: StripeAccount, intent: PaymentIntent, hasArrived: boolean): PaymentIntent => {
  const charge = account.find('charges', intent.latest_charge ?? '');
  if (hasArrived) {
    const receipt_url = `${account.publicUrl}/stripe/receipts/${charge.id}`;
    account.change(
      'charges',
      charge,
      {
        status: 'succeeded',
        paid: true,
        amount_captured: charge.amount,
        captured: true,
        receipt_url,
        balance_transaction: moveCharge(account, charge).id,
      },
      'charge.succeeded',
    );
    return account.change(
      'paymentIntents',
      intent,
      { status: 'succeeded', amount_received: intent.amount },
      'payment_intent.succeeded',
    );
  }
  const refusal = {
    failure_code: 'insufficient_funds',
    failure_message: 'The customer’s account has insufficient funds to cover this payment.',
  };
  account.change('charges', charge, { status: 'failed', ...refusal }, 'charge.failed');
  return account.change(
    'paymentIntents',
    intent,
    { status: 'requires_payment_method', payment_method: null },
    'payment_intent.payment_failed',
  );
};

const newCharge = (account: StripeAccount, intent: PaymentIntent, card: PaymentMethod, isPaid: boolean): Charge => {
  const id = stripeId('ch');
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: card.billing_details,
    calculated_statement_descriptor: 'LECTERN',
    captured: isPaid,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : DECLINED,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: isPaid
      ? {
          advice_code: null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: 'approved_by_network',
          reason: null,
          risk_level: 'normal',
          risk_score: 20,
          seller_message: 'Payment complete.',
          type: 'authorized',
        }
      : {
          advice_code: 'try_again_later',
          network_advice_code: null,
          network_decline_code: '05',
          network_status: 'declined_by_network',
          reason: 'generic_decline',
          risk_level: 'normal',
          risk_score: 40,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: { type: 'card', card: cardDetails(card, intent.amount, isPaid) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? `${account.publicUrl}/stripe/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
};

type CardDetails = NonNullable<NonNullable<Charge['payment_method_details']>['card']>;

type BankAccount = NonNullable<NonNullable<Charge['payment_method_details']>['us_bank_account']>;

/** The account that every bank debit is taken from. Source: "Testing", US bank account numbers. */
const BANK_ACCOUNT: BankAccount = {
  account_holder_type: 'individual',
  account_type: 'checking',
  bank_name: 'STRIPE TEST BANK',
  fingerprint: null,
  last4: '6789',
  payment_reference: null,
  routing_number: '110000000',
};

const cardDetails = (method: PaymentMethod, amount: number, isPaid: boolean): CardDetails => {
  return {
    amount_authorized: isPaid ? amount : null,
    authorization_code: isPaid ? '123456' : null,
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: method.card?.exp_month ?? 12,
    exp_year: method.card?.exp_year ?? 2034,
    fingerprint: method.card?.fingerprint ?? null,
    funding: 'credit',
    installments: null,
    last4: method.card?.last4 ?? null,
    mandate: null,
    network: 'visa',
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
};
