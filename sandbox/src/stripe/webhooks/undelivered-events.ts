import type { StripeStore, WebhookDelivery } from '../tables.ts';
import { isDelivered } from './event-view.ts';

/** Ids of the events that no endpoint took yet, or that none ever will; kept as deliveries change. */
export class UndeliveredEvents {
  readonly #ids = new Set<string>();

  constructor(store: StripeStore) {
    store.watch((table, before, after) => {
      if (table !== 'deliveries') return;
      const { event } = (after ?? before) as WebhookDelivery;
      if (isDelivered(store, event)) this.#ids.delete(event);
      else this.#ids.add(event);
    });
  }

  has(event: string): boolean {
    return this.#ids.has(event);
  }
}
