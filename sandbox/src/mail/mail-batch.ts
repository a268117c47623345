import type { Address, MailRequest, Personalization } from './mail-request.ts';

/**
 * One request's worth of mail: the body is stored once, as bytes, and emails are rendered from it when they are read. As
 * objects, the emails of a hundred thousand readers would not fit into the memory of this process.
 */
export class MailBatch {
  /** The request that was read last: a reader of one of its emails usually reads the next. */
  static #last: { of: MailBatch; mail: MailRequest } | undefined;
  /** SendGrid's `X-Message-Id`. */
  readonly id: string;
  /** Milliseconds on the sandbox's clock. */
  readonly receivedAt: number;
  /** Number of emails: one per recipient. */
  readonly size: number;
  readonly #json: Buffer;

  /** `json` is `mail` as text. */
  constructor(id: string, receivedAt: number, mail: MailRequest, json: string) {
    this.id = id;
    this.receivedAt = receivedAt;
    this.size = countRecipients(mail);
    this.#json = Buffer.from(json);
    MailBatch.#last = { of: this, mail };
  }

  get mail(): MailRequest {
    if (MailBatch.#last?.of !== this)
      MailBatch.#last = { of: this, mail: JSON.parse(this.#json.toString()) as MailRequest };
    return MailBatch.#last.mail;
  }
}

/** One email, as its recipient gets it. */
export interface Email {
  id: string;
  to: string;
  toName: string | null;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  customArgs: Record<string, string>;
  categories: string[];
  attachments: { filename: string; type: string; size: number }[];
  /** ISO time on the sandbox's clock. */
  receivedAt: string;
}

export interface Recipient {
  personalization: Personalization;
  address: Address;
}

export const countRecipients = (mail: MailRequest): number => {
  return mail.personalizations.reduce(
    (sum, { to, cc, bcc }) => sum + to.length + (cc?.length ?? 0) + (bcc?.length ?? 0),
    0,
  );
};

/** The recipient of the email with this number in the batch. */
export const recipientAt = (batch: MailBatch, index: number): Recipient | undefined => {
  const { personalizations } = batch.mail;
  if (batch.size === personalizations.length) {
    // One recipient each, as campaigns do it: no searching.
    const personalization = personalizations[index];
    const address = personalization?.to[0];
    return personalization === undefined || address === undefined ? undefined : { personalization, address };
  }
  let before = 0;
  for (const personalization of personalizations) {
    const addresses = [...personalization.to, ...(personalization.cc ?? []), ...(personalization.bcc ?? [])];
    const address = addresses[index - before];
    if (address !== undefined) return { personalization, address };
    before += addresses.length;
  }
  return undefined;
};

/** The email with this number in the batch. */
export const emailAt = (batch: MailBatch, index: number): Email | undefined => {
  const recipient = recipientAt(batch, index);
  if (recipient === undefined) return undefined;
  const { mail } = batch;
  const { personalization, address } = recipient;
  const from = personalization.from ?? mail.from;
  const substitute = substituter(personalization.substitutions);
  const subject = substitute(personalization.subject ?? mail.subject ?? '');
  return {
    id: `${batch.id}.${index}`,
    to: address.email,
    toName: address.name ?? null,
    from: from.email,
    fromName: from.name ?? null,
    replyTo: mail.reply_to?.email ?? mail.reply_to_list?.[0]?.email ?? null,
    subject,
    html: fillContent(mail, 'text/html', substitute),
    text: fillContent(mail, 'text/plain', substitute),
    headers: {
      From: formatAddress(from),
      To: personalization.to.map(formatAddress).join(', '),
      ...(personalization.cc !== undefined && { Cc: personalization.cc.map(formatAddress).join(', ') }),
      Subject: subject,
      ...(mail.reply_to !== undefined && { 'Reply-To': formatAddress(mail.reply_to) }),
      ...mail.headers,
      ...personalization.headers,
      'Message-ID': `<${batch.id}.${index}@sandbox.invalid>`,
    },
    customArgs: customArgsOf(mail, personalization),
    categories: mail.categories ?? [],
    attachments: (mail.attachments ?? []).map(({ filename, type = 'application/octet-stream', content }) => ({
      filename,
      type,
      size: Buffer.byteLength(content, 'base64'),
    })),
    receivedAt: new Date(batch.receivedAt).toISOString(),
  };
};

/** Arguments of the request and of the personalization, which wins. */
export const customArgsOf = (mail: MailRequest, personalization: Personalization): Record<string, string> => {
  return { ...mail.custom_args, ...personalization.custom_args };
};

const substituter = (substitutions: Record<string, string> | undefined): ((text: string) => string) => {
  const pairs = Object.entries(substitutions ?? {});
  return (text) => pairs.reduce((filled, [tag, value]) => filled.replaceAll(tag, () => value), text);
};

const fillContent = (mail: MailRequest, type: string, fill: (text: string) => string): string | null => {
  const block = mail.content.find((each) => each.type === type);
  return block === undefined ? null : fill(block.value);
};

const formatAddress = ({ name, email }: Address): string => {
  return name === undefined || name === ''
    ? email
    : `${/^[\w .'-]+$/u.test(name) ? name : JSON.stringify(name)} <${email}>`;
};
