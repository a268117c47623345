import type { FastifyInstance } from 'fastify';
import { createCard } from '../billing/card.ts';
import { isPaymentProcessing, payInvoice } from '../billing/collect-invoice.ts';
import { discountOf } from '../billing/invoice-line.ts';
import type { StripeAccount } from '../stripe-account.ts';
import type { StripeTables } from '../tables.ts';
import { date, money, time } from '../../web/format.ts';
import { html, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/layout.ts';
import { badge } from './badge.ts';
import { plainPdf, type PdfLine } from './invoice-pdf.ts';

type Invoice = StripeTables['invoices'];
type Route = { Params: { token: string } };

/** The hosted invoice page, its PDF, and the receipt of a payment. */
export const invoicePage = async (app: FastifyInstance, { account }: { account: StripeAccount }): Promise<void> => {
  const invoiceOf = (token: string): Invoice | undefined => {
    const invoice = account.store.get('invoices', token.slice(0, token.lastIndexOf('_')));
    return invoice?.hosted_invoice_url?.endsWith(`/${token}`) === true ? invoice : undefined;
  };

  app.get<Route>('/stripe/invoices/:token', async (request, reply) => {
    const invoice = invoiceOf(request.params.token);
    if (invoice === undefined)
      return sendPage(reply, {
        title: 'Invoice not found',
        narrow: true,
        status: 404,
        body: html`<h1>There is no such invoice</h1>`,
      });
    return sendPage(reply, {
      title: `Invoice ${invoice.number ?? ''}`,
      narrow: true,
      body: invoiceBody(account, invoice, request.params.token),
    });
  });

  app.get<Route>('/stripe/invoices/:token/pdf', async (request, reply) => {
    const invoice = invoiceOf(request.params.token);
    if (invoice === undefined)
      return sendPage(reply, {
        title: 'Invoice not found',
        narrow: true,
        status: 404,
        body: html`<h1>There is no such invoice</h1>`,
      });
    const pdf = plainPdf(`Invoice ${invoice.number ?? ''}`, pdfLines(invoice));
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`)
      .send(pdf);
  });

  app.post<Route>('/stripe/invoices/:token/pay', async (request, reply) => {
    const invoice = invoiceOf(request.params.token);
    if (invoice?.status === 'open' && !isPaymentProcessing(account, invoice)) {
      account.during({ id: null, idempotency_key: null }, () =>
        payInvoice(account, invoice, createCard(account, 'works', null, invoice.customer_email)),
      );
    }
    return reply.redirect(`/stripe/invoices/${request.params.token}`, 303);
  });

  app.get<{ Params: { id: string } }>('/stripe/receipts/:id', async (request, reply) => {
    const charge = account.store.get('charges', request.params.id);
    if (charge === undefined)
      return sendPage(reply, {
        title: 'Receipt not found',
        narrow: true,
        status: 404,
        body: html`<h1>There is no such receipt</h1>`,
      });
    return sendPage(reply, { title: 'Receipt', narrow: true, body: receiptBody(charge) });
  });
};

const invoiceBody = (account: StripeAccount, invoice: Invoice, token: string): Html => {
  const { currency } = invoice;
  const discount = invoice.subtotal - invoice.total;
  const credit = invoice.total - invoice.amount_due;
  return html`<section class="card stack">
    <div class="row spread"><h1>Invoice</h1>${badge(invoice.status)}</div>
    <dl><dt>Number</dt><dd>${invoice.number}</dd><dt>Billed to</dt><dd>${invoice.customer_email}</dd><dt>From</dt><dd>Lectern</dd><dt>Date</dt><dd>${time(invoice.created)}</dd>${invoice.status_transitions.paid_at !== null && html`<dt>Paid</dt><dd>${time(invoice.status_transitions.paid_at)}</dd>`}</dl>
    <table class="lines">
      <tbody>${invoice.lines.data.map((line) => html`<tr><td>${line.description}<br><span class="small muted">${date(line.period.start)}${line.period.end !== line.period.start && html` to ${date(line.period.end)}`}</span></td><td class="number">${money(line.amount, currency)}</td></tr>`)}</tbody>
      <tfoot>
        ${discount > 0 && html`<tr><td>Discount</td><td class="number">&minus;${money(discount, currency)}</td></tr>`}
        ${credit > 0 && html`<tr><td>Credit used</td><td class="number">&minus;${money(credit, currency)}</td></tr>`}
        ${credit < 0 && html`<tr><td>Owed from before</td><td class="number">${money(-credit, currency)}</td></tr>`}
        <tr class="total"><td>${invoice.status === 'paid' ? 'Paid' : 'Due'}</td><td class="number">${money(invoice.amount_due, currency)}</td></tr>
      </tfoot>
    </table>
    ${refundNote(account, invoice)}
    ${invoice.status === 'open' && (isPaymentProcessing(account, invoice) ? html`<p class="notice wait">Your payment is on its way from your bank.</p>` : html`<form method="post" action="/stripe/invoices/${token}/pay"><button class="primary wide">Pay ${money(invoice.amount_due, currency)}</button></form>`)}
    <p><a href="${invoice.invoice_pdf ?? ''}">Download PDF</a></p>
  </section>`;
};

const refundNote = (account: StripeAccount, invoice: Invoice): Html | null => {
  const refunded = account.store
    .where('invoicePayments', 'invoice', invoice.id)
    .flatMap((payment) => account.store.where('charges', 'payment_intent', payment.payment.payment_intent))
    .reduce((sum, charge) => sum + charge.amount_refunded, 0);
  return refunded === 0
    ? null
    : html`<p class="notice wait">${money(refunded, invoice.currency)} of this was refunded.</p>`;
};

const receiptBody = (charge: StripeTables['charges']): Html => {
  return html`<section class="card stack">
    <div class="row spread"><h1>Receipt</h1>${badge(charge.refunded ? 'refunded' : charge.status)}</div>
    <dl><dt>Paid to</dt><dd>Lectern</dd><dt>Amount</dt><dd>${money(charge.amount, charge.currency)}</dd><dt>Date</dt><dd>${time(charge.created)}</dd><dt>Card</dt><dd>Visa ending ${charge.payment_method_details?.card?.last4 ?? ''}</dd>${charge.amount_refunded > 0 && html`<dt>Refunded</dt><dd>${money(charge.amount_refunded, charge.currency)}</dd>`}</dl>
  </section>`;
};

const pdfLines = (invoice: Invoice): PdfLine[] => {
  const { currency } = invoice;
  const discount = invoice.lines.data.reduce((sum, line) => sum + discountOf(line), 0);
  const credit = invoice.total - invoice.amount_due;
  return [
    { left: 'Invoice', size: 24 },
    { left: 'Lectern, local sandbox: no real money moved' },
    { left: '' },
    { left: 'Number', right: invoice.number ?? '' },
    { left: 'Billed to', right: invoice.customer_email ?? '' },
    { left: 'Date', right: time(invoice.created) },
    { left: 'Status', right: invoice.status ?? '' },
    { left: '' },
    ...invoice.lines.data.map((line) => ({
      left: line.description ?? '',
      right: money(line.amount, currency),
    })),
    ...(discount > 0 ? [{ left: 'Discount', right: `-${money(discount, currency)}` }] : []),
    ...(credit > 0 ? [{ left: 'Credit used', right: `-${money(credit, currency)}` }] : []),
    { left: '' },
    {
      left: invoice.status === 'paid' ? 'Paid' : 'Due',
      right: money(invoice.amount_due, currency),
      size: 14,
    },
  ];
};
