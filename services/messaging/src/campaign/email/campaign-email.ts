import { DomainError } from '@lectern/contracts/errors';
import type { MailingList } from '@lectern/contracts/messaging/campaign-model';
import { readMarkdown, UnreadableMarkdown } from '@lectern/service-kit/markdown/read-markdown';
import { escapeUTF8 } from 'entities';
import { textOf } from '../../email/email-layout.tsx';
import { headerText } from '../../sendgrid/mailbox.ts';
import type { CampaignSite } from './campaign-site.ts';
import { contentAsHtml, emailAsHtml } from './email-as-html.tsx';
import { type Group, leavesOf } from './email-content.ts';
import {
  FieldProblem,
  hasMark,
  type PersonalField,
  PersonalFields,
  replaceMarks,
  unusedMark,
  valueOf,
} from './personal-fields.ts';
import { readContent } from './read-content.ts';

export interface CampaignSource {
  readonly subject: string;
  /** Markdown, or plain HTML */
  readonly content: string;
}

/**
 * A campaign's email for all its recipients. Subject and both forms carry tags; {@link personalizer} makes each recipient's values
 * for them. It can be stored as JSON, and reads the same whenever it is sent.
 */
export interface PreparedCampaign {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The targets of the counted links, in the email's order, each once. */
  readonly links: readonly string[];
  /** Distinguishes the tags of this email from all other text in it. */
  readonly mark: string;
  readonly fields: readonly PersonalField[];
  /** The tags that occur in it. */
  readonly tags: readonly string[];
}

export interface PreparedWithNotes {
  readonly prepared: PreparedCampaign;
  /** The parts that are left out or changed, each a sentence. */
  readonly notes: readonly string[];
}

export interface CampaignReader {
  /** The id in `email_recipients`; `null` in a preview, whose email is prepared untracked. */
  readonly id: string | null;
  readonly email: string;
  readonly name: string | null;
  /** The list for which the recipient gets the email. */
  readonly list: MailingList;
}

/** The provider's substitutions for one recipient. */
export interface Personalization {
  readonly substitutions: Readonly<Record<string, string>>;
  /** RFC 8058 */
  readonly headers: Readonly<Record<string, string>>;
}

/** Mail programs cut a longer email, and with it the unsubscribe link. */
const CUT_BYTES = 102_000;
const PREVIEW_LENGTH = 120;
/** A megabyte of nothing but tags can grow many times with their styles. The provider takes 30 MB in one request. */
const EMAIL_BYTES = 8 * 1024 * 1024;

const wrong = (field: 'subject' | 'content', sentence: string): DomainError =>
  new DomainError('invalid_request', { fields: { [field]: sentence } });

/**
 * Reads a campaign's email. Throws `invalid_request` that names the problem for the author: an unknown personal field, a field in a
 * URL, or an empty email. Pure and deterministic.
 */
export const prepareCampaign = (source: CampaignSource, site: CampaignSite): PreparedCampaign =>
  prepare(source, site, true).prepared;

/** Like {@link prepareCampaign}, for a preview: links lead directly to their targets, and nothing counts them. */
export const prepareUntracked = (source: CampaignSource, site: CampaignSite): PreparedWithNotes =>
  prepare(source, site, false);

/** Refuses content that takes too long to read. */
const inTime = <T>(read: () => T): T => {
  try {
    return readMarkdown(read);
  } catch (error) {
    if (error instanceof UnreadableMarkdown) throw wrong('content', error.message);
    throw error;
  }
};

const prepare = (source: CampaignSource, site: CampaignSite, isTracked: boolean): PreparedWithNotes => {
  const { subject, message: read, fields, notes } = readEmail(source, site.url);
  const { title, message } = withTitle(read, subject);
  const mark = unusedMark(source.subject, source.content);
  const links: string[] = [];
  const places = new Map<string, number>();
  const tracked = (url: string): string => {
    if (!isTracked || !/^https?:/.test(url)) return url;
    const place = places.get(url) ?? links.push(url) - 1;
    places.set(url, place);
    return `${site.url}/api/mail/click/${tag(mark, 'token')}/${place}`;
  };
  const pixelUrl = isTracked ? `${site.url}/api/mail/open/${tag(mark, 'token')}` : null;
  const frame = (form: '' | 'Text'): Parameters<typeof emailAsHtml>[1] => ({
    site,
    title,
    preview: beginningOf(message),
    reason: tag(mark, `why${form}`),
    list: { unsubscribeUrl: tag(mark, `leave${form}`), preferencesUrl: tag(mark, `choose${form}`) },
  });
  const html = emailAsHtml(message, frame(''), tracked, pixelUrl);
  if (html.length > EMAIL_BYTES) throw wrong('content', 'The email is too long for a mail.');
  const whole = replaceMarks(html, (index) => tag(mark, `h${index}`));
  const asText = (text: string): string => replaceMarks(text, (index) => tag(mark, `t${index}`));
  // Its links lead directly to their targets, and its values are not escaped.
  const text = asText(textOf(emailAsHtml(message, frame('Text'), (url) => url, null)));
  const cut =
    Buffer.byteLength(whole) > CUT_BYTES
      ? ['The email is long: Gmail shows about 100 KB of it, and hides the rest behind a link.']
      : [];
  const heading = asText(subject);
  const tags = [...new Set(`${heading}\n${whole}\n${text}`.match(new RegExp(tag(mark, '[A-Za-z]+\\d*'), 'g')))];
  return {
    prepared: { subject: heading, html: whole, text, links, mark, fields, tags },
    notes: [...notes, ...cut],
  };
};

/** `-lectern-4f1c…-h0-`: consists of characters that HTML, URLs and headers never escape. */
const tag = (mark: string, name: string): string => `-lectern-${mark}-${name}-`;

interface ReadEmail {
  /** With marks for personal fields, like the body. */
  readonly subject: string;
  readonly message: Group;
  readonly fields: readonly PersonalField[];
  readonly notes: readonly string[];
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const readEmail = (source: CampaignSource, siteUrl: string): ReadEmail => {
  const fields = new PersonalFields();
  const marked = (field: 'subject' | 'content', typed: string): string => {
    try {
      return fields.mark(typed.replaceAll(/\p{Cs}/gu, '\ufffd'));
    } catch (error) {
      if (error instanceof FieldProblem) throw wrong(field, error.message);
      throw error;
    }
  };
  const subject = headerText(marked('subject', source.subject));
  if (subject === '') throw wrong('subject', 'Subject is required');
  const content = marked('content', source.content.replaceAll('\r\n', '\n').replaceAll(CONTROL, ''));
  const { message, notes } = inTime(() => readContent(content, siteUrl));
  let hasWords = false;
  for (const leaf of leavesOf(message)) {
    for (const piece of leaf.pieces) {
      if (
        piece.formats.some((format) => format.kind === 'link' && hasMark(format.url)) ||
        (piece.kind === 'image' && hasMark(piece.url))
      ) {
        throw wrong('content', 'A personal field cannot stand in the address of a link or a picture.');
      }
      hasWords ||= (piece.kind === 'text' && piece.text.trim() !== '') || (piece.kind === 'image' && piece.alt !== '');
    }
  }
  if (!hasWords) throw wrong('content', 'Nothing of the email would be left to read.');
  const unnamed = fields.all
    .filter(({ name, fallback }) => name !== 'email' && fallback === '')
    .map(
      ({ name }) =>
        `{{${name}}} is empty for readers whose name is not known. Write {{${name}|friend}} to say something else to them.`,
    );
  return { subject, message, fields: fields.all, notes: [...notes, ...unnamed] };
};

/** The title of an email: its own first heading, else its subject. */
const withTitle = (message: Group, subject: string): { title: string; message: Group } => {
  const [first, ...others] = message.blocks;
  if (first?.kind !== 'leaf' || first.tag !== 'h1' || others.length === 0) return { title: subject, message };
  const title = first.pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : ' '))
    .join('')
    .trim();
  return title === '' ? { title: subject, message } : { title, message: { ...message, blocks: others } };
};

/** The preview text that a mailbox shows beside the subject: the first words. */
const beginningOf = (message: Group): string => {
  let words = '';
  for (const leaf of leavesOf(message)) {
    if (leaf.tag === 'h1' || leaf.tag === 'h2' || leaf.tag === 'h3') continue;
    words += `${leaf.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('')} `;
    if (words.length > PREVIEW_LENGTH) break;
  }
  const line = headerText(words);
  if (line.length <= PREVIEW_LENGTH) return line;
  const space = line.lastIndexOf(' ', PREVIEW_LENGTH);
  // Does not cut within the mark of a field.
  return `${line.slice(0, space > 0 ? space : PREVIEW_LENGTH).replace(/\ue000\d*$/, '')} …`;
};

/** The subject for an unknown reader: with the fallbacks of its fields. Throws as {@link prepareCampaign} does. */
export const subjectForUnknownReader = (subject: string): string => {
  const fields = new PersonalFields();
  const marked = headerText(fields.mark(subject));
  return replaceMarks(marked, (index) => fields.all[index]?.fallback ?? '').trim();
};

/**
 * The email as a part of a public page of the site: fields show their fallbacks, and links lead directly to their targets. It has no
 * styles and no pictures of other servers. Throws as {@link prepareCampaign} does.
 */
export const renderForUnknownReader = (
  source: CampaignSource,
  site: CampaignSite,
): { subject: string; title: string; html: string } => {
  const { subject, message: read, fields } = readEmail(source, site.url);
  const { title, message } = withTitle(read, subject);
  const known = (index: number): string => fields[index]?.fallback ?? '';
  return {
    subject: replaceMarks(subject, known).trim(),
    title: replaceMarks(title, known).trim(),
    html: replaceMarks(contentAsHtml(message), (index) => escapeUTF8(known(index))),
  };
};

/** Makes the values of the tags and the headers for one recipient. */
export type Personalize = (reader: CampaignReader) => Personalization;

/**
 * Makes recipients' values for the tags of this email. Pure. Values are escaped for their context. Values that are the same for all
 * recipients, or for all of a list, are made once: a campaign has a hundred thousand recipients.
 */
export const personalizer = (prepared: PreparedCampaign, site: CampaignSite): Personalize => {
  const { mark } = prepared;
  const said = new Set(prepared.tags);
  const fields = prepared.fields.map((field, index) => ({
    field,
    inHtml: tag(mark, `h${index}`),
    inText: tag(mark, `t${index}`),
  }));
  const tags = {
    why: tag(mark, 'why'),
    whyText: tag(mark, 'whyText'),
    leave: tag(mark, 'leave'),
    leaveText: tag(mark, 'leaveText'),
    choose: tag(mark, 'choose'),
    chooseText: tag(mark, 'chooseText'),
    token: tag(mark, 'token'),
  };
  const reasons = new Map<MailingList, { html: string; text: string }>();
  const reasonIn = (list: MailingList): { html: string; text: string } => {
    const known = reasons.get(list);
    if (known !== undefined) return known;
    const text = reasonOf(list, site.associationName);
    const reason = { html: escapeUTF8(text), text };
    reasons.set(list, reason);
    return reason;
  };

  return (reader) => {
    const { unsubscribe, preferences } = site.listLinks(reader.email);
    const reason = reasonIn(reader.list);
    const substitutions: Record<string, string> = {};
    const say = (name: string, value: string): void => {
      if (said.has(name)) substitutions[name] = value;
    };
    for (const { field, inHtml, inText } of fields) {
      // Breaks a value that looks like a tag of this email: providers may substitute within substitutions.
      const value = valueOf(field, reader).replaceAll(mark, '…');
      say(inHtml, escapeUTF8(value));
      say(inText, value);
    }
    say(tags.why, reason.html);
    say(tags.whyText, reason.text);
    say(tags.leave, escapeUTF8(unsubscribe));
    say(tags.leaveText, unsubscribe);
    say(tags.choose, escapeUTF8(preferences));
    say(tags.chooseText, preferences);
    if (reader.id !== null) say(tags.token, site.trackingToken(reader.id));
    return {
      substitutions,
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    };
  };
};

/** {@link personalizer} for a single recipient. */
export const personalize = (prepared: PreparedCampaign, reader: CampaignReader, site: CampaignSite): Personalization =>
  personalizer(prepared, site)(reader);

/** The sentence in an email that names the list for which it was sent. */
export const reasonOf = (list: MailingList, associationName: string): string =>
  ({
    debate_club: `You get this email because you are a member of the debate club of ${associationName}.`,
    tournament: `You get this email because you are registered for a tournament of ${associationName}.`,
    newsletter: `You get this email because you subscribed to the newsletter of ${associationName}.`,
  })[list];

/** The email with the values of one recipient, as the provider sends it. */
export const personalizedEmail = (
  prepared: PreparedCampaign,
  { substitutions }: Pick<Personalization, 'substitutions'>,
): { subject: string; html: string; text: string } => {
  const substitute = (text: string): string =>
    text.replaceAll(/-lectern-[0-9a-f]{12}-[A-Za-z]+\d*-/g, (found) => substitutions[found] ?? found);
  return { subject: substitute(prepared.subject), html: substitute(prepared.html), text: substitute(prepared.text) };
};
