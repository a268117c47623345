import {
  type AnonymizedTables,
  CODE,
  EMAIL,
  NAME,
  NOTHING,
  PHONE,
  PROVIDER_ID,
  TEXT,
  UUID,
} from '@lectern/service-kit/person/anonymize';

const PERSON = { email: EMAIL, email_key: EMAIL, first_name: NAME, last_name: NAME };

/** The anonymization of registrations' tables in a copy for testing. Registrations and payments stay, without their people. */
export const ANONYMIZED: AnonymizedTables = {
  accounts: { replaced: PERSON, kept: ['division'] },
  memberships: {
    replaced: { subscription_id: PROVIDER_ID, customer_id: PROVIDER_ID, ...PERSON, referral_code: CODE },
    kept: ['status', 'plan'],
  },
  // A trigger derives `searched` from the other columns.
  debate_club_registrations: {
    replaced: {
      ...PERSON,
      phone: PHONE,
      goals: TEXT,
      referral_source: TEXT,
      referral_code: CODE,
      stripe_customer_id: PROVIDER_ID,
      stripe_subscription_id: PROVIDER_ID,
    },
    kept: ['division', 'billing_cycle', 'experience_level', 'status', 'suspended_status', 'searched'],
  },
  tournament_registrations: {
    replaced: {
      ...PERSON,
      phone: PHONE,
      special_requests: TEXT,
      pay_key: UUID,
      network_key: NOTHING,
      correction_key: UUID,
      free_subscription_id: PROVIDER_ID,
    },
    kept: ['division', 'experience_level', 'competitions', 'promo_code', 'payment_status', 'price_reason', 'searched'],
  },
  bootcamp_registrations: {
    replaced: {
      ...PERSON,
      phone: PHONE,
      goals: TEXT,
      referral_source: TEXT,
      special_requests: TEXT,
      stripe_checkout_session_id: PROVIDER_ID,
      stripe_payment_intent_id: PROVIDER_ID,
      pay_key: UUID,
      network_key: NOTHING,
    },
    kept: ['experience_level', 'payment_status', 'promo_code', 'seat', 'searched'],
  },
  office_hours_requests: { replaced: { email: EMAIL, first_name: NAME, last_name: NAME, topic: TEXT } },
  calendar_feeds: { replaced: { feed_id: UUID } },
  purchases: { replaced: { session_id: PROVIDER_ID, payment_intent_id: PROVIDER_ID }, kept: ['product', 'status'] },
  events: {
    replaced: { zoom_link: NOTHING },
    kept: ['title', 'description', 'type', 'division', 'timezone', 'location', 'field_versions'],
  },
  registration_counts: { replaced: {}, kept: ['list', 'status'] },
  removed_entries: { replaced: { pay_key: UUID } },
  // Contacts concern people, and messaging's copy is anonymized by itself.
  contact_changes: 'emptied',
  idempotent_requests: 'emptied',
  list_import_rows: 'emptied',
  list_imports: 'emptied',
};
