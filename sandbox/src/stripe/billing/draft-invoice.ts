import type { StripeAccount } from '../stripe-account.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';
import { discountInvoiceLines, discountOf, newInvoiceLine, type LineTerms } from './invoice-line.ts';

export type Invoice = StripeTables['invoices'];

export interface InvoiceTerms {
  customer: StripeTables['customers'];
  subscription: StripeTables['subscriptions'] | null;
  lines: LineTerms[];
  /** Ids of discounts. */
  discounts: string[];
  reason: NonNullable<Invoice['billing_reason']>;
  /** Unix seconds: the time the invoice looks back on. */
  period: { start: number; end: number };
  currency: string;
  metadata: Record<string, string>;
  /** Unix seconds at which Stripe finalizes the draft automatically; null for one that is finalized immediately. */
  finalizesAt: number | null;
}

/** A new draft, announced. All amounts are cents. */
export const draftInvoice = (account: StripeAccount, terms: InvoiceTerms): Invoice =>
  account.add('invoices', newInvoice(account, terms, stripeId('in')), 'invoice.created');

/** A draft that is neither stored nor announced. */
export const newInvoice = (account: StripeAccount, terms: InvoiceTerms, id: string): Invoice => {
  const lines = discountInvoiceLines(
    account,
    terms.lines.map((line) => newInvoiceLine(account, id, line)),
    terms.discounts,
  );
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - lines.reduce((sum, line) => sum + discountOf(line), 0);
  const { customer, subscription } = terms;
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Lectern',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: terms.finalizesAt,
    billing_reason: terms.reason,
    collection_method: 'charge_automatically',
    created: account.now(),
    currency: terms.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: terms.discounts,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: terms.metadata,
    next_payment_attempt: terms.finalizesAt,
    number: null,
    on_behalf_of: null,
    parent:
      subscription === null
        ? null
        : {
            type: 'subscription_details',
            quote_details: null,
            subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: terms.period.end,
    period_start: terms.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: terms.discounts.map((discount) => ({
      discount,
      amount: lines.reduce((sum, line) => sum + amountOf(line.discount_amounts, discount), 0),
    })),
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: account.now(),
  };
};

const amountOf = (amounts: Invoice['lines']['data'][number]['discount_amounts'], discount: string): number => {
  return (amounts ?? []).filter((each) => each.discount === discount).reduce((sum, each) => sum + each.amount, 0);
};

/** The subscription that the invoice bills, if any. */
export const subscriptionOf = (account: StripeAccount, invoice: Invoice): StripeTables['subscriptions'] | undefined => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : account.store.get('subscriptions', id);
};
