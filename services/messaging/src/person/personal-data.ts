import {
  ERASED_ACCOUNTS,
  kept,
  OMITTED,
  type PersonalData,
  PUBLISHED_TEXTS,
} from '@lectern/service-kit/person/person-tables';
import { CODE, EMAIL, EMPTY_OBJECT, KEPT, NAME, TEXT } from '@lectern/service-kit/person/anonymize';

const BY_KEY = 'kept.email_key = person.email_key';
/** The account's rows, and those of its address that no account has; of an address without an account, all of its rows. */
const isOfPerson = (byAddress: string): string =>
  `kept.user_id = person.user_id OR ${byAddress} AND (kept.user_id IS NULL OR person.user_id IS NULL)`;
const byAddress = (column: string): string => `lower(btrim(kept."${column}")) = person.email_key`;
/** Answers by email of a person in the conversation of another address. */
const FROM_ELSEWHERE = byAddress('other_email');
/** Ids of the events of a person's emails: of those of the account, and of those to its address without an account. An event may name no email. */
const EVENTS = `SELECT given.sg_event_id FROM email_recipients recipient JOIN provider_events given ON given.recipient_id = recipient.id WHERE recipient.user_id = person.user_id
   UNION ALL SELECT given.sg_event_id FROM provider_events given LEFT JOIN email_recipients recipient ON recipient.id = given.recipient_id
     WHERE lower(btrim(given.email)) = person.email_key AND recipient.user_id IS NULL`;
/** The key of an email's template data in the query's result. The subject is rendered from it; the data is not exported. */
export const EMAIL_DATA = 'data';
/** The provider's last event of an email. */
const OUTCOME = `(SELECT provider_events.event FROM provider_events WHERE provider_events.recipient_id = kept.id
  ORDER BY provider_events.occurred_at DESC, provider_events.sg_event_id DESC LIMIT 1)`;
/** Characters of a message that fit into a line of the timeline. */
const EXCERPT = 300;

/** The personal data in this service's tables: who it belongs to, the file that a person downloads, the timeline and copies for testing. */
export const PERSONAL_DATA: PersonalData = {
  tables: {
    newsletter_subscribers: {
      section: 'newsletter',
      ownerCondition: BY_KEY,
      order: 'subscribed_at',
      columns: {
        email: { copy: EMAIL },
        source: { copy: KEPT },
        tags: { copy: KEPT },
        is_active: {},
        subscribed_at: {},
        unsubscribed_at: {},
        confirmed_at: {},
        id: { omitted: OMITTED.row },
        correction: { omitted: 'the proof of an emailed link', copy: KEPT },
        correction_until: { omitted: 'the end of that link' },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        searched: { omitted: OMITTED.search, copy: KEPT },
      },
      timeline: [
        {
          what: 'subscribed',
          kind: 'newsletter',
          at: 'kept.subscribed_at',
          id: 'kept.id',
          details: { source: 'kept.source', isActive: 'kept.is_active' },
        },
        {
          what: 'subscriber_confirmed',
          kind: 'newsletter',
          at: 'kept.confirmed_at',
          id: 'kept.id',
          details: {},
        },
        {
          what: 'unsubscribed',
          kind: 'newsletter',
          // Reported once: an unsubscription from all lists appears below.
          where: `NOT EXISTS (SELECT 1 FROM suppressed_addresses WHERE suppressed_addresses.email_key = kept.email_key AND reason = 'unsubscribed')`,
          at: 'kept.unsubscribed_at',
          id: 'kept.id',
          details: {},
        },
      ],
    },
    suppressed_addresses: {
      section: 'noListMail',
      ownerCondition: BY_KEY,
      order: 'since',
      columns: {
        reason: { copy: KEPT },
        since: {},
        email_key: { omitted: OMITTED.key, copy: EMAIL },
      },
      timeline: [
        {
          what: 'no_list_mail',
          kind: 'newsletter',
          at: 'kept.since',
          id: 'kept.reason',
          details: { reason: 'kept.reason' },
        },
      ],
    },
    list_opt_outs: {
      section: 'listsLeft',
      ownerCondition: BY_KEY,
      order: 'list',
      columns: {
        list: { copy: KEPT },
        since: {},
        email_key: { omitted: OMITTED.key, copy: EMAIL },
      },
      timeline: [
        {
          what: 'left_list',
          kind: 'newsletter',
          at: 'kept.since',
          id: 'kept.list',
          details: { list: 'kept.list' },
        },
      ],
    },
    contacts: {
      section: 'listsOfRegistrations',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'registration_id',
      columns: {
        list: { copy: KEPT },
        email: { copy: EMAIL },
        name: { copy: NAME },
        until: {},
        registration_id: { omitted: OMITTED.row },
        version: { omitted: OMITTED.version },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        user_id: { omitted: OMITTED.row },
      },
      timeline: 'registrations reports registrations',
    },
    contact_messages: {
      section: 'contactMessages',
      ownerCondition: isOfPerson(byAddress('email')),
      order: 'created_at',
      columns: {
        name: { copy: NAME },
        email: { copy: EMAIL },
        message: { copy: TEXT },
        created_at: { as: 'writtenAt' },
        id: { omitted: OMITTED.row },
        user_id: { omitted: OMITTED.row },
      },
      timeline: [
        {
          what: 'contact_message',
          kind: 'mail',
          at: 'kept.created_at',
          id: 'kept.id',
          details: {
            message: `CASE WHEN length(kept.message) > ${EXCERPT} THEN left(kept.message, ${EXCERPT}) || '…' ELSE kept.message END`,
            conversationId: `(SELECT conversation_id FROM conversation_messages WHERE conversation_messages.id = kept.id)`,
          },
        },
      ],
    },
    conversations: {
      section: 'conversations',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'created_at',
      columns: {
        kind: { as: 'about', copy: KEPT },
        name: { copy: NAME },
        email: { copy: EMAIL },
        status: { copy: KEPT },
        created_at: { as: 'openedAt' },
        last_message_at: {},
        session_starts_at: {},
        session_cancelled_at: {},
        id: { omitted: OMITTED.row },
        subject_id: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        user_id: { omitted: OMITTED.row },
        assignee_id: { omitted: 'the administrator who answers' },
        assigned_by: { omitted: 'the administrator who assigned it' },
        assigned_at: { omitted: 'when it was assigned' },
        closed_by: { omitted: 'the administrator who closed it' },
        closed_at: { omitted: 'when it was closed' },
        waiting_since: { omitted: 'since when an answer is due' },
        sender_proof: { omitted: 'how we know who wrote', copy: KEPT },
        version: { omitted: 'how often it was changed' },
      },
      timeline: 'contact messages and emails with replies are items; registrations reports office hours',
    },
    conversation_messages: {
      section: 'conversationMessages',
      // Messages of the contact page are exported with the contact messages.
      ownerCondition: `(${FROM_ELSEWHERE} OR kept.conversation_id IN (SELECT conversation.id FROM conversations conversation WHERE ${isOfPerson(BY_KEY).replaceAll('kept.', 'conversation.')}))
        AND NOT EXISTS (SELECT 1 FROM contact_messages WHERE contact_messages.id = kept.id)`,
      order: 'created_at',
      columns: {
        text: { copy: TEXT },
        quoted: { copy: TEXT },
        other_email: { as: 'sentFrom', copy: EMAIL },
        created_at: { as: 'writtenAt' },
        id: { omitted: OMITTED.row },
        conversation_id: { omitted: OMITTED.row },
        admin_id: { omitted: 'the administrator who wrote it' },
        is_unconfirmed: { omitted: 'whether anybody may have sent it', copy: KEPT },
        received_key: { omitted: OMITTED.provider, copy: CODE },
      },
      computed: {
        from: `CASE WHEN kept.admin_id IS NOT NULL THEN 'the association' WHEN kept.other_email IS NULL OR ${FROM_ELSEWHERE} THEN 'you' ELSE 'another sender' END`,
      },
      timeline: 'contact messages and emails with replies are items; staff read the rest in the inbox',
    },
    memberships: {
      section: 'membershipAsKnownHere',
      ownerCondition: 'kept.user_id = person.user_id',
      order: 'subscription_id',
      columns: {
        plan: { copy: KEPT },
        access: { as: 'isActive' },
        subscription_id: { omitted: OMITTED.provider, copy: CODE },
        user_id: { omitted: OMITTED.row },
        version: { omitted: OMITTED.version },
      },
      timeline: 'billing reports memberships',
    },
    starter_kit_requests: {
      section: 'starterKitRequests',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'requested_at',
      columns: {
        email: { copy: EMAIL },
        requested_at: {},
        is_emailed: {},
        id: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        user_id: { omitted: OMITTED.row },
      },
      timeline: [
        {
          what: 'starter_kit',
          kind: 'mail',
          at: 'kept.requested_at',
          id: 'kept.id',
          details: { isEmailed: 'kept.is_emailed' },
        },
      ],
    },
    accounts: {
      section: 'accountAsKnownHere',
      ownerCondition: 'kept.user_id = person.user_id',
      order: 'user_id',
      columns: {
        first_name: { copy: NAME },
        last_name: { copy: NAME },
        email_verified_at: {},
        user_id: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        version: { omitted: OMITTED.version },
      },
      timeline: 'identity reports accounts',
    },
    email_recipients: {
      section: 'emails',
      ownerCondition: isOfPerson(BY_KEY),
      order: 'created_at',
      columns: {
        email: { as: 'to', copy: EMAIL },
        name: { as: 'toName', copy: NAME },
        template: { as: 'kind', copy: KEPT },
        list: { copy: KEPT },
        status: { copy: KEPT },
        reason: { copy: TEXT },
        created_at: { as: 'writtenAt' },
        sent_at: {},
        opened_at: {},
        machine_opened_at: { as: 'openedByAProgramAt' },
        clicked_at: {},
        id: { omitted: OMITTED.row },
        campaign_id: { omitted: OMITTED.row },
        email_key: { omitted: OMITTED.key, copy: EMAIL },
        user_id: { omitted: OMITTED.row },
        dedupe_key: { omitted: 'ids of the event that caused the email', copy: CODE },
        limit_key: { omitted: 'a hash by which emails of an hour are counted', copy: CODE },
        data: { omitted: 'may hold keys of links', copy: EMPTY_OBJECT },
        erase_when_settled: { omitted: 'whether the row is erased after sending' },
        batch_id: { omitted: OMITTED.row },
        attempts: { omitted: 'how often it was tried' },
        next_attempt_at: { omitted: 'when it is tried next' },
        claimed_at: { omitted: 'when it was tried last' },
        provider_message_id: { omitted: OMITTED.provider, copy: CODE },
      },
      // The subject of a campaign. That of another email is rendered from its data.
      computed: {
        subject: 'SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id',
        [EMAIL_DATA]: 'kept.data',
      },
      timeline: [
        {
          what: 'email',
          kind: 'mail',
          where: 'kept.campaign_id IS NULL',
          at: 'COALESCE(kept.sent_at, kept.created_at)',
          id: 'kept.id',
          // The data of the subject; only the subject is returned, because the rest holds links.
          details: {
            to: 'kept.email',
            template: 'kept.template',
            subject: 'kept.data',
            status: 'kept.status',
            outcome: OUTCOME,
          },
        },
        {
          what: 'campaign',
          kind: 'mail',
          where: 'kept.campaign_id IS NOT NULL',
          at: 'COALESCE(kept.sent_at, kept.created_at)',
          id: 'kept.id',
          details: {
            subject:
              '(SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id)',
            status: 'kept.status',
            isOpened: 'kept.opened_at IS NOT NULL',
            isClicked: 'kept.clicked_at IS NOT NULL',
          },
        },
      ],
    },
    link_clicks: {
      section: 'linksFollowed',
      ownerCondition: `kept.recipient_id IN (SELECT recipient.id FROM email_recipients recipient WHERE ${isOfPerson(BY_KEY).replaceAll('kept.', 'recipient.')})`,
      order: 'at',
      columns: {
        at: {},
        recipient_id: { omitted: OMITTED.row },
        campaign_id: { omitted: OMITTED.row },
        link_index: { omitted: 'the number of the link in its email' },
      },
      computed: {
        url: `SELECT email_campaigns.prepared->'links'->>kept.link_index FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id`,
      },
      timeline: 'a campaign’s item shows whether a link was followed',
    },
    provider_events: {
      section: 'whatBecameOfEmails',
      ownerCondition: `kept.sg_event_id IN (${EVENTS})`,
      order: 'occurred_at',
      columns: {
        event: { copy: KEPT },
        email: { copy: EMAIL },
        occurred_at: {},
        sg_event_id: { omitted: OMITTED.provider, copy: CODE },
        recipient_id: { omitted: OMITTED.row },
        sg_message_id: { omitted: OMITTED.provider, copy: CODE },
        payload: {
          omitted: 'the provider’s report of the exported event, with the provider’s ids',
          copy: EMPTY_OBJECT,
        },
        received_at: { omitted: 'when we received it' },
      },
      timeline: 'an email’s item shows its last event',
    },
  },
  otherTables: {
    person_record_changes: { reason: 'which records of people changed, for some seconds', copy: 'emptied' },
    erased_accounts: ERASED_ACCOUNTS,
    published_texts: PUBLISHED_TEXTS,
    list_imports: {
      reason: 'names of files that were brought into a list, for a day',
      personal: ['name'],
      copy: 'emptied',
    },
    list_import_rows: {
      reason: 'rows of such files, for a day: they are the administrator’s until they are in the list',
      copy: 'emptied',
    },
    email_campaigns: {
      reason: 'sent to many recipients, who are exported',
      personal: ['admin_id', 'name'],
      copy: kept(
        'name',
        'subject',
        'content',
        'target_audience',
        'status',
        'field_versions',
        'prepared',
        'unsent_reason',
      ),
    },
    canned_replies: {
      reason: 'texts of the association, which staff insert into replies',
      personal: ['name'],
      copy: kept('name', 'reply', 'field_versions'),
    },
    campaign_counts: { reason: 'how many there are', copy: kept('what') },
    subscriber_counts: { reason: 'how many there are' },
    idempotent_requests: {
      reason: 'which named requests of the last day were done; their answers are ids or empty',
      personal: ['result'],
      copy: 'emptied',
    },
  },
};
