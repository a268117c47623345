import {
  type AnonymizedTables,
  CODE,
  EMAIL,
  EMPTY_OBJECT,
  NAME,
  NOTHING,
  TEXT,
} from '@lectern/service-kit/person/anonymize';

/**
 * How a test copy treats the tables of messaging. Campaigns stay, since they are the association's own texts, which went to all their
 * recipients; the recipients, and the texts of other people, do not.
 */
export const ANONYMIZED: AnonymizedTables = {
  newsletter_subscribers: { replaced: { email: EMAIL, email_key: EMAIL }, kept: ['source', 'tags', 'searched'] },
  suppressed_addresses: { replaced: { email_key: EMAIL }, kept: ['reason'] },
  list_opt_outs: { replaced: { email_key: EMAIL }, kept: ['list'] },
  contacts: { replaced: { email: EMAIL, email_key: EMAIL, name: NAME }, kept: ['list'] },
  contact_messages: { replaced: { name: NAME, email: EMAIL, message: TEXT } },
  starter_kit_requests: { replaced: { email: EMAIL, email_key: EMAIL } },
  accounts: { replaced: { email_key: EMAIL, first_name: NAME, last_name: NAME } },
  emails: {
    replaced: {
      dedupe_key: CODE,
      to: EMAIL,
      to_name: NAME,
      data: EMPTY_OBJECT,
      provider_message_id: CODE,
      last_error: NOTHING,
    },
    kept: ['template', 'status'],
  },
  email_campaigns: {
    replaced: {},
    kept: ['name', 'subject', 'content', 'target_audience', 'status', 'field_versions', 'prepared', 'unsent_reason'],
  },
  email_recipients: {
    replaced: { email: EMAIL, email_key: EMAIL, name: NAME, reason: TEXT },
    kept: ['status', 'list'],
  },
  provider_events: {
    replaced: { sg_event_id: CODE, email: EMAIL, sg_message_id: CODE, payload: EMPTY_OBJECT },
    kept: ['event'],
  },
  campaign_counts: { replaced: {}, kept: ['what'] },
  // Before the copy is made, deploy/hold-mail.sql lists these recipients as uncertain, one by one.
  audience_parts: 'emptied',
  idempotent_requests: 'emptied',
  list_import_rows: 'emptied',
  list_imports: 'emptied',
};
