import type { StripeAccount } from '../stripe-account.ts';
import { randomText, stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';

type PaymentMethod = StripeTables['paymentMethods'];

/**
 * Cards that people of the sandbox pay with. The second one pays while its owner is there and is declined when a
 * renewal is collected, as Stripe's test card 4000 0000 0000 0341 does after it was attached ("Testing").
 */
export const CARDS = {
  works: { last4: '4242', label: 'Visa ending 4242' },
  'later-fails': { last4: '0341', label: 'Visa ending 0341, declined at every later renewal' },
} as const;

export type CardKind = keyof typeof CARDS;

export const isCardKind = (value: unknown): value is CardKind => {
  return typeof value === 'string' && Object.hasOwn(CARDS, value);
};

/** Stripe's own test payment methods that stand for these cards. Source: "Testing", payment methods of test cards. */
const TEST_CARDS: Record<string, CardKind> = { pm_card_visa: 'works', pm_card_chargeCustomerFail: 'later-fails' };

/** The card that the id of a test payment method stands for, such as `pm_card_visa`. */
export const testCard = (id: string): CardKind | undefined => {
  return TEST_CARDS[id];
};

/** Whether the card's bank refuses a payment that its owner is not there to confirm. */
export const isDeclinedOffSession = (card: PaymentMethod | undefined): boolean => {
  return card?.card?.last4 !== CARDS.works.last4;
};

/** A new card, attached to the customer unless that is null. */
export const createCard = (
  account: StripeAccount,
  kind: CardKind,
  customer: string | null,
  email: string | null,
): PaymentMethod => {
  const card: PaymentMethod = {
    id: stripeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: { city: null, country: 'US', line1: null, line2: null, postal_code: '94103', state: null },
      email,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: new Date(account.clock.nowMs()).getUTCFullYear() + 8,
      fingerprint: randomText(16),
      funding: 'credit',
      generated_from: null,
      last4: CARDS[kind].last4,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  return account.add('paymentMethods', card, customer === null ? undefined : 'payment_method.attached');
};

/** The card that pays the subscription's invoices: its own, else the customer's. Source: "The Subscription object". */
export const defaultCard = (
  account: StripeAccount,
  customer: string,
  paymentMethodOfSubscription: string | null,
): PaymentMethod | undefined => {
  const id =
    paymentMethodOfSubscription ?? account.store.get('customers', customer)?.invoice_settings.default_payment_method;
  return id == null ? undefined : account.store.get('paymentMethods', id);
};
