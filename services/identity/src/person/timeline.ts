import type { TimelineSource } from '@lectern/service-kit/person/read-timeline';

/** Opening a person's page is recorded under this action, which the page does not list: otherwise each visit would add an item. */
export const VIEWED_PERSON = 'viewed_person';

/** Identity's events in a person's timeline. Tables that are not here: see {@link NOT_IN_TIMELINE}. */
export const TIMELINE: readonly TimelineSource[] = [
  {
    what: 'account_opened',
    kind: 'account',
    table: 'users',
    ownerCondition: 'kept.id = person.user_id',
    at: 'kept.created_at',
    id: 'kept.id',
    details: {},
  },
  {
    what: 'address_verified',
    kind: 'account',
    table: 'users',
    ownerCondition: 'kept.id = person.user_id',
    at: 'kept.email_verified_at',
    id: 'kept.id',
    details: {},
  },
  {
    what: 'admin_acted',
    kind: 'administration',
    table: 'admin_actions',
    ownerCondition: `(kept.details->>'userId' = person.user_id::text OR lower(btrim(kept.details->>'email')) = person.email_key AND (kept.details->>'userId' IS NULL OR person.user_id IS NULL)) AND kept.action <> '${VIEWED_PERSON}'`,
    at: 'kept.created_at',
    id: 'kept.id',
    details: {
      action: 'kept.action',
      by: '(SELECT admins.name FROM admins WHERE admins.id = kept.admin_id)',
      details: 'kept.details',
    },
  },
];

/** Tables with personal data that no timeline shows, and why. */
export const NOT_IN_TIMELINE: Readonly<Record<string, string>> = {
  former_addresses: 'messaging shows the emails about each change',
  memberships: 'billing shows them',
  claims: 'billing and registrations show the claimed purchases',
  account_tokens: 'messaging shows the emails that carry them',
  sessions: 'where and when a person is signed in is their own business',
  link_requests: 'messaging shows the emails that answer them',
};
