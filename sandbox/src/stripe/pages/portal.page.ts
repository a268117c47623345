import type { FastifyInstance } from 'fastify';
import { CARDS, defaultCard, isCardKind } from '../billing/card.ts';
import { currentPeriodEnd } from '../billing/subscription.ts';
import { updateCard } from '../billing/update-card.ts';
import type { StripeAccount } from '../stripe-account.ts';
import type { StripeTables } from '../tables.ts';
import { money, time } from '../../web/format.ts';
import { html, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/layout.ts';
import { badge } from './badge.ts';

type PortalSession = StripeTables['portalSessions'];
type Route = { Params: { token: string }; Querystring: { saved?: string }; Body: string };

/** The billing portal: the customer's card, subscriptions and invoices. */
export const portalPage = async (app: FastifyInstance, { account }: { account: StripeAccount }): Promise<void> => {
  // The address carries a secret after the id; an address that was not handed out leads nowhere.
  const sessionOf = (token: string): PortalSession | undefined => {
    const session = account.store.get('portalSessions', token.slice(0, token.lastIndexOf('_')));
    return session?.url.endsWith(`/${token}`) === true ? session : undefined;
  };

  app.get<Route>('/stripe/portal/:token', async (request, reply) => {
    const session = sessionOf(request.params.token);
    const customer = account.store.get('customers', session?.customer ?? '');
    if (session === undefined || customer === undefined) {
      return sendPage(reply, {
        title: 'Portal not found',
        narrow: true,
        status: 404,
        body: html`<section class="card stack"><h1>This link does not work</h1><p>Go back to the site and open the billing portal again.</p></section>`,
      });
    }
    return sendPage(reply, {
      title: 'Billing',
      body: portal(account, session, customer, request.params.token, request.query.saved !== undefined),
    });
  });

  app.post<Route>('/stripe/portal/:token/save', async (request, reply) => {
    const session = sessionOf(request.params.token);
    const customer = account.store.get('customers', session?.customer ?? '');
    if (session === undefined || customer === undefined)
      return reply.redirect(`/stripe/portal/${request.params.token}`, 303);
    const card = new URLSearchParams(request.body).get('card');
    account.during({ id: null, idempotency_key: null }, () =>
      updateCard(account, customer, isCardKind(card) ? card : 'works'),
    );
    const after = session.flow?.after_completion;
    return reply.redirect(
      after?.type === 'redirect' && after.redirect !== null
        ? after.redirect.return_url
        : `/stripe/portal/${request.params.token}?saved`,
      303,
    );
  });
};

const portal = (
  account: StripeAccount,
  session: PortalSession,
  customer: StripeTables['customers'],
  token: string,
  isSaved: boolean,
): Html => {
  const subscriptions = account.store.where('subscriptions', 'customer', customer.id).toReversed();
  const invoices = account.store
    .where('invoices', 'customer', customer.id)
    .filter((each) => each.status !== 'draft')
    .toReversed();
  const card = defaultCard(
    account,
    customer.id,
    subscriptions.find((each) => each.status !== 'canceled')?.default_payment_method ?? null,
  );
  return html`
    <div>
      ${session.return_url !== null && html`<p class="back"><a href="${session.return_url}">Return to Lectern</a></p>`}
      <h1>Your billing</h1>
      <p class="lede">${customer.email}</p>
    </div>
    ${isSaved && html`<p class="notice ok" role="status">Your payment method is saved.</p>`}
    <div class="columns">
      <section class="card stack">
        <h2>Payment method</h2>
        <p>${card === undefined ? 'No card yet.' : `Visa ending ${card.card?.last4 ?? ''} pays your membership now.`}</p>
        <form method="post" action="/stripe/portal/${token}/save" class="stack">
          <fieldset>
            <legend>New card</legend>
            ${Object.entries(CARDS).map(([kind, { label }]) => html`<label class="choice"><input type="radio" name="card" value="${kind}"${kind === 'works' ? html` checked` : ''}><span>${label}</span></label>`)}
          </fieldset>
          <button class="primary">Save</button>
        </form>
      </section>
      <section class="card stack">
        <h2>Membership</h2>
        ${subscriptions.length === 0 && html`<p class="muted">No subscription.</p>`}
        ${subscriptions.map(
          (each) =>
            html`<div class="row spread"><div><strong>${describe(account, each)}</strong><br><span class="small muted">${each.status === 'canceled' ? `Ended ${time(each.ended_at)}` : each.cancel_at === null ? `Renews ${time(currentPeriodEnd(each))}` : `Ends ${time(each.cancel_at)}`}</span></div>${badge(each.cancel_at !== null && each.status === 'active' ? 'ending' : each.status)}</div>`,
        )}
        ${customer.balance !== 0 && html`<p>${customer.balance < 0 ? `${money(-customer.balance, customer.currency ?? 'usd')} of credit goes toward your next invoice.` : `${money(customer.balance, customer.currency ?? 'usd')} is added to your next invoice.`}</p>`}
      </section>
    </div>
    <section class="card">
      <h2>Invoices</h2>
      ${
        invoices.length === 0
          ? html`<p class="empty">No invoices yet.</p>`
          : html`<div class="scroll"><table><thead><tr><th>Invoice</th><th>Date</th><th>Status</th><th class="number">Amount</th></tr></thead><tbody>${invoices.map(
              (each) =>
                html`<tr><td><a href="${each.hosted_invoice_url ?? ''}">${each.number}</a></td><td class="when">${time(each.created)}</td><td>${badge(each.status)}</td><td class="number">${money(each.amount_due, each.currency)}</td></tr>`,
            )}</tbody></table></div>`
      }
    </section>`;
};

const describe = (account: StripeAccount, subscription: StripeTables['subscriptions']): string => {
  const names = subscription.items.data.map(
    ({ price }) => account.store.get('products', price.product)?.name ?? price.id,
  );
  const price = subscription.items.data[0]?.price;
  return `${names.join(', ')}${price === undefined ? '' : ` · ${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval ?? 'month'}`}`;
};
