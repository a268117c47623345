import { createHash } from 'node:crypto';
import { toPlainText } from '@react-email/render';
import * as z from 'zod/mini';
import { DomainError } from '@lectern/contracts/errors';
import { EMAIL_MAX } from '@lectern/contracts/fields';
import { parseMailbox } from '../sendgrid/mailbox.ts';

/** An email that SendGrid received for us. */
export interface InboundEmail {
  /** The addresses that it was delivered to. */
  readonly to: readonly string[];
  /** Its sender as the reader's program shows it; null where that is no address. */
  readonly from: string | null;
  /** Whether SPF or DKIM confirms the domain of `from`; otherwise anybody may have sent it. */
  readonly isConfirmed: boolean;
  /** Costs the more the larger the email is, so nothing reads what is dropped anyway. */
  readonly readText: () => string;
  /** Recognizes the same email in a repeated post. */
  readonly key: string;
  /** Why it is no answer of a person; null for one that may be. */
  readonly refusal: 'bounce' | 'automatic' | 'spam' | null;
}

/** Longer answers are cut: a person types less, and staff can ask for the rest. */
const TEXT_MAX = 20_000;
/** From this score on, SpamAssassin calls an email spam. */
const SPAM_SCORE = 5;
/** Header lines of emails that no person wrote: RFC 3834, and what older programs use. */
const AUTOMATIC = [
  /^auto-submitted:[ \t]*auto-/im,
  /^precedence:[ \t]*(bulk|junk|list|auto_reply)\s*$/im,
  /^x-auto(reply|respond):[ \t]*\S/im,
];
/** Deeper elements are left out: the converter is recursive, and no mail program nests as deep as its stack. */
const HTML_LIMITS = { maxDepth: 200, ellipsis: '' };

const envelopeSchema = z.object({ to: z.array(z.string()), from: z.optional(z.string()) });
const charsetsSchema = z.record(z.string(), z.string());

/**
 * Reads SendGrid's form (https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook).
 * Throws `malformed_body` where it is none. Attachments are not kept.
 */
export const parseInboundEmail = async (form: Buffer, contentType: string): Promise<InboundEmail> => {
  const fields = await fieldsOf(form, contentType);
  const envelope = jsonOf(fields.get('envelope'), envelopeSchema);
  if (envelope === null) throw new DomainError('malformed_body');
  const headers = fields.get('headers') ?? '';
  const messageId = /^message-id:\s*(\S+)/im.exec(headers)?.[1];
  const from = senderOf(fields.get('from'));
  return {
    to: envelope.to,
    from,
    isConfirmed: from !== null && isConfirmed(from, envelope.from, fields),
    readText: () => {
      const text = textOf(fields);
      return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).trimEnd()} …` : text;
    },
    key: createHash('sha256')
      .update(
        messageId === undefined
          ? JSON.stringify([envelope, headers, fields.get('text'), fields.get('html')])
          : messageId,
      )
      .digest('hex'),
    refusal: refusalOf(headers, envelope.from, fields.get('spam_score')),
  };
};

const senderOf = (header = ''): string | null => {
  const email = parseMailbox(header)?.email;
  return email === undefined || email.length > EMAIL_MAX ? null : email;
};

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
/** As DMARC's relaxed alignment, for a domain and those below it. */
const isAligned = (one: string, other: string): boolean =>
  one !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));

/** SPF is about the domain of the envelope, DKIM about that of a signature; the visible sender is confirmed where its domain is the same. */
const isConfirmed = (from: string, envelopeFrom: string | undefined, fields: ReadonlyMap<string, string>): boolean => {
  const domain = domainOf(from);
  if (fields.get('SPF')?.trim().toLowerCase() === 'pass' && isAligned(domainOf(envelopeFrom ?? ''), domain))
    return true;
  const signatures = (fields.get('dkim') ?? '').matchAll(/@([\w.-]+)\s*:\s*(\w+)/g);
  return [...signatures].some(
    ([, signer = '', result = '']) => result.toLowerCase() === 'pass' && isAligned(signer.toLowerCase(), domain),
  );
};

/** A bounce has an empty sender; programs mark what they send by themselves (RFC 3834). */
const refusalOf = (headers: string, from: string | undefined, score: string | undefined): InboundEmail['refusal'] => {
  if (from?.trim() === '' || from?.trim() === '<>') return 'bounce';
  if (AUTOMATIC.some((mark) => mark.test(headers))) return 'automatic';
  return Number(score) >= SPAM_SCORE ? 'spam' : null;
};

/** The fields with their values, each decoded from its own character set. */
const fieldsOf = async (form: Buffer, contentType: string): Promise<ReadonlyMap<string, string>> => {
  const latin = (await readForm(form, contentType)).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const raw = new Map(latin.map(([name, value]) => [name, Buffer.from(value, 'latin1')]));
  const charsets = jsonOf(raw.get('charsets')?.toString('utf8'), charsetsSchema) ?? {};
  return new Map([...raw].map(([name, bytes]) => [name, decode(bytes, charsets[name])]));
};

/** The platform decodes all parts as UTF-8. Read as Latin-1 and written as UTF-8 before, they keep their bytes. */
const readForm = async (form: Buffer, contentType: string): Promise<[string, unknown][]> => {
  try {
    const response = new Response(Buffer.from(form.toString('latin1'), 'utf8'), {
      headers: { 'content-type': contentType },
    });
    return [...(await response.formData()).entries()];
  } catch (error) {
    throw new DomainError('malformed_body', { cause: error });
  }
};

/** Text that Postgres can store: without NUL. */
const decode = (bytes: Buffer, charset = 'utf-8'): string => {
  try {
    return new TextDecoder(charset).decode(bytes).replaceAll('\0', '');
  } catch {
    // A character set that nobody knows.
    return new TextDecoder().decode(bytes).replaceAll('\0', '');
  }
};

const textOf = (fields: ReadonlyMap<string, string>): string => {
  const text = (fields.get('text') ?? '').trim();
  if (text !== '') return text;
  const html = fields.get('html') ?? '';
  return toPlainText(html.slice(0, 10 * TEXT_MAX), { limits: HTML_LIMITS }).trim();
};

const jsonOf = <T>(text: string | undefined, schema: z.ZodMiniType<T>): T | null => {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
};
