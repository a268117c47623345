import type { TimelineSource } from '@lectern/service-kit/person/read-timeline';

/** What opens a person's page is recorded, and would otherwise be news on the page at each reading. */
export const VIEWED_PERSON = 'viewed_person';

/** What identity tells of a person. Tables that are not here: see {@link NOT_IN_TIMELINE}. */
export const TIMELINE: readonly TimelineSource[] = [
  {
    what: 'account_opened',
    kind: 'account',
    table: 'users',
    whose: 'kept.id = person.user_id',
    at: 'kept.created_at',
    id: 'kept.id',
    details: {},
  },
  {
    what: 'address_verified',
    kind: 'account',
    table: 'users',
    whose: 'kept.id = person.user_id',
    at: 'kept.email_verified_at',
    id: 'kept.id',
    details: {},
  },
  {
    what: 'admin_acted',
    kind: 'administration',
    table: 'admin_actions',
    whose: `(kept.details->>'userId' = person.user_id::text OR lower(btrim(kept.details->>'email')) = person.email_key AND (kept.details->>'userId' IS NULL OR person.user_id IS NULL)) AND kept.action <> '${VIEWED_PERSON}'`,
    at: 'kept.created_at',
    id: 'kept.id',
    details: {
      action: 'kept.action',
      by: '(SELECT admins.name FROM admins WHERE admins.id = kept.admin_id)',
      details: 'kept.details',
    },
  },
];

/** Tables with something of persons that no timeline tells of, and why. */
export const NOT_IN_TIMELINE: Readonly<Record<string, string>> = {
  memberships: 'billing tells of them',
  claims: 'billing and registrations tell of what was claimed',
  account_tokens: 'messaging tells of the emails that carry them',
  sessions: 'where and when somebody is signed in is their own business',
  link_requests: 'messaging tells of the emails that answer them',
};
