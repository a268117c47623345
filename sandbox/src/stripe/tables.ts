import type Stripe from 'stripe';
import { ObjectStore } from '../state/object-store.ts';
import { Journal } from '../state/journal.ts';
import type { Wire } from './wire.ts';

/** The terms of a checkout session, beyond the fields that Stripe shows. */
export interface SessionTerms {
  id: string;
  lines: Wire<Stripe.LineItem>[];
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  trialDays: number | null;
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
  createsInvoice: boolean;
  invoiceMetadata: Record<string, string>;
  /** The payment intent of earlier, declined attempts. */
  paymentIntent: string | null;
}

export interface DeliveryAttempt {
  /** Wall time in milliseconds. */
  at: number;
  /** HTTP status of the answer, or null when there was none. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  response: string;
}

export interface WebhookDelivery {
  id: string;
  event: string;
  url: string;
  status: 'pending' | 'delivered' | 'dropped' | 'failed';
  attempts: DeliveryAttempt[];
  attemptCount: number;
  /** Wall time in milliseconds. */
  createdAt: number;
  /** Wall time in milliseconds of the next attempt. */
  nextAttemptAt: number;
  /** Unix seconds on the sandbox's clock that it waits for before anything else; null once it is on its way. */
  dueAt: number | null;
  /** Milliseconds that it waits when it is on its way, so that others overtake it. */
  shuffledByMs: number;
}

export interface IdempotentAnswer {
  id: string;
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  /** Milliseconds on the sandbox's clock. */
  createdAt: number;
}

/** Which payout a movement of the balance is in; null while it waits for one. */
export interface Settlement {
  /** Of the balance transaction. */
  id: string;
  payout: string | null;
}

/** Settings that outlive a restart, one row each. */
export interface Setting {
  id: string;
  value: number | string;
}

export interface StripeTables {
  products: Wire<Stripe.Product>;
  prices: Wire<Stripe.Price>;
  customers: Wire<Stripe.Customer>;
  deletedCustomers: Wire<Stripe.DeletedCustomer>;
  paymentMethods: Wire<Stripe.PaymentMethod>;
  paymentIntents: Wire<Stripe.PaymentIntent>;
  charges: Wire<Stripe.Charge>;
  refunds: Wire<Stripe.Refund>;
  disputes: Wire<Stripe.Dispute>;
  balanceTransactions: Wire<Stripe.BalanceTransaction>;
  settlements: Settlement;
  payouts: Wire<Stripe.Payout>;
  subscriptions: Wire<Stripe.Subscription>;
  invoices: Wire<Stripe.Invoice>;
  invoicePayments: Wire<Stripe.InvoicePayment>;
  checkoutSessions: Wire<Stripe.Checkout.Session>;
  sessionTerms: SessionTerms;
  coupons: Wire<Stripe.Coupon>;
  promotionCodes: Wire<Stripe.PromotionCode>;
  discounts: Wire<Stripe.Discount>;
  customerBalanceTransactions: Wire<Stripe.CustomerBalanceTransaction>;
  portalSessions: Wire<Stripe.BillingPortal.Session>;
  events: StoredEvent;
  deliveries: WebhookDelivery;
  idempotentAnswers: IdempotentAnswer;
  settings: Setting;
}

/** An event, its object as it was when it happened. */
export interface StoredEvent {
  id: string;
  type: string;
  created: number;
  object: Record<string, unknown> & { id?: string };
  previousAttributes: Record<string, unknown> | null;
  request: { id: string | null; idempotency_key: string | null };
}

export type StripeStore = ObjectStore<StripeTables>;

export const openStripeStore = (journalFile: string | undefined): StripeStore => {
  return new ObjectStore<StripeTables>(new Journal(journalFile), {
    products: [],
    prices: ['lookup_key', 'product'],
    customers: ['email'],
    deletedCustomers: [],
    paymentMethods: ['customer'],
    paymentIntents: ['customer'],
    charges: ['payment_intent', 'customer'],
    refunds: ['charge', 'payment_intent'],
    disputes: ['charge', 'payment_intent'],
    balanceTransactions: ['source'],
    settlements: ['payout'],
    payouts: [],
    subscriptions: ['customer'],
    invoices: ['customer'],
    invoicePayments: ['invoice'],
    checkoutSessions: ['customer', 'subscription', 'payment_intent'],
    sessionTerms: [],
    coupons: [],
    promotionCodes: ['code'],
    discounts: [],
    customerBalanceTransactions: ['customer'],
    portalSessions: [],
    events: [],
    deliveries: ['status', 'event'],
    idempotentAnswers: [],
    settings: [],
  });
};
