import type Stripe from 'stripe';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { toApiObject } from './api/present.ts';
import { noSuch } from './stripe-error.ts';
import { stripeId } from './stripe-id.ts';
import type { StoredEvent, StripeStore, StripeTables } from './tables.ts';
import { UndeliveredEvents } from './webhooks/undelivered-events.ts';

export type EventType = Stripe.Event['type'];

/** The request that an event came from; both null for what happens by itself. */
export interface Origin {
  id: string | null;
  idempotency_key: string | null;
}

/** Tables whose objects are part of Stripe's API, by the word that "No such …" uses. */
const NOUNS = {
  products: 'product',
  prices: 'price',
  customers: 'customer',
  paymentMethods: 'PaymentMethod',
  paymentIntents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  balanceTransactions: 'balance_transaction',
  payouts: 'payout',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  checkoutSessions: 'checkout.session',
  coupons: 'coupon',
  promotionCodes: 'promotion code',
  discounts: 'discount',
  customerBalanceTransactions: 'customer_balance_transaction',
  portalSessions: 'billing_portal.session',
  events: 'event',
} as const satisfies Partial<Record<keyof StripeTables, string>>;

/**
 * The one account that the emulator keeps: its objects, its clock and its log of events. Every change of an object goes
 * through here, so that what Stripe announces is announced.
 */
export class StripeAccount {
  readonly store: StripeStore;
  readonly clock: SandboxClock;
  readonly undelivered: UndeliveredEvents;
  /** Base of checkout, portal and invoice addresses, without a slash at the end. */
  publicUrl: string;
  readonly #onEvent: (event: StoredEvent) => void;
  #origin: Origin = { id: null, idempotency_key: null };

  constructor(store: StripeStore, clock: SandboxClock, publicUrl: string, onEvent: (event: StoredEvent) => void) {
    this.store = store;
    this.undelivered = new UndeliveredEvents(store);
    this.clock = clock;
    this.publicUrl = publicUrl;
    this.#onEvent = onEvent;
  }

  /** Unix seconds on the sandbox's clock. */
  now(): number {
    return this.clock.now();
  }

  /** The object with this id. @throws StripeError resource_missing: 404 for the path's id, 400 for a parameter */
  find<Name extends keyof typeof NOUNS>(table: Name, id: string, param = 'id'): StripeTables[Name] {
    const found = this.store.get(table, id);
    if (found === undefined) throw noSuch(NOUNS[table], id, param);
    return found;
  }

  /** Runs `work` as the request `origin`: its changes are kept together or not at all, its events name the request. */
  during<R>(origin: Origin, work: () => R): R {
    const before = this.#origin;
    this.#origin = origin;
    try {
      return this.store.transaction(work);
    } finally {
      this.#origin = before;
    }
  }

  /** Keeps a new object and announces it. */
  add<Name extends keyof StripeTables>(table: Name, object: StripeTables[Name], type?: EventType): StripeTables[Name] {
    this.store.put(table, object);
    if (type !== undefined) this.emit(type, object);
    return object;
  }

  /** Replaces parts of an object and announces the change with what these parts were before. */
  change<Name extends keyof StripeTables>(
    table: Name,
    object: StripeTables[Name],
    parts: Partial<StripeTables[Name]>,
    type?: EventType,
  ): StripeTables[Name] {
    const current = this.store.get(table, object.id) ?? object;
    const changed = { ...current, ...parts };
    this.store.put(table, changed);
    if (type !== undefined) this.emit(type, changed, differences(current, changed));
    return changed;
  }

  /** Adds an event to the log, with the object as it stands now. */
  emit(type: EventType, object: object, previousAttributes: Record<string, unknown> | null = null): void {
    const event: StoredEvent = {
      id: stripeId('evt'),
      type,
      created: this.now(),
      object: toApiObject(this.store, this.now(), object),
      previousAttributes,
      request: this.#origin,
    };
    this.store.put('events', event);
    this.#onEvent(event);
  }
}

/** Values that `after` changed, as they were in `before`. */
const differences = (before: object, after: object): Record<string, unknown> | null => {
  const old = before as Record<string, unknown>;
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(old[key]) !== JSON.stringify(value));
  return changed.length === 0 ? null : Object.fromEntries(changed.map(([key]) => [key, old[key] ?? null]));
};
