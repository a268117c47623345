import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import {
  boolean,
  hash,
  integer,
  isWithin,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  optional,
  range,
  text,
  withoutEffect,
} from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { finalizeInvoice, isPaymentProcessing, voidInvoice } from '../billing/collect-invoice.ts';
import { moveBalance } from '../billing/customer.ts';
import { previewChange, previewRenewal } from '../billing/preview-invoice.ts';
import { collect } from '../billing/renewal.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { ANCHOR, ITEM, itemsToBill, priceChange, PRORATION } from './subscriptions.resource.ts';

/** How long a draft stays open to change, in seconds. */
const HOUR = 3_600;

export const invoiceRoutes: StripeRoute[] = [
  route(
    'GET',
    '/v1/invoices',
    {
      ...PAGE_SHAPE,
      collection_method: withoutEffect(),
      created: optional(range()),
      customer: optional(text()),
      status: optional(oneOf(['draft', 'open', 'paid', 'uncollectible', 'void'])),
      subscription: optional(text()),
    },
    (account, params) => {
      const customer =
        params.customer ??
        (params.subscription === undefined
          ? undefined
          : account.find('subscriptions', params.subscription, 'subscription').customer);
      const all =
        customer === undefined ? account.store.all('invoices') : account.store.where('invoices', 'customer', customer);
      const found = all.filter(
        (each) =>
          (params.status === undefined || each.status === params.status) &&
          (params.subscription === undefined ||
            each.parent?.subscription_details?.subscription === params.subscription) &&
          isWithin(params.created, each.created),
      );
      return listPage(found, params, '/v1/invoices');
    },
  ),
  route(
    'POST',
    '/v1/invoices/create_preview',
    {
      customer: optional(text()),
      subscription: text(),
      discounts: notSimulated(),
      invoice_items: notSimulated(),
      preview_mode: notSimulated(),
      subscription_details: optional(
        hash({
          billing_cycle_anchor: ANCHOR,
          items: optional(list(hash(ITEM), 1)),
          proration_behavior: PRORATION,
          proration_date: optional(integer(0)),
        }),
      ),
    },
    (account, { customer, subscription: id, subscription_details: details }) => {
      const subscription = account.find('subscriptions', id, 'subscription');
      if (customer !== undefined && customer !== subscription.customer)
        throw invalidRequest('The subscription is not of this customer.', 'subscription');
      const resets = details?.billing_cycle_anchor?.type === 'now';
      const [item] = details?.items ?? (resets ? itemsToBill(subscription) : []);
      return details === undefined || item === undefined
        ? previewRenewal(account, subscription)
        : previewChange(account, subscription, priceChange(account, subscription, item, { ...details, resets }));
    },
  ),
  route('GET', '/v1/invoices/:id', {}, (account, _params, { id }) => account.find('invoices', id)),
  route(
    'POST',
    '/v1/invoices/:id',
    { metadata: optional(metadata()), description: optional(text()), auto_advance: optional(boolean()) },
    (account, params, { id }) => {
      const invoice = account.find('invoices', id);
      if (params.auto_advance !== undefined && invoice.status !== 'draft')
        throw invalidRequest(
          'The sandbox simulates a change of auto_advance for drafts alone.',
          'auto_advance',
          'not_simulated',
        );
      return account.change(
        'invoices',
        invoice,
        {
          // Source: Stripe documentation, "Automatic invoice advancement".
          ...(params.auto_advance !== undefined && {
            auto_advance: params.auto_advance,
            automatically_finalizes_at: params.auto_advance ? Math.max(invoice.created + HOUR, account.now()) : null,
          }),
          metadata: mergeMetadata(invoice.metadata ?? {}, params.metadata),
          description: params.description ?? invoice.description,
        },
        'invoice.updated',
      );
    },
  ),
  route('GET', '/v1/invoices/:id/lines', PAGE_SHAPE, (account, params, { id }) =>
    listPage(account.find('invoices', id).lines.data.toReversed(), params, `/v1/invoices/${id}/lines`),
  ),
  route('POST', '/v1/invoices/:id/finalize', { auto_advance: withoutEffect() }, (account, _params, { id }) => {
    const invoice = account.find('invoices', id);
    if (invoice.status !== 'draft')
      throw new StripeError(400, {
        code: 'invoice_not_editable',
        message: 'This invoice is already finalized, you cannot re-finalize a non-draft invoice.',
      });
    const open = finalizeInvoice(account, invoice, 'recurring');
    return account.change('invoices', open, { next_payment_attempt: account.now() });
  }),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    { off_session: withoutEffect(), payment_method: optional(text()) },
    (account, params, { id }) => {
      const card =
        params.payment_method === undefined
          ? undefined
          : account.find('paymentMethods', params.payment_method, 'payment_method');
      const invoice = account.find('invoices', id);
      if (invoice.status === 'paid')
        throw new StripeError(400, { code: 'invoice_already_paid', message: 'Invoice is already paid' });
      if (invoice.status !== 'open' && invoice.status !== 'draft')
        throw invalidRequest(`This invoice has the status ${invoice.status ?? 'none'} and cannot be paid.`);
      if (isPaymentProcessing(account, invoice))
        throw new StripeError(400, {
          code: 'payment_intent_unexpected_state',
          message: 'This invoice has a payment that is processing and cannot be paid again.',
        });
      const paid = collect(
        account,
        invoice.status === 'draft' ? finalizeInvoice(account, invoice, 'recurring') : invoice,
        card,
      );
      if (paid.status === 'paid') return paid;
      // The try and its failure stay on the records although the request is refused.
      return new StripeError(402, {
        type: 'card_error',
        code: 'card_declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      });
    },
  ),
  route('POST', '/v1/invoices/:id/void', {}, (account, _params, { id }) => {
    const invoice = account.find('invoices', id);
    if (invoice.status !== 'open')
      throw invalidRequest(`You can only pass in open invoices. This invoice is ${invoice.status ?? 'none'}.`);
    const unapplied = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);
    if (unapplied !== 0)
      moveBalance(account, account.find('customers', invoice.customer ?? ''), {
        amount: unapplied,
        currency: invoice.currency,
        type: 'unapplied_from_invoice',
        invoice: invoice.id,
      });
    return voidInvoice(account, invoice);
  }),
  route(
    'GET',
    '/v1/invoice_payments',
    {
      ...PAGE_SHAPE,
      invoice: optional(text()),
      status: optional(oneOf(['canceled', 'open', 'paid'])),
      payment: optional(hash({ type: optional(oneOf(['payment_intent'])), payment_intent: optional(text()) })),
    },
    (account, params) => {
      const all =
        params.invoice === undefined
          ? account.store.all('invoicePayments')
          : account.store.where('invoicePayments', 'invoice', params.invoice);
      const intent = params.payment?.payment_intent;
      const found = all.filter(
        (each) =>
          (params.status === undefined || each.status === params.status) &&
          (intent === undefined || each.payment.payment_intent === intent),
      );
      return listPage(found, params, '/v1/invoice_payments');
    },
  ),
  route('GET', '/v1/invoice_payments/:id', {}, (account, _params, { id }) => account.find('invoicePayments', id)),
];
