import type { FastifyInstance } from 'fastify';
import type { StripeAccount } from '../stripe-account.ts';
import { viewEvent } from '../webhooks/event-view.ts';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher.ts';
import { time } from '../../web/format.ts';
import { html, type Html } from '../../web/html.ts';
import { sendPage } from '../../web/layout.ts';
import { badge } from './badge.ts';
import { deliveryState, raw } from './dashboard.page.ts';
import type { StripeTables } from '../tables.ts';

const PER_PAGE = 100;

/** The log of events and the state of their deliveries. */
export const eventPage = async (
  app: FastifyInstance,
  { account, dispatcher }: { account: StripeAccount; dispatcher: WebhookDispatcher },
): Promise<void> => {
  app.get<{ Querystring: { page?: string } }>('/stripe/events', async (request, reply) => {
    const page = Math.max(1, Number.parseInt(request.query.page ?? '1', 10) || 1);
    const events = account.store.all('events').toReversed();
    return sendPage(reply, {
      title: 'Events',
      section: 'stripe',
      body: eventList(
        account,
        events.slice((page - 1) * PER_PAGE, page * PER_PAGE),
        page,
        events.length > page * PER_PAGE,
      ),
    });
  });

  app.get<{ Params: { id: string } }>('/stripe/events/:id', async (request, reply) => {
    const event = account.store.get('events', request.params.id);
    if (event === undefined)
      return sendPage(reply, {
        title: 'No such event',
        section: 'stripe',
        status: 404,
        body: html`<h1>There is no such event</h1>`,
      });
    return sendPage(reply, {
      title: event.type,
      section: 'stripe',
      body: eventBody(account, event, dispatcher.endpoint !== undefined),
    });
  });

  app.post<{ Params: { id: string } }>('/stripe/events/:id/redeliver', async (request, reply) => {
    const event = account.store.get('events', request.params.id);
    if (event !== undefined) dispatcher.redeliver(event);
    return reply.redirect(`/stripe/events/${request.params.id}`, 303);
  });
};

const eventList = (
  account: StripeAccount,
  events: readonly StripeTables['events'][],
  page: number,
  hasMore: boolean,
): Html => {
  return html`
    <div><p class="back"><a href="/stripe">Payments</a></p><h1>Events</h1></div>
    <section class="card">${
      events.length === 0
        ? html`<p class="empty">Nothing has happened yet.</p>`
        : html`<div class="scroll"><table><thead><tr><th>Event</th><th>Time</th><th>Delivery</th></tr></thead><tbody>${events.map(
            (each) =>
              html`<tr><td><a href="/stripe/events/${each.id}">${each.type}</a></td><td class="when">${time(each.created)}</td><td>${badge(deliveryState(account, each))}</td></tr>`,
          )}</tbody></table></div>`
    }</section>
    ${(page > 1 || hasMore) && html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a class="button" href="/stripe/events?page=${page - 1}">Newer</a>`}${hasMore && html`<a class="button" href="/stripe/events?page=${page + 1}">Older</a>`}</nav>`}`;
};

const eventBody = (account: StripeAccount, event: StripeTables['events'], canDeliver: boolean): Html => {
  const deliveries = account.store.where('deliveries', 'event', event.id);
  const attempts = deliveries.flatMap((delivery) => delivery.attempts.map((attempt) => ({ delivery, attempt })));
  return html`
    <div><p class="back"><a href="/stripe/events">Events</a></p><h1>${event.type}</h1><p class="lede"><code>${event.id}</code> &middot; ${time(event.created)}</p></div>
    <section class="card stack">
      <div class="row spread"><h2>Deliveries</h2>${badge(deliveryState(account, event))}</div>
      ${
        attempts.length === 0
          ? html`<p class="muted">No attempt yet.</p>`
          : html`<div class="scroll"><table><thead><tr><th>Time</th><th>Answer</th><th>Beginning of the answer</th></tr></thead><tbody>${attempts.map(
              ({ attempt }) =>
                html`<tr><td class="when">${time(Math.floor(attempt.at / 1000))}</td><td>${attempt.status ?? 'none'}</td><td><code>${attempt.response.slice(0, 200)}</code></td></tr>`,
            )}</tbody></table></div>`
      }
      ${canDeliver && html`<form method="post" action="/stripe/events/${event.id}/redeliver"><button class="quiet">Deliver again</button></form>`}
    </section>
    ${raw(viewEvent(account.store, event))}`;
};
