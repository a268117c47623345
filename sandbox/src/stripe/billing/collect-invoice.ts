import type { StripeAccount } from '../stripe-account.ts';
import { randomText, stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { moveBalance } from './customer.ts';
import { subscriptionOf, type Invoice } from './draft-invoice.ts';
import { createPaymentIntent, decline, finishDelayed, succeed } from './payment.ts';

type PaymentMethod = StripeTables['paymentMethods'];

/** Cents; Stripe moves smaller sums to the customer's balance instead of charging them ("Minimum charge amounts"). */
export const MINIMUM_CHARGE = 50;

/**
 * Numbers the draft, uses up the customer's balance and opens the invoice. An amount that is left to pay gets a payment intent;
 * an invoice with nothing left is paid immediately by `payInvoice`. The invoice of a one-time checkout costs what its session
 * said, so the balance stays out of it.
 */
export const finalizeInvoice = (account: StripeAccount, draft: Invoice, kind: 'recurring' | 'one_time'): Invoice => {
  const customer = account.find('customers', draft.customer ?? '');
  const { due, endingBalance } =
    kind === 'recurring'
      ? settle(draft.total + customer.balance)
      : { due: draft.total, endingBalance: customer.balance };
  if (endingBalance !== customer.balance) {
    const isTooSmall = endingBalance > 0;
    moveBalance(account, customer, {
      amount: endingBalance - customer.balance,
      currency: draft.currency,
      type: isTooSmall ? 'invoice_too_small' : 'applied_to_invoice',
      invoice: draft.id,
    });
  }
  const sequence = account.find('customers', customer.id).next_invoice_sequence ?? 1;
  account.change('customers', customer, {
    next_invoice_sequence: sequence + 1,
    currency: customer.currency ?? draft.currency,
  });
  const page = `${account.publicUrl}/stripe/invoices/${draft.id}_${randomText(16)}`;
  const now = account.now();
  const open = account.change(
    'invoices',
    draft,
    {
      amount_due: due,
      amount_remaining: due,
      automatically_finalizes_at: null,
      effective_at: now,
      ending_balance: endingBalance,
      hosted_invoice_url: page,
      invoice_pdf: `${page}/pdf`,
      next_payment_attempt: null,
      number: `${customer.invoice_prefix ?? 'LECTERN'}-${String(sequence).padStart(4, '0')}`,
      starting_balance: customer.balance,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
  );
  if (due > 0) requestPayment(account, open, kind === 'recurring');
  return open;
};

/** The charge now, and the remaining balance: credit that is left over, or a sum too small to charge. */
export const settle = (owed: number): { due: number; endingBalance: number } => {
  return owed >= MINIMUM_CHARGE ? { due: owed, endingBalance: 0 } : { due: 0, endingBalance: owed };
};

const requestPayment = (account: StripeAccount, invoice: Invoice, offSession: boolean): void => {
  const intent = createPaymentIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description:
      invoice.billing_reason === 'subscription_create'
        ? 'Subscription creation'
        : invoice.billing_reason === 'subscription_cycle'
          ? 'Subscription update'
          : 'Payment for Invoice',
    metadata: {},
    receiptEmail: null,
    offSession,
  });
  account.add('invoicePayments', {
    id: stripeId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
};

/** The payment that an open invoice waits for. */
export const paymentOf = (account: StripeAccount, invoice: Invoice): StripeTables['invoicePayments'] | undefined => {
  return account.store.where('invoicePayments', 'invoice', invoice.id).find((payment) => payment.is_default);
};

/** Whether a bank debit is on its way: until its bank has answered, nothing else is taken. Source: "How PaymentIntents work", processing. */
export const isPaymentProcessing = (account: StripeAccount, invoice: Invoice): boolean => {
  const intent = account.store.get('paymentIntents', paymentOf(account, invoice)?.payment.payment_intent ?? '');
  return intent?.status === 'processing';
};

/** Charges what is left to pay to the card: the invoice is paid. */
export const payInvoice = (account: StripeAccount, invoice: Invoice, card: PaymentMethod | undefined): Invoice => {
  const payment = paymentOf(account, invoice);
  const now = account.now();
  if (payment !== undefined && card !== undefined) {
    const intent = account.find('paymentIntents', payment.payment.payment_intent ?? '');
    if (intent.status === 'processing') finishDelayed(account, intent, true);
    else succeed(account, intent, card);
    account.change(
      'invoicePayments',
      payment,
      {
        amount_paid: invoice.amount_due,
        status: 'paid',
        status_transitions: { canceled_at: null, paid_at: now },
      },
      'invoice_payment.paid',
    );
  }
  const paid = account.change('invoices', invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : invoice.attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  account.emit('invoice.paid', paid);
  account.emit('invoice.payment_succeeded', paid);
  afterPayment(account, paid);
  return paid;
};

/** A subscription whose newest invoice is paid is active again. Source: "How subscriptions work", past_due. */
const afterPayment = (account: StripeAccount, invoice: Invoice): void => {
  const customer = account.store.get('customers', invoice.customer ?? '');
  const subscription = subscriptionOf(account, invoice);
  if (subscription?.latest_invoice === invoice.id && subscription.status === 'past_due') {
    account.change('subscriptions', subscription, { status: 'active' }, 'customer.subscription.updated');
    if (customer?.delinquent === true) account.change('customers', customer, { delinquent: false }, 'customer.updated');
  }
};

/** The invoice is not collected any more. */
export const voidInvoice = (account: StripeAccount, invoice: Invoice): Invoice =>
  account.change(
    'invoices',
    invoice,
    {
      status: 'void',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: account.now() },
    },
    'invoice.voided',
  );

/** The card is refused: the invoice stays open until `retryAt` (unix seconds), or permanently when that is null. */
export const failInvoice = (
  account: StripeAccount,
  invoice: Invoice,
  card: PaymentMethod | undefined,
  retryAt: number | null,
): Invoice => {
  const payment = paymentOf(account, invoice);
  if (payment !== undefined && card !== undefined) {
    const intent = account.find('paymentIntents', payment.payment.payment_intent ?? '');
    if (intent.status === 'processing') finishDelayed(account, intent, false);
    else decline(account, intent, card);
  }
  return account.change(
    'invoices',
    invoice,
    {
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
      next_payment_attempt: retryAt,
      auto_advance: retryAt !== null,
    },
    'invoice.payment_failed',
  );
};
