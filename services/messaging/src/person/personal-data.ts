import { ERASED_ACCOUNTS, type PersonalData, OMITTED } from '@lectern/service-kit/person/person-tables';
import { eventsOf } from '../provider-event/provider-event.repository.ts';

const BY_KEY = 'kept.email_key = person.email_key';
/** SQL condition: the row belongs to the person's account, or to the person's address and no account. Rows of another account that had the address are not included. */
const isOfPerson = (byAddress: string): string =>
  `kept.user_id = person.user_id OR kept.user_id IS NULL AND ${byAddress}`;
const byAddress = (column: string): string => `lower(btrim(kept."${column}")) = person.email_key`;

/**
 * SQL: whether a person is in a part of an audience, and the index there. A part holds sorted addresses, so the comparison with its first
 * and last address uses the index of the table.
 */
export const IN_PART =
  'kept.first_key <= person.email_key AND kept.last_key >= person.email_key AND person.email_key = ANY(kept.email_keys)';
export const INDEX_IN_PART = 'array_position(kept.email_keys, person.email_key)';

/** The key of an email's template data in the query's result. The subject is rendered from it; the data is not exported. */
export const EMAIL_DATA = 'data';

/** The personal data in messaging's tables. Rows name an address, and the account as well where messaging knows it. */
export const PERSONAL_DATA: PersonalData = {
  tables: [
    {
      table: 'newsletter_subscribers',
      section: 'newsletter',
      ownerCondition: BY_KEY,
      order: 'subscribed_at',
      exported: {
        email: 'email',
        source: 'source',
        tags: 'tags',
        is_active: 'isActive',
        subscribed_at: 'subscribedAt',
        unsubscribed_at: 'unsubscribedAt',
      },
      omitted: { id: OMITTED.row, email_key: OMITTED.key, searched: OMITTED.search },
    },
    {
      table: 'suppressed_addresses',
      section: 'noListMail',
      ownerCondition: BY_KEY,
      order: 'since',
      exported: { reason: 'reason', since: 'since' },
      omitted: { email_key: OMITTED.key },
    },
    {
      table: 'list_opt_outs',
      section: 'listsLeft',
      ownerCondition: BY_KEY,
      order: 'list',
      exported: { list: 'list', since: 'since' },
      omitted: { email_key: OMITTED.key },
    },
    {
      table: 'contacts',
      section: 'listsOfRegistrations',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'registration_id',
      exported: { list: 'list', email: 'email', name: 'name', until: 'until' },
      omitted: { registration_id: OMITTED.row, version: OMITTED.version, email_key: OMITTED.key, user_id: OMITTED.row },
    },
    {
      table: 'contact_messages',
      section: 'contactMessages',
      ownerCondition: isOfPerson(byAddress('email')),
      order: 'created_at',
      exported: { name: 'name', email: 'email', message: 'message', created_at: 'writtenAt' },
      omitted: { id: OMITTED.row, user_id: OMITTED.row },
    },
    {
      table: 'starter_kit_requests',
      section: 'starterKitRequests',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'requested_at',
      exported: { email: 'email', requested_at: 'requestedAt', is_emailed: 'isEmailed' },
      omitted: { id: OMITTED.row, email_key: OMITTED.key, user_id: OMITTED.row },
    },
    {
      table: 'accounts',
      section: 'accountAsKnownHere',
      ownerCondition: 'kept.user_id = person.user_id',
      order: 'user_id',
      exported: { first_name: 'firstName', last_name: 'lastName', email_verified_at: 'emailVerifiedAt' },
      omitted: { user_id: OMITTED.row, email_key: OMITTED.key, version: OMITTED.version },
    },
    {
      table: 'emails',
      section: 'emails',
      ownerCondition: isOfPerson(byAddress('to')),
      order: 'created_at',
      exported: {
        to: 'to',
        to_name: 'toName',
        template: 'kind',
        status: 'status',
        created_at: 'writtenAt',
        sent_at: 'sentAt',
      },
      // The data of the subject; only the subject is exported.
      computed: { [EMAIL_DATA]: 'kept.data' },
      omitted: {
        id: OMITTED.row,
        dedupe_key: 'ids of the event that caused the email',
        data: 'may hold keys of links',
        user_id: OMITTED.row,
        erase_when_settled: 'whether the row is erased after sending',
        attempts: 'how often it was tried',
        next_attempt_at: 'when it is tried next',
        claimed_at: 'when it was tried last',
        provider_message_id: OMITTED.provider,
        last_error: 'what the provider said to us',
      },
    },
    {
      table: 'email_recipients',
      section: 'campaigns',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'created_at',
      exported: {
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
      computed: {
        subject: 'SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id',
      },
      omitted: {
        id: OMITTED.row,
        campaign_id: OMITTED.row,
        email_key: OMITTED.key,
        user_id: OMITTED.row,
        batch_id: OMITTED.row,
        claimed_at: 'when it was tried last',
        attempts: 'how often it was tried',
      },
    },
    {
      table: 'audience_parts',
      section: 'campaignsAhead',
      ownerCondition: IN_PART,
      order: 'created_at',
      exported: { created_at: 'writtenAt' },
      computed: {
        email: `kept.emails[${INDEX_IN_PART}]`,
        name: `kept.names[${INDEX_IN_PART}]`,
        list: `kept.lists[${INDEX_IN_PART}]`,
        subject: 'SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id',
      },
      omitted: {
        campaign_id: OMITTED.row,
        first_key: 'addresses of others',
        last_key: 'addresses of others',
        ids_begin: OMITTED.row,
        first_number: OMITTED.row,
        email_keys: 'addresses of others; the person’s own entry is only used for comparison',
        emails: 'data of others; the person’s own entry is exported',
        names: 'data of others; the person’s own entry is exported',
        lists: 'data of others; the person’s own entry is exported',
      },
    },
    {
      table: 'link_clicks',
      section: 'linksFollowed',
      ownerCondition: `kept.recipient_id IN (SELECT recipient.id FROM email_recipients recipient WHERE ${isOfPerson(BY_KEY).replaceAll('kept.', 'recipient.')})`,
      order: 'at',
      exported: { at: 'at' },
      computed: {
        url: `SELECT email_campaigns.prepared->'links'->>kept.link_index FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id`,
      },
      omitted: {
        recipient_id: OMITTED.row,
        campaign_id: OMITTED.row,
        link_index: 'the number of the link in its email',
      },
    },
    {
      table: 'provider_events',
      section: 'whatBecameOfEmails',
      ownerCondition: `kept.sg_event_id IN (${eventsOf('person.user_id', 'person.email_key')})`,
      order: 'occurred_at',
      exported: { event: 'event', email: 'email', occurred_at: 'occurredAt' },
      omitted: {
        sg_event_id: OMITTED.provider,
        email_id: OMITTED.row,
        recipient_id: OMITTED.row,
        sg_message_id: OMITTED.provider,
        payload: 'the provider’s report of the exported event, with the provider’s ids',
        received_at: 'when we received it',
      },
    },
  ],
  otherTables: {
    erased_accounts: ERASED_ACCOUNTS,
    list_imports: { reason: 'names of files that were brought into a list, for a day', personal: ['name'] },
    list_import_rows: {
      reason: 'rows of such files, for a day: they are the administrator’s until they are in the list',
    },
    email_campaigns: { reason: 'sent to many recipients, who are exported', personal: ['admin_id', 'name'] },
    campaign_counts: { reason: 'how many there are' },
    subscriber_counts: { reason: 'how many there are' },
    idempotent_requests: {
      reason: 'which named requests of the last day were done; their answers are ids or empty',
      personal: ['result'],
    },
  },
};
