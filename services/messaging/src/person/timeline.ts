import type { TimelineSource } from '@lectern/service-kit/person/read-timeline';
import { recipientIdAt } from '../campaign/audience-part.repository.ts';
import { IN_PART, INDEX_IN_PART } from './personal-data.ts';

const BY_KEY = 'kept.email_key = person.email_key';
/** The account's rows, and those of its address that no account has; of an address without an account, all of its rows. */
const isOfPerson = (byAddress: string): string =>
  `kept.user_id = person.user_id OR ${byAddress} AND (kept.user_id IS NULL OR person.user_id IS NULL)`;
/** The provider's last event of an email. */
const OUTCOME = `(SELECT provider_events.event FROM provider_events WHERE provider_events.email_id = kept.id
  ORDER BY provider_events.occurred_at DESC, provider_events.sg_event_id DESC LIMIT 1)`;
/** Characters of a message that fit into a line of the timeline. */
const EXCERPT = 300;

/** Messaging's tables in the timeline of a person. For the others see {@link NOT_IN_TIMELINE}. */
export const TIMELINE: readonly TimelineSource[] = [
  {
    what: 'email',
    kind: 'mail',
    table: 'emails',
    ownerCondition: isOfPerson(`lower(btrim(kept."to")) = person.email_key`),
    at: 'COALESCE(kept.sent_at, kept.created_at)',
    id: 'kept.id',
    // The data of the subject; only the subject is returned, because the rest holds links.
    details: {
      to: 'kept."to"',
      template: 'kept.template',
      subject: 'kept.data',
      status: 'kept.status',
      outcome: OUTCOME,
    },
  },
  {
    what: 'campaign',
    kind: 'mail',
    table: 'email_recipients',
    ownerCondition: isOfPerson(BY_KEY),
    at: 'COALESCE(kept.sent_at, kept.created_at)',
    id: 'kept.id',
    details: {
      subject: '(SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id)',
      status: 'kept.status',
      isOpened: 'kept.opened_at IS NOT NULL',
      isClicked: 'kept.clicked_at IS NOT NULL',
    },
  },
  {
    what: 'campaign',
    kind: 'mail',
    table: 'audience_parts',
    ownerCondition: IN_PART,
    at: 'kept.created_at',
    id: recipientIdAt('kept', INDEX_IN_PART),
    details: {
      subject: '(SELECT email_campaigns.subject FROM email_campaigns WHERE email_campaigns.id = kept.campaign_id)',
      status: `'pending'`,
      isOpened: 'false',
      isClicked: 'false',
    },
  },
  {
    what: 'contact_message',
    kind: 'mail',
    table: 'contact_messages',
    ownerCondition: isOfPerson('lower(btrim(kept.email)) = person.email_key'),
    at: 'kept.created_at',
    id: 'kept.id',
    details: {
      message: `CASE WHEN length(kept.message) > ${EXCERPT} THEN left(kept.message, ${EXCERPT}) || '…' ELSE kept.message END`,
    },
  },
  {
    what: 'starter_kit',
    kind: 'mail',
    table: 'starter_kit_requests',
    ownerCondition: isOfPerson(BY_KEY),
    at: 'kept.requested_at',
    id: 'kept.id',
    details: { isEmailed: 'kept.is_emailed' },
  },
  {
    what: 'subscribed',
    kind: 'newsletter',
    table: 'newsletter_subscribers',
    ownerCondition: BY_KEY,
    at: 'kept.subscribed_at',
    id: 'kept.id',
    details: { source: 'kept.source', isActive: 'kept.is_active' },
  },
  {
    what: 'unsubscribed',
    kind: 'newsletter',
    table: 'newsletter_subscribers',
    // Reported once: an unsubscription from all lists appears below.
    ownerCondition: `${BY_KEY} AND NOT EXISTS (SELECT 1 FROM suppressed_addresses WHERE suppressed_addresses.email_key = kept.email_key AND reason = 'unsubscribed')`,
    at: 'kept.unsubscribed_at',
    id: 'kept.id',
    details: {},
  },
  {
    what: 'no_list_mail',
    kind: 'newsletter',
    table: 'suppressed_addresses',
    ownerCondition: BY_KEY,
    at: 'kept.since',
    id: 'kept.reason',
    details: { reason: 'kept.reason' },
  },
  {
    what: 'left_list',
    kind: 'newsletter',
    table: 'list_opt_outs',
    ownerCondition: BY_KEY,
    at: 'kept.since',
    id: 'kept.list',
    details: { list: 'kept.list' },
  },
];

/** Tables with data about persons that are in no timeline, and why. */
export const NOT_IN_TIMELINE: Readonly<Record<string, string>> = {
  accounts: 'identity reports accounts',
  link_clicks: 'a campaign’s item shows whether a link was followed',
  contacts: 'registrations reports registrations',
  provider_events: 'an email’s item shows its last event',
};
