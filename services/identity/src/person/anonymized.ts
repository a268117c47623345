import {
  type AnonymizedTables,
  CODE,
  EMAIL,
  EMPTY_OBJECT,
  NAME,
  NOTHING,
  PROVIDER_ID,
  always,
} from '@lectern/service-kit/person/anonymize';

/**
 * How identity's tables are anonymized in a copy for testing. Earlier passwords and codes do not work there: an operator makes an
 * administrator, and members ask for a link.
 *
 * @param passwordHash of a password that nobody knows
 */
export const anonymized = (passwordHash: string): AnonymizedTables => ({
  users: {
    replaced: {
      email: EMAIL,
      email_key: EMAIL,
      pending_email: EMAIL,
      first_name: NAME,
      last_name: NAME,
      password_hash: always(passwordHash),
      stripe_customer_id: PROVIDER_ID,
      stripe_subscription_id: PROVIDER_ID,
      referral_code: CODE,
    },
    // `searched` is made of the others by a trigger.
    kept: ['subscription_status', 'division', 'searched'],
  },
  former_addresses: { replaced: { email_key: EMAIL } },
  memberships: { replaced: { subscription_id: PROVIDER_ID, customer_id: PROVIDER_ID, email_key: EMAIL } },
  claims: { replaced: { subject_id: PROVIDER_ID, email_key: EMAIL }, kept: ['kind', 'granted_by'] },
  admins: {
    replaced: { email: EMAIL, email_key: EMAIL, name: NAME, password_hash: always(passwordHash) },
    kept: ['role'],
  },
  admin_actions: { replaced: { details: EMPTY_OBJECT, ip_address: NOTHING, user_agent: NOTHING }, kept: ['action'] },
  erasures: { replaced: {}, kept: ['confirmed_by'] },
  account_tokens: 'emptied',
  link_requests: 'emptied',
  sessions: 'emptied',
  ended_sessions: 'emptied',
  recovery_codes: 'emptied',
  second_factors: 'emptied',
  passkeys: 'emptied',
});
