import { instantDetail, type TimelineSource } from '@lectern/service-kit/person/read-timeline';

/** The account's customers, and those that wait for the holder of the address. */
export const KNOWN_CUSTOMER =
  'customer.user_id = person.user_id OR customer.user_id IS NULL AND customer.email_key = person.email_key';
const OF_CUSTOMER = `kept.customer_id IN (SELECT customer.id FROM customers customer WHERE ${KNOWN_CUSTOMER})`;
const PROMO_CODE = '(SELECT promo_codes.code FROM promo_codes WHERE promo_codes.id = kept.promo_code_id)';

const PAID_OR_DISPUTED = `CASE WHEN kept.is_disputed AND kept.status IN ('succeeded', 'paid') THEN 'disputed' ELSE kept.status END`;

/** Billing's events in a person's timeline. Tables that are not here: see {@link NOT_IN_TIMELINE}. */
export const TIMELINE: readonly TimelineSource[] = [
  {
    what: 'membership_began',
    kind: 'membership',
    table: 'subscriptions',
    ownerCondition: `${OF_CUSTOMER} AND kept.has_begun`,
    at: 'kept.started_at',
    id: 'kept.id',
    details: { plan: 'kept.plan', amount: 'kept.amount', status: 'kept.status' },
  },
  {
    what: 'renewal_changed',
    kind: 'membership',
    table: 'renewal_changes',
    ownerCondition: OF_CUSTOMER,
    at: 'kept.at',
    id: 'kept.id',
    details: { change: 'kept.change', periodEnd: instantDetail('kept.period_end') },
  },
  {
    what: 'membership_ended',
    kind: 'membership',
    table: 'subscriptions',
    ownerCondition: `${OF_CUSTOMER} AND kept.has_begun`,
    at: 'kept.ended_at',
    id: 'kept.id',
    details: { plan: 'kept.plan' },
  },
  {
    what: 'invited',
    kind: 'membership',
    table: 'referrals',
    ownerCondition: 'kept.referrer_id = person.user_id',
    at: 'kept.created_at',
    id: 'kept.id',
    details: { email: 'kept.referee_email', status: 'kept.status' },
  },
  {
    what: 'was_invited',
    kind: 'membership',
    table: 'referrals',
    ownerCondition: 'kept.referee_id = person.user_id',
    at: 'kept.created_at',
    id: 'kept.id',
    details: { code: 'kept.referral_code', status: 'kept.status' },
  },
  {
    what: 'checkout_opened',
    kind: 'payments',
    table: 'checkouts',
    ownerCondition: `kept.customer_id IS NULL AND kept.email_key = person.email_key OR ${OF_CUSTOMER}`,
    at: 'kept.created_at',
    id: 'kept.id',
    details: { plan: 'kept.plan', amount: 'kept.amount', status: 'kept.status', promoCode: PROMO_CODE },
  },
  {
    what: 'invoice',
    kind: 'payments',
    table: 'payments',
    ownerCondition: OF_CUSTOMER,
    at: 'kept.paid_at',
    id: 'kept.id',
    details: {
      amount: 'kept.amount',
      refunded: 'kept.amount_refunded',
      status: PAID_OR_DISPUTED,
      interval: 'kept.interval',
      invoiceUrl: 'kept.invoice_url',
    },
  },
  {
    what: 'purchase',
    kind: 'payments',
    table: 'purchases',
    ownerCondition: OF_CUSTOMER,
    at: 'COALESCE(kept.paid_at, kept.created_at)',
    id: 'kept.id',
    details: {
      product: 'kept.product',
      title: 'kept.title',
      amount: 'CASE WHEN kept.paid_at IS NULL THEN kept.amount ELSE kept.amount_paid END',
      refunded: 'kept.amount_refunded',
      status: PAID_OR_DISPUTED,
      promoCode: PROMO_CODE,
    },
  },
  {
    what: 'credit',
    kind: 'payments',
    table: 'referral_credits',
    ownerCondition: 'kept.user_id = person.user_id',
    at: 'kept.created_at',
    id: 'kept.id',
    details: { amount: 'kept.amount', withdrawn: 'kept.returned_amount', status: 'kept.status' },
  },
];

/** Tables with personal data that no timeline shows, and why. */
export const NOT_IN_TIMELINE: Readonly<Record<string, string>> = {
  accounts: 'identity shows accounts',
  customers: 'a name and an address; their payments are shown',
  referral_totals: 'the sum of the credits, which are shown',
  promo_uses: 'part of a checkout; the payment is shown',
};
