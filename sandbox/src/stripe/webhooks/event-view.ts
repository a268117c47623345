import Stripe from 'stripe';
import type { StoredEvent, StripeStore } from '../tables.ts';

export type EventView = Record<string, unknown> & { id: string };

/** An event as Stripe's API and its webhooks show it; `pending_webhooks` counts the endpoints still to be reached. */
export const viewEvent = (store: StripeStore, event: StoredEvent): EventView => {
  const pending = new Set(
    store
      .where('deliveries', 'event', event.id)
      .filter((delivery) => delivery.status === 'pending')
      .map((delivery) => delivery.url),
  );
  return {
    id: event.id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previousAttributes !== null && { previous_attributes: event.previousAttributes }),
    },
    livemode: false,
    pending_webhooks: pending.size,
    request: event.request,
    type: event.type,
  };
};

/** Whether every endpoint got the event; an event that no endpoint listened to counts as delivered. */
export const isDelivered = (store: StripeStore, event: string): boolean => {
  const deliveries = store.where('deliveries', 'event', event);
  return deliveries.length === 0 || deliveries.some((delivery) => delivery.status === 'delivered');
};
