import {
  type AnonymizedTables,
  CODE,
  EMAIL,
  NAME,
  NOTHING,
  PROVIDER_ID,
  WEB_ADDRESS,
} from '@lectern/service-kit/person/anonymize';

const PAGES = { url: NOTHING, success_url: WEB_ADDRESS, cancel_url: WEB_ADDRESS };

/** How billing's tables are anonymized in a copy for testing. Amounts, dates and products stay. */
export const ANONYMIZED: AnonymizedTables = {
  customers: { replaced: { id: PROVIDER_ID, email: EMAIL, email_key: EMAIL, first_name: NAME, last_name: NAME } },
  accounts: { replaced: { email: EMAIL, first_name: NAME, last_name: NAME } },
  subscriptions: { replaced: { id: PROVIDER_ID, customer_id: PROVIDER_ID }, kept: ['status', 'plan'] },
  renewal_changes: { replaced: { customer_id: PROVIDER_ID, subscription_id: PROVIDER_ID }, kept: ['change'] },
  payments: {
    replaced: {
      invoice_id: PROVIDER_ID,
      customer_id: PROVIDER_ID,
      subscription_id: PROVIDER_ID,
      invoice_url: NOTHING,
      payment_intent_id: PROVIDER_ID,
    },
    kept: ['status', 'interval', 'currency'],
  },
  purchases: {
    replaced: {
      customer_id: PROVIDER_ID,
      guest_email: EMAIL,
      session_id: PROVIDER_ID,
      receipt_url: NOTHING,
      payment_intent_id: PROVIDER_ID,
      ...PAGES,
    },
    kept: ['product', 'title', 'status', 'refusal'],
  },
  checkouts: {
    replaced: {
      email: EMAIL,
      email_key: EMAIL,
      attempt_hash: NOTHING,
      customer_id: PROVIDER_ID,
      session_id: PROVIDER_ID,
      ...PAGES,
    },
    kept: ['plan', 'status'],
  },
  referrals: {
    replaced: { referee_email: EMAIL, referee_key: NOTHING, referral_code: CODE, first_payment_id: PROVIDER_ID },
    kept: ['status'],
  },
  referral_credits: {
    replaced: { granted_id: PROVIDER_ID, returned_id: PROVIDER_ID, spent_on: NOTHING, lost_on: NOTHING },
    kept: ['side', 'status'],
  },
  // The catalog and its discounts: no personal data.
  programs: {
    replaced: {},
    kept: [
      'name',
      'description',
      'type',
      'benefits',
      'stripe_price_id_monthly',
      'stripe_price_id_annual',
      'stripe_price_id_once',
      'stripe_product_id',
    ],
  },
  program_prices: { replaced: {}, kept: ['id'] },
  promo_codes: { replaced: {}, kept: ['code', 'name', 'description', 'discount_type', 'applicable_products'] },
  promo_uses: { replaced: { email_key: EMAIL, later_keys: () => `'{}'` }, kept: ['checkout_key', 'status'] },
  reconciliations: { replaced: { done_until: NOTHING }, kept: ['kind'] },
  reconciliation_differences: 'emptied',
  stripe_events: 'emptied',
};
