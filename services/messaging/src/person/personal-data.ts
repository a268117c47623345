import { ERASED_ACCOUNTS, type PersonalData, LEFT } from '@lectern/service-kit/person/person-tables';
import { eventsOf } from '../provider-event/provider-event.repository.ts';

const BY_KEY = 'kept.email_key = person.email_key';
/** The account's rows, and those of its address that no account has: what another account left there is not the present holder's. */
const isOfPerson = (byAddress: string): string =>
  `kept.user_id = person.user_id OR kept.user_id IS NULL AND ${byAddress}`;
const byAddress = (column: string): string => `lower(btrim(kept."${column}")) = person.email_key`;

/** Whether a person is in a part of an audience, and at which index. The addresses of a part lie between its first and its last. */
export const IN_PART =
  'kept.first_key <= person.email_key AND kept.last_key >= person.email_key AND person.email_key = ANY(kept.email_keys)';
export const PLACE_IN_PART = 'array_position(kept.email_keys, person.email_key)';

/** The key of an email's data in the query's result; it is not exported. */
export const EMAIL_DATA = 'data';

/** The rows that messaging stores about persons: by address only, and by account where an occasion named it or where it moved from the address. */
export const PERSONAL_DATA: PersonalData = {
  tables: [
    {
      table: 'newsletter_subscribers',
      section: 'newsletter',
      whose: BY_KEY,
      order: 'subscribed_at',
      shown: {
        email: 'email',
        source: 'source',
        tags: 'tags',
        is_active: 'isActive',
        subscribed_at: 'subscribedAt',
        unsubscribed_at: 'unsubscribedAt',
      },
      left: { id: LEFT.row, email_key: LEFT.key, searched: LEFT.search },
    },
    {
      table: 'suppressed_addresses',
      section: 'noListMail',
      whose: BY_KEY,
      order: 'since',
      shown: { reason: 'reason', since: 'since' },
      left: { email_key: LEFT.key },
    },
    {
      table: 'list_opt_outs',
      section: 'listsLeft',
      whose: BY_KEY,
      order: 'list',
      shown: { list: 'list', since: 'since' },
      left: { email_key: LEFT.key },
    },
    {
      table: 'contacts',
      section: 'listsOfRegistrations',
      whose: isOfPerson(BY_KEY),
      order: 'registration_id',
      shown: { list: 'list', email: 'email', name: 'name', until: 'until' },
      left: { registration_id: LEFT.row, version: LEFT.version, email_key: LEFT.key, user_id: LEFT.row },
    },
    {
      table: 'contact_messages',
      section: 'contactMessages',
      whose: isOfPerson(byAddress('email')),
      order: 'created_at',
      shown: { name: 'name', email: 'email', message: 'message', created_at: 'writtenAt' },
      left: { id: LEFT.row, user_id: LEFT.row },
    },
    {
      table: 'starter_kit_requests',
      section: 'starterKitRequests',
      whose: isOfPerson(BY_KEY),
      order: 'requested_at',
      shown: { email: 'email', requested_at: 'requestedAt', is_emailed: 'isEmailed' },
      left: { id: LEFT.row, email_key: LEFT.key, user_id: LEFT.row },
    },
    {
      table: 'accounts',
      section: 'accountAsKnownHere',
      whose: 'kept.user_id = person.user_id',
      order: 'user_id',
      shown: { first_name: 'firstName', last_name: 'lastName', email_verified_at: 'emailVerifiedAt' },
      left: { user_id: LEFT.row, email_key: LEFT.key, version: LEFT.version },
    },
    {
      table: 'emails',
      section: 'emails',
      whose: isOfPerson(byAddress('to')),
      order: 'created_at',
      shown: {
        to: 'to',
        to_name: 'toName',
        template: 'kind',
        status: 'status',
        created_at: 'writtenAt',
        sent_at: 'sentAt',
      },
      // The data of the subject; only the subject is exported.
      also: { [EMAIL_DATA]: 'kept.data' },
      left: {
        id: LEFT.row,
        dedupe_key: 'names the occasion, by ids',
        data: 'may hold keys of links',
        user_id: LEFT.row,
        erase_when_settled: 'what becomes of the row',
        attempts: 'how often it was tried',
        next_attempt_at: 'when it is tried next',
        claimed_at: 'when it was tried last',
        provider_message_id: LEFT.provider,
        last_error: 'what the provider said to us',
      },
    },
    {
      table: 'email_recipients',
      section: 'campaigns',
      whose: isOfPerson(BY_KEY),
      order: 'created_at',
      shown: {
        email: 'email',
        name: 'name',
        list: 'list',
        status: 'status',
        reason: 'reason',
        sent_at: 'sentAt',
        opened_at: 'openedAt',
        machine_opened_at: 'openedByAProgramAt',
        clicked_at: 'clickedAt',
        created_at: 'writtenAt',
      },
      also: {
        subject: 'SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id',
      },
      left: {
        id: LEFT.row,
        campaign_id: LEFT.row,
        email_key: LEFT.key,
        user_id: LEFT.row,
        batch_id: LEFT.row,
        claimed_at: 'when it was tried last',
        attempts: 'how often it was tried',
      },
    },
    {
      table: 'audience_parts',
      section: 'campaignsAhead',
      whose: IN_PART,
      order: 'created_at',
      shown: { created_at: 'writtenAt' },
      also: {
        email: `kept.emails[${PLACE_IN_PART}]`,
        name: `kept.names[${PLACE_IN_PART}]`,
        list: `kept.lists[${PLACE_IN_PART}]`,
        subject: 'SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id',
      },
      left: {
        campaign_id: LEFT.row,
        first_key: 'names others',
        last_key: 'names others',
        ids_begin: LEFT.row,
        first_number: LEFT.row,
        email_keys: 'names others; the own one is what compares addresses',
        emails: 'names others; the own one is shown',
        names: 'names others; the own one is shown',
        lists: 'names others; the own one is shown',
      },
    },
    {
      table: 'link_clicks',
      section: 'linksFollowed',
      whose: `kept.recipient_id IN (SELECT recipient.id FROM email_recipients recipient WHERE ${isOfPerson(BY_KEY).replaceAll('kept.', 'recipient.')})`,
      order: 'at',
      shown: { at: 'at' },
      also: {
        url: `SELECT email_campaigns.prepared->'links'->>kept.link_index FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id`,
      },
      left: { recipient_id: LEFT.row, campaign_id: LEFT.row, link_index: 'the number of the link in its email' },
    },
    {
      table: 'provider_events',
      section: 'whatBecameOfEmails',
      whose: `kept.sg_event_id IN (${eventsOf('person.user_id', 'person.email_key')})`,
      order: 'occurred_at',
      shown: { event: 'event', email: 'email', occurred_at: 'occurredAt' },
      left: {
        sg_event_id: LEFT.provider,
        email_id: LEFT.row,
        recipient_id: LEFT.row,
        sg_message_id: LEFT.provider,
        payload: 'the same as the provider reports it, with ids of its own',
        received_at: 'when we received it',
      },
    },
  ],
  others: {
    erased_accounts: ERASED_ACCOUNTS,
    list_imports: { because: 'names of files that were brought into a list, for a day', personal: ['name'] },
    list_import_rows: {
      because: 'rows of such files, for a day: they are the administrator’s until they are in the list',
    },
    email_campaigns: { because: 'sent to many recipients, who are exported', personal: ['admin_id', 'name'] },
    campaign_counts: { because: 'how many there are' },
    subscriber_counts: { because: 'how many there are' },
    idempotent_requests: {
      because: 'which named requests of the last day were done; their answers are ids or empty',
      personal: ['result'],
    },
  },
};
