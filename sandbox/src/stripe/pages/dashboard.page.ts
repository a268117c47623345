import type { FastifyInstance } from 'fastify';
import { closeDispute, isOpenDispute, openDispute } from '../billing/dispute.ts';
import { refundCharge } from '../billing/refund.ts';
import { currentPeriodEnd } from '../billing/subscription.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import type { StripeTables } from '../tables.ts';
import { isDelivered } from '../webhooks/event-view.ts';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher.ts';
import { money, time } from '../../web/format.ts';
import { html, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/layout.ts';
import { badge } from './badge.ts';

export interface DashboardOptions {
  account: StripeAccount;
  dispatcher: WebhookDispatcher;
  advance: (seconds: number) => Promise<number>;
}

const SHOWN = 12;
const DAY = 86_400;

const JUMPS = [
  ['3600', '1 hour'],
  [String(DAY), '1 day'],
  [String(7 * DAY), '1 week'],
  [String(31 * DAY), '31 days'],
  [String(366 * DAY), '1 year'],
] as const;

/** Parts of Stripe's dashboard: views of all objects, and a form that moves the clock. */
export const dashboardPage = async (app: FastifyInstance, options: DashboardOptions): Promise<void> => {
  const { account } = options;

  app.get('/stripe', async (_request, reply) =>
    sendPage(reply, { title: 'Payments', section: 'stripe', body: overview(options) }),
  );

  app.post<{ Body: string }>('/stripe/clock', async (request, reply) => {
    const seconds = Number(new URLSearchParams(request.body).get('seconds'));
    if (JUMPS.some(([value]) => Number(value) === seconds)) await options.advance(seconds);
    return reply.redirect('/stripe', 303);
  });

  app.get<{ Params: { id: string } }>('/stripe/customers/:id', async (request, reply) => {
    const customer = account.store.get('customers', request.params.id);
    if (customer === undefined)
      return sendPage(reply, {
        title: 'No such customer',
        section: 'stripe',
        status: 404,
        body: html`<h1>There is no such customer</h1>`,
      });
    return sendPage(reply, {
      title: customer.email ?? customer.id,
      section: 'stripe',
      body: customerBody(account, customer),
    });
  });

  app.post<{ Params: { id: string }; Body: string }>('/stripe/charges/:id/refund', async (request, reply) => {
    const charge = account.store.get('charges', request.params.id);
    const given = new URLSearchParams(request.body).get('amount')?.trim() ?? '';
    const amount = given === '' ? undefined : cents(given);
    try {
      if (charge === undefined) throw invalidRequest('There is no such payment.');
      if (amount === null) throw invalidRequest(`“${given}” is not an amount in dollars.`);
      account.during({ id: null, idempotency_key: null }, () =>
        refundCharge(account, charge, { amount, reason: 'requested_by_customer', metadata: {} }),
      );
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return sendPage(reply, {
        title: 'Not refunded',
        section: 'stripe',
        status: 400,
        body: html`<div><p class="back"><a href="/stripe">Payments</a></p><h1>Nothing was refunded</h1><p>${error.message}</p></div>`,
      });
    }
    return reply.redirect(charge.customer === null ? '/stripe' : `/stripe/customers/${charge.customer}`, 303);
  });

  app.post<{ Params: { id: string; outcome: string } }>(
    '/stripe/charges/:id/dispute/:outcome',
    async (request, reply) => {
      const { id, outcome } = request.params;
      const charge = account.store.get('charges', id);
      const open = account.store.where('disputes', 'charge', id).find(isOpenDispute);
      account.during({ id: null, idempotency_key: null }, () => {
        if (outcome === 'opened' && charge?.paid === true && open === undefined) openDispute(account, charge);
        if ((outcome === 'won' || outcome === 'lost') && open !== undefined) closeDispute(account, open, outcome);
      });
      return reply.redirect(charge?.customer == null ? '/stripe' : `/stripe/customers/${charge.customer}`, 303);
    },
  );

  app.get<{ Params: { id: string } }>('/stripe/subscriptions/:id', async (request, reply) => {
    const subscription = account.store.get('subscriptions', request.params.id);
    if (subscription === undefined)
      return sendPage(reply, {
        title: 'No such subscription',
        section: 'stripe',
        status: 404,
        body: html`<h1>There is no such subscription</h1>`,
      });
    return sendPage(reply, {
      title: 'Subscription',
      section: 'stripe',
      body: subscriptionBody(account, subscription),
    });
  });
};

const overview = ({ account, dispatcher }: DashboardOptions): Html => {
  const { store } = account;
  const newest = <T>(all: readonly T[]): T[] => all.slice(-SHOWN).toReversed();
  const customers = store.all('customers');
  const subscriptions = store.all('subscriptions');
  const invoices = store.all('invoices');
  const charges = store.all('charges');
  const events = store.all('events');
  const pending = store.where('deliveries', 'status', 'pending').length;
  return html`
    <div><h1>Payments</h1><p class="lede">${dispatcher.endpoint === undefined ? 'No webhook endpoint is set: events are kept and not delivered.' : html`Events go to <code>${dispatcher.endpoint.url}</code>${pending > 0 && html`, ${pending} on their way`}.`}</p></div>
    <section class="card stack" aria-labelledby="clock">
      <div class="row spread"><h2 id="clock">Clock</h2><strong>${time(account.now())}</strong></div>
      <form method="post" action="/stripe/clock" class="row"><span class="muted">Move forward by</span>${JUMPS.map(([value, label]) => html`<button class="quiet" name="seconds" value="${value}">${label}</button>`)}</form>
    </section>
    ${table(
      'Subscriptions',
      subscriptions.length,
      ['Subscription', 'Customer', 'Status', 'Period ends'],
      newest(subscriptions).map((each) => subscriptionRow(account, each)),
    )}
    ${table(
      'Customers',
      customers.length,
      ['Customer', 'Since', 'Balance'],
      newest(customers).map(
        (each) =>
          html`<tr><td><a href="/stripe/customers/${each.id}">${each.email ?? each.id}</a></td><td class="when">${time(each.created)}</td><td class="number">${money(each.balance, each.currency ?? 'usd')}</td></tr>`,
      ),
    )}
    ${table(
      'Invoices',
      invoices.length,
      ['Invoice', 'Customer', 'Date', 'Status', 'Amount'],
      newest(invoices).map((each) => invoiceRow(each)),
    )}
    ${table(
      'Charges',
      charges.length,
      CHARGE_HEADS,
      newest(charges).map((each) => chargeRow(account, each)),
    )}
    ${table(
      'Events',
      events.length,
      ['Event', 'Time', 'Delivery'],
      newest(events).map(
        (each) =>
          html`<tr><td><a href="/stripe/events/${each.id}">${each.type}</a></td><td class="when">${time(each.created)}</td><td>${badge(deliveryState(account, each))}</td></tr>`,
      ),
      html`<p><a href="/stripe/events">All events</a></p>`,
    )}`;
};

/** The state of the event's deliveries, in one word. */
export const deliveryState = (account: StripeAccount, event: StripeTables['events']): string => {
  const deliveries = account.store.where('deliveries', 'event', event.id);
  if (deliveries.length === 0) return 'not sent';
  if (isDelivered(account.store, event.id)) return 'delivered';
  return deliveries.some((each) => each.status === 'pending') ? 'pending' : (deliveries[0]?.status ?? 'pending');
};

const table = (title: string, count: number, heads: readonly string[], rows: Html[], more?: Html): Html => {
  const isNumber = (head: string): boolean => head === 'Amount' || head === 'Balance';
  return html`<section class="card stack">
    <div class="row spread"><h2>${title}</h2><span class="muted small">${count > rows.length ? `newest ${rows.length} of ${count.toLocaleString('en-US')}` : ''}</span></div>
    ${
      rows.length === 0
        ? html`<p class="empty">None yet.</p>`
        : html`<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th${isNumber(head) ? html` class="number"` : ''}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
    }
    ${more}
  </section>`;
};

const subscriptionRow = (account: StripeAccount, subscription: StripeTables['subscriptions']): Html => {
  const customer = account.store.get('customers', subscription.customer);
  const isEnding = subscription.status === 'active' && subscription.cancel_at !== null;
  return html`<tr><td><a href="/stripe/subscriptions/${subscription.id}">${nameOf(account, subscription)}</a></td><td>${customer === undefined ? subscription.customer : html`<a href="/stripe/customers/${customer.id}">${customer.email ?? customer.id}</a>`}</td><td>${badge(isEnding ? 'ending' : subscription.status)}</td><td class="when">${time(currentPeriodEnd(subscription))}</td></tr>`;
};

const invoiceRow = (invoice: StripeTables['invoices']): Html => {
  const label = invoice.number ?? 'Draft';
  return html`<tr><td>${invoice.hosted_invoice_url == null ? label : html`<a href="${invoice.hosted_invoice_url}">${label}</a>`}</td><td>${invoice.customer_email}</td><td class="when">${time(invoice.created)}</td><td>${badge(invoice.status)}</td><td class="number">${money(invoice.amount_due, invoice.currency)}</td></tr>`;
};

const CHARGE_HEADS = ['Charge', 'Status', 'Amount', 'Refund', 'Dispute'];

const disputeCell = (account: StripeAccount, charge: StripeTables['charges']): Html => {
  const dispute = account.store.where('disputes', 'charge', charge.id).at(-1);
  const button = (outcome: string, label: string): Html =>
    html`<form method="post" action="/stripe/charges/${charge.id}/dispute/${outcome}"><button class="quiet">${label}</button></form>`;
  if (dispute !== undefined && isOpenDispute(dispute))
    return html`<div class="row">${button('won', 'Won')}${button('lost', 'Lost')}</div>`;
  if (dispute !== undefined) return html`${dispute.status}`;
  return charge.paid ? button('opened', 'Dispute') : html``;
};

const chargeRow = (account: StripeAccount, charge: StripeTables['charges']): Html => {
  const left = charge.paid ? charge.amount - charge.amount_refunded : 0;
  const label = `Amount in dollars, all of ${money(left, charge.currency)} when left empty`;
  return html`<tr><td><a href="/stripe/receipts/${charge.id}">${time(charge.created)}</a></td><td>${badge(charge.refunded ? 'refunded' : charge.status)}</td><td class="number">${money(charge.amount, charge.currency)}</td><td>${charge.amount_refunded > 0 && html`<p>${money(charge.amount_refunded, charge.currency)} refunded</p>`}${left > 0 && html`<form method="post" action="/stripe/charges/${charge.id}/refund" class="row"><input type="text" class="short" inputmode="decimal" name="amount" placeholder="${(left / 100).toFixed(2)}" aria-label="${label}"><button class="quiet">Refund</button></form>`}</td><td>${disputeCell(account, charge)}</td></tr>`;
};

/** Cents of an amount that a person typed, or null when it is none. */
const cents = (typed: string): number | null => {
  const match = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed);
  const amount = match === null ? 0 : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return amount > 0 ? amount : null;
};

const nameOf = (account: StripeAccount, subscription: StripeTables['subscriptions']): string => {
  return subscription.items.data
    .map(({ price }) => account.store.get('products', price.product)?.name ?? price.id)
    .join(', ');
};

const customerBody = (account: StripeAccount, customer: StripeTables['customers']): Html => {
  const { store } = account;
  const charges = store.where('charges', 'customer', customer.id).toReversed();
  return html`
    <div><p class="back"><a href="/stripe">Payments</a></p><h1>${customer.email ?? customer.id}</h1><p class="lede"><code>${customer.id}</code>${customer.name != null && html` &middot; ${customer.name}`} &middot; balance ${money(customer.balance, customer.currency ?? 'usd')}</p></div>
    ${table(
      'Subscriptions',
      0,
      ['Subscription', 'Customer', 'Status', 'Period ends'],
      store
        .where('subscriptions', 'customer', customer.id)
        .toReversed()
        .map((each) => subscriptionRow(account, each)),
    )}
    ${table(
      'Invoices',
      0,
      ['Invoice', 'Customer', 'Date', 'Status', 'Amount'],
      store
        .where('invoices', 'customer', customer.id)
        .toReversed()
        .map((each) => invoiceRow(each)),
    )}
    ${table(
      'Charges',
      0,
      CHARGE_HEADS,
      charges.map((each) => chargeRow(account, each)),
    )}
    ${raw(customer)}`;
};

const subscriptionBody = (account: StripeAccount, subscription: StripeTables['subscriptions']): Html => {
  const customer = account.store.get('customers', subscription.customer);
  return html`
    <div><p class="back"><a href="/stripe">Payments</a></p><h1>${nameOf(account, subscription)}</h1><p class="lede">${customer?.email ?? subscription.customer}</p></div>
    <section class="card"><dl>
      <dt>Status</dt><dd>${badge(subscription.status)}</dd>
      <dt>Started</dt><dd>${time(subscription.start_date)}</dd>
      <dt>Period ends</dt><dd>${time(currentPeriodEnd(subscription))}</dd>
      ${subscription.cancel_at !== null && html`<dt>Ends</dt><dd>${time(subscription.cancel_at)}</dd>`}
      ${subscription.ended_at !== null && html`<dt>Ended</dt><dd>${time(subscription.ended_at)}${subscription.cancellation_details?.reason != null && html`, ${subscription.cancellation_details.reason.replaceAll('_', ' ')}`}</dd>`}
    </dl></section>
    ${raw(subscription)}`;
};

/** The object as the API shows it. */
export const raw = (object: object): Html => {
  return html`<section class="card"><h2>As the API shows it</h2><pre tabindex="0">${JSON.stringify(object, null, 2)}</pre></section>`;
};
