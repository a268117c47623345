import { createHash, randomBytes } from 'node:crypto';
import { customArgsOf, recipientAt, type MailBatch } from './mail-batch.ts';

export const EVENT_KINDS = [
  'processed',
  'delivered',
  'open',
  'click',
  'bounce',
  'dropped',
  'deferred',
  'spamreport',
  'unsubscribe',
] as const;
export type MailEventKind = (typeof EVENT_KINDS)[number];

/** An entry of SendGrid's event webhook; custom arguments are beside these fields. */
export interface MailEvent {
  email: string;
  /** Unix seconds. */
  timestamp: number;
  event: string;
  sg_event_id: string;
  sg_message_id: string;
  [field: string]: unknown;
}

/** The fields of each kind of event beside the common ones. Source: Twilio SendGrid documentation, "Event Webhook Reference". */
const DETAILS: Record<MailEventKind, (url: string) => Record<string, unknown>> = {
  processed: () => ({}),
  delivered: () => ({ response: '250 2.0.0 OK', tls: 1 }),
  deferred: () => ({ response: '450 4.2.1 Try again later', attempt: '1' }),
  open: () => ({
    useragent: 'Mozilla/5.0 (sandbox)',
    ip: '127.0.0.1',
    sg_content_type: 'html',
    sg_machine_open: false,
  }),
  click: (url) => ({
    url,
    url_offset: { index: 0, type: 'html' },
    useragent: 'Mozilla/5.0 (sandbox)',
    ip: '127.0.0.1',
  }),
  bounce: () => ({
    type: 'bounce',
    reason: '550 5.1.1 The email account that you tried to reach does not exist.',
    status: '5.1.1',
    bounce_classification: 'Invalid Address',
    tls: 1,
  }),
  dropped: () => ({ reason: 'Bounced Address', status: '5.0.0' }),
  spamreport: () => ({}),
  unsubscribe: () => ({}),
};

/**
 * An event of an email. The provider's own events (processed, delivered) have ids made from the email, so that a
 * repeated delivery is recognized; each action of a person is a new event.
 */
export const mailEvent = (
  batch: MailBatch,
  index: number,
  kind: MailEventKind,
  timestamp: number,
  url = '',
): MailEvent | undefined => {
  const recipient = recipientAt(batch, index);
  if (recipient === undefined) return undefined;
  const { mail } = batch;
  const isOwn = kind === 'processed' || kind === 'delivered';
  const id = isOwn
    ? createHash('sha256').update(`${batch.id}.${index}.${kind}`).digest().subarray(0, 16)
    : randomBytes(16);
  return {
    ...customArgsOf(mail, recipient.personalization),
    ...(mail.categories !== undefined && mail.categories.length > 0 && { category: mail.categories }),
    ...(mail.asm !== undefined && { asm_group_id: mail.asm.group_id }),
    ...DETAILS[kind](url),
    email: recipient.address.email,
    timestamp,
    'smtp-id': `<${batch.id}.${index}@sandbox.invalid>`,
    event: kind,
    sg_event_id: id.toString('base64url'),
    sg_message_id: `${batch.id}.recvd-sandbox-1-${Math.floor(batch.receivedAt / 1000)
      .toString(16)
      .toUpperCase()}-${index}.0`,
  };
};
