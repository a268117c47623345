import Stripe from 'stripe';
import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import { boolean, isWithin, list, optional, range, text } from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { noSuch } from '../stripe-error.ts';
import type { StoredEvent } from '../tables.ts';
import { viewEvent } from '../webhooks/event-view.ts';
import type { WebhookEndpoint } from '../webhooks/webhook-dispatcher.ts';

/** "List events, going back up to 30 days" (API reference, "List all events"). */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

const ENDPOINT_ID = 'we_sandbox';

/** Whether an event is of a type, which may end in `.*` to name a family. */
const isOfType = (event: { type: string }, type: string): boolean => {
  return type === '*' || (type.endsWith('.*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type);
};

export const eventRoutes: StripeRoute[] = [
  route(
    'GET',
    '/v1/events',
    {
      ...PAGE_SHAPE,
      created: optional(range()),
      delivery_success: optional(boolean()),
      type: optional(text()),
      types: optional(list(text(), 20)),
    },
    (account, params) => {
      const types = params.types ?? (params.type === undefined ? undefined : [params.type]);
      const oldest = account.now() - KEPT_SECONDS;
      const matches = (each: StoredEvent): boolean =>
        each.created >= oldest &&
        isWithin(params.created, each.created) &&
        (types === undefined || types.some((type) => isOfType(each, type))) &&
        (params.delivery_success === undefined || account.undelivered.has(each.id) !== params.delivery_success);
      const page = listPage(account.store.all('events'), params, '/v1/events', matches);
      return { ...page, data: page.data.map((event) => viewEvent(account.store, event)) };
    },
  ),
  route('GET', '/v1/events/:id', {}, (account, _params, { id }) =>
    viewEvent(account.store, account.find('events', id)),
  ),
];

/** The one endpoint that the sandbox was started with; it cannot be changed over the API. */
export const webhookEndpointRoutes = (endpoint: () => WebhookEndpoint | undefined): StripeRoute[] => {
  const view = (url: string): Stripe.WebhookEndpoint => ({
    id: ENDPOINT_ID,
    object: 'webhook_endpoint',
    api_version: Stripe.API_VERSION,
    application: null,
    created: 0,
    description: 'The endpoint that the sandbox was started with',
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  });
  const all = (): Stripe.WebhookEndpoint[] => {
    const there = endpoint();
    return there === undefined ? [] : [view(there.url)];
  };
  return [
    route('GET', '/v1/webhook_endpoints', PAGE_SHAPE, (_account, params) =>
      listPage(all(), params, '/v1/webhook_endpoints'),
    ),
    route('GET', '/v1/webhook_endpoints/:id', {}, (_account, _params, { id }) => {
      const found = all().find((each) => each.id === id);
      if (found === undefined) throw noSuch('webhook endpoint', id);
      return found;
    }),
  ];
};
