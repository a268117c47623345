import { assertKnown, isObject, type Json } from './json-object.ts';
import { MailRefusal } from './mail-error.ts';
import { assertAddress, assertRecipients } from './validate-recipients.ts';
import type { MailRequest } from './mail-request.ts';

const MAX_RECIPIENTS = 1000;
const MAX_CUSTOM_ARGS_BYTES = 10_000;
const MAX_SCHEDULE_SECONDS = 72 * 60 * 60;

const RESERVED_HEADERS = new Set([
  'x-sg-id',
  'x-sg-eid',
  'received',
  'dkim-signature',
  'content-type',
  'content-transfer-encoding',
  'to',
  'from',
  'subject',
  'reply-to',
  'cc',
  'bcc',
]);

const FIELDS = new Set([
  'personalizations',
  'from',
  'reply_to',
  'reply_to_list',
  'subject',
  'content',
  'attachments',
  'template_id',
  'sections',
  'headers',
  'categories',
  'custom_args',
  'send_at',
  'batch_id',
  'asm',
  'ip_pool_name',
  'mail_settings',
  'tracking_settings',
]);
const PERSONALIZATION_FIELDS = new Set([
  'to',
  'cc',
  'bcc',
  'from',
  'subject',
  'headers',
  'substitutions',
  'dynamic_template_data',
  'custom_args',
  'send_at',
]);

/**
 * The request as SendGrid would take it. `now` is unix seconds, for scheduled mail.
 * Source of rules and words: Twilio SendGrid documentation, "Mail Send", "Errors" and "Limitations".
 * @throws MailRefusal 400 at the first fault
 */
export const validateMail = (body: unknown, now: number): MailRequest => {
  if (!isObject(body)) throw new MailRefusal('Bad Request');
  assertKnown(body, FIELDS, '');
  for (const field of ['template_id', 'sections'])
    if (field in body) throw new MailRefusal(`The sandbox does not simulate ${field}.`, field);
  assertPersonalizations(body, now);
  if (!isObject(body.from) || typeof body.from.email !== 'string') {
    throw new MailRefusal(
      'The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.  e.g. {"email" : "example@example.com"}  or {"email" : "example@example.com", "name" : "Example Recipient"}.',
      'from.email',
    );
  }
  assertAddress(body.from, 'from');
  assertReplyTo(body);
  assertContent(body.content);
  if ('headers' in body) assertHeaders(body.headers, 'headers');
  if ('custom_args' in body) assertCustomArgs(body.custom_args, 'custom_args');
  assertCategories(body.categories);
  assertAttachments(body.attachments);
  assertSendAt(body.send_at, 'send_at', now);
  if (body.asm !== undefined && (!isObject(body.asm) || !Number.isInteger(body.asm.group_id)))
    throw new MailRefusal('The asm group_id must be an integer.', 'asm.group_id');
  if (body.batch_id !== undefined && typeof body.batch_id !== 'string')
    throw new MailRefusal('The batch_id must be a string.', 'batch_id');
  return body as unknown as MailRequest;
};

const assertPersonalizations = (body: Json, now: number): void => {
  const { personalizations } = body;
  if (!Array.isArray(personalizations) || personalizations.length === 0)
    throw new MailRefusal(
      'The personalizations field is required and must have at least one personalization.',
      'personalizations',
    );
  if (personalizations.length > MAX_RECIPIENTS) {
    throw new MailRefusal(
      `The personalization block is limited to ${MAX_RECIPIENTS} personalizations per API request. You have provided ${personalizations.length} personalizations. Please consider splitting this into multiple requests and resending your request.`,
      'personalizations',
    );
  }
  const seen = new Set<string>();
  let recipients = 0;
  for (const [index, personalization] of personalizations.entries()) {
    const name = `personalizations.${index}`;
    if (!isObject(personalization)) throw new MailRefusal('Invalid type. Expected: object.', name);
    assertKnown(personalization, PERSONALIZATION_FIELDS, `${name}.`);
    recipients += assertRecipients(personalization, name, seen);
    assertSubject(
      personalization.subject ?? body.subject,
      'subject' in personalization ? `${name}.subject` : 'subject',
    );
    if ('from' in personalization) assertAddress(personalization.from, `${name}.from`);
    if ('headers' in personalization) assertHeaders(personalization.headers, `${name}.headers`);
    if ('custom_args' in personalization) assertCustomArgs(personalization.custom_args, `${name}.custom_args`);
    if ('dynamic_template_data' in personalization)
      throw new MailRefusal('The sandbox does not simulate dynamic_template_data.', `${name}.dynamic_template_data`);
    assertSubstitutions(personalization.substitutions, `${name}.substitutions`);
    assertSendAt(personalization.send_at, `${name}.send_at`, now);
  }
  if (recipients > MAX_RECIPIENTS)
    throw new MailRefusal(
      `There is a limit of ${MAX_RECIPIENTS} total recipients (to + cc + bcc) per request. You have provided [${recipients}].`,
      'personalizations',
    );
};

const assertSubject = (subject: unknown, field: string): void => {
  if (typeof subject !== 'string' || subject === '') {
    throw new MailRefusal(
      'The subject is required. You can get around this requirement if you use a template with a subject defined or if every personalization has a subject defined.',
      field,
    );
  }
  if (/[\r\n]/.test(subject)) throw new MailRefusal('The subject must not contain line breaks.', field);
};

const assertReplyTo = (body: Json): void => {
  if (body.reply_to !== undefined && body.reply_to_list !== undefined)
    throw new MailRefusal('You can use either reply_to or reply_to_list, not both.', 'reply_to');
  if (body.reply_to !== undefined) assertAddress(body.reply_to, 'reply_to');
  if (body.reply_to_list === undefined) return;
  if (!Array.isArray(body.reply_to_list)) throw new MailRefusal('Invalid type. Expected: array.', 'reply_to_list');
  for (const [index, address] of body.reply_to_list.entries()) assertAddress(address, `reply_to_list.${index}`);
};

const assertContent = (content: unknown): void => {
  if (!Array.isArray(content) || content.length === 0) {
    throw new MailRefusal(
      'Unless a valid template_id is provided, the content parameter is required. There must be at least one defined content block. We typically suggest both text/plain and text/html blocks are included, but only one block is required.',
      'content',
    );
  }
  const order = content.map((block: unknown, index) => {
    if (!isObject(block) || typeof block.type !== 'string' || !/^[\w.+-]+\/[\w.+-]+$/.test(block.type))
      throw new MailRefusal('The content type must be a valid MIME type.', `content.${index}.type`);
    if (typeof block.value !== 'string' || block.value === '')
      throw new MailRefusal(
        'The content value must be a string at least one character in length.',
        `content.${index}.value`,
      );
    return block.type === 'text/plain' ? 0 : block.type === 'text/html' ? 1 : 2;
  });
  if (order.filter((each) => each === 0).length > 1 || order.filter((each) => each === 1).length > 1)
    throw new MailRefusal('If present, text/plain and text/html may only be provided once.', 'content');
  if (order.some((each, index) => index > 0 && each < (order[index - 1] ?? 0)))
    throw new MailRefusal(
      'If present, text/plain must be first, followed by text/html, followed by any other content.',
      'content',
    );
};

const assertHeaders = (headers: unknown, field: string): void => {
  if (!isObject(headers)) throw new MailRefusal('Invalid type. Expected: object.', field);
  for (const [key, value] of Object.entries(headers)) {
    if (RESERVED_HEADERS.has(key.toLowerCase()))
      throw new MailRefusal(`You cannot set the reserved header ${key}.`, `${field}.${key}`);
    if (!/^[!-9;-~]+$/.test(key))
      throw new MailRefusal('Header names must be printable ASCII without blanks.', `${field}.${key}`);
    if (typeof value !== 'string') throw new MailRefusal('Header values must be strings.', `${field}.${key}`);
    if (/[\r\n]/.test(value)) throw new MailRefusal('Header values must not contain line breaks.', `${field}.${key}`);
  }
};

const assertCustomArgs = (args: unknown, field: string): void => {
  if (!isObject(args)) throw new MailRefusal('Invalid type. Expected: object.', field);
  for (const [key, value] of Object.entries(args))
    if (typeof value !== 'string') throw new MailRefusal('Custom arguments must be strings.', `${field}.${key}`);
  if (Buffer.byteLength(JSON.stringify(args)) > MAX_CUSTOM_ARGS_BYTES)
    throw new MailRefusal(`The overall size of custom_args must be less than ${MAX_CUSTOM_ARGS_BYTES} bytes.`, field);
};

const assertSubstitutions = (substitutions: unknown, field: string): void => {
  if (substitutions === undefined) return;
  if (!isObject(substitutions) || !Object.values(substitutions).every((value) => typeof value === 'string'))
    throw new MailRefusal('Substitutions must be an object of strings.', field);
  if (Buffer.byteLength(JSON.stringify(substitutions)) > MAX_CUSTOM_ARGS_BYTES)
    throw new MailRefusal('Substitutions are limited to 10000 bytes per personalization block.', field);
};

const assertCategories = (categories: unknown): void => {
  if (categories === undefined) return;
  if (!Array.isArray(categories) || categories.length > 10)
    throw new MailRefusal('You can have up to 10 categories per request.', 'categories');
  for (const [index, each] of categories.entries())
    if (typeof each !== 'string' || each.length > 255)
      throw new MailRefusal('A category must be a string of at most 255 characters.', `categories.${index}`);
  if (new Set(categories).size < categories.length)
    throw new MailRefusal('You cannot use the same category more than once in a request.', 'categories');
};

const assertAttachments = (attachments: unknown): void => {
  if (attachments === undefined) return;
  if (!Array.isArray(attachments)) throw new MailRefusal('Invalid type. Expected: array.', 'attachments');
  for (const [index, each] of (attachments as unknown[]).entries()) {
    const field = `attachments.${index}`;
    if (!isObject(each) || typeof each.filename !== 'string' || each.filename === '')
      throw new MailRefusal('The attachment filename is required.', `${field}.filename`);
    if (
      typeof each.content !== 'string' ||
      !/^[A-Za-z0-9+/]+={0,2}$/.test(each.content) ||
      each.content.length % 4 !== 0
    )
      throw new MailRefusal('The attachment content must be base64 encoded.', `${field}.content`);
    if (each.disposition !== undefined && each.disposition !== 'inline' && each.disposition !== 'attachment')
      throw new MailRefusal('The disposition can be either "inline" or "attachment".', `${field}.disposition`);
  }
};

const assertSendAt = (sendAt: unknown, field: string, now: number): void => {
  if (sendAt === undefined) return;
  if (typeof sendAt !== 'number' || !Number.isInteger(sendAt))
    throw new MailRefusal('The send_at parameter is expected to be a unix timestamp.', field);
  if (sendAt > now + MAX_SCHEDULE_SECONDS)
    throw new MailRefusal('Scheduling more than 72 hours in advance is forbidden.', field);
};
