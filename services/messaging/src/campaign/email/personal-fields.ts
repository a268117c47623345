import { createHash } from 'node:crypto';
import { decodeHTMLStrict } from 'entities';
import { headerText } from '../../sendgrid/mailbox.ts';

/** The fields that an email may use of its recipient. */
const NAMES = ['firstName', 'lastName', 'name', 'email'] as const;
export type FieldName = (typeof NAMES)[number];

/** A personal field in an email: `{{firstName|friend}}`. */
export interface PersonalField {
  readonly name: FieldName;
  /** The text for a recipient whose value is unknown. */
  readonly fallback: string;
}

/** Each form of an email has one substitution for each field, and the provider takes 10,000 bytes of them for one recipient. */
const FIELDS_MAX = 6;
const FALLBACK_MAX = 60;
/** Longer names are cut. */
const NAME_MAX = 60;

const FIELD = /\{\{([^{}\n]{0,200})\}\}/g;
/** Marks a field while its text is read as Markdown and HTML: private-use characters, which are removed from typed text first. */
const OPEN = '\ue000';
const CLOSE = '\ue001';
const MARK = /\ue000(\d{1,2})\ue001/g;
const MARKS_TYPED = /[\ue000\ue001]/g;

const KNOWN = NAMES.map((name) => `{{${name}}}`).join(', ');

/** Replaces the fields of texts by marks. */
export class PersonalFields {
  readonly all: PersonalField[] = [];

  /** The text with a mark for each field. Throws a {@link FieldProblem} in words for the author. */
  mark(text: string): string {
    return text
      .replaceAll(MARKS_TYPED, '')
      .replaceAll(FIELD, (_whole, said: string) => `${OPEN}${this.indexOf(this.read(said))}${CLOSE}`);
  }

  private read(said: string): PersonalField {
    const bar = said.indexOf('|');
    const typed = (bar === -1 ? said : said.slice(0, bar)).trim();
    const name = NAMES.find((known) => known === typed);
    const meant = NAMES.find((known) => known.toLowerCase() === typed.toLowerCase().replaceAll(/[^a-z]/g, ''));
    if (name === undefined && meant !== undefined)
      throw new FieldProblem(
        `Write {{${meant}}} instead of {{${typed.slice(0, 40)}}}. Capital and small letters must be the same.`,
      );
    if (name === undefined)
      throw new FieldProblem(`There is no personal field {{${typed.slice(0, 40)}}}. There are ${KNOWN}.`);
    const fallback = name === 'email' || bar === -1 ? '' : headerText(decodeHTMLStrict(said.slice(bar + 1)));
    if (fallback.length > FALLBACK_MAX)
      throw new FieldProblem(`The fallback of {{${name}}} may have at most ${FALLBACK_MAX} characters.`);
    return { name, fallback };
  }

  private indexOf(field: PersonalField): number {
    const index = this.all.findIndex(({ name, fallback }) => name === field.name && fallback === field.fallback);
    if (index !== -1) return index;
    if (this.all.length === FIELDS_MAX)
      throw new FieldProblem(`An email may have ${FIELDS_MAX} different personal fields.`);
    return this.all.push(field) - 1;
  }
}

/** A problem with a field that the author has to fix. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem';
}

/** Whether a URL contains a field, as typed or as Markdown encodes it. */
export const hasMark = (text: string): boolean => text.includes(OPEN) || text.toUpperCase().includes('%EE%80%80');

/** Replaces each mark of a text. */
export const replaceMarks = (text: string, inPlace: (index: number) => string): string =>
  text.includes(OPEN) ? text.replaceAll(MARK, (_whole, index: string) => inPlace(Number(index))) : text;

/** A short unpredictable text that occurs in none of these, for building tags. */
export const unusedMark = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 12);
};

export interface Reader {
  readonly email: string;
  readonly name: string | null;
}

/** The value of a field for a recipient: on one line, without control characters, not longer than a name. */
export const valueOf = ({ name, fallback }: PersonalField, reader: Reader): string => {
  if (name === 'email') return headerText(reader.email);
  const whole = [...headerText(reader.name ?? '')].slice(0, NAME_MAX).join('').trim();
  const space = whole.indexOf(' ');
  const known = {
    name: whole,
    firstName: space === -1 ? whole : whole.slice(0, space),
    lastName: space === -1 ? '' : whole.slice(space + 1),
  }[name];
  return known === '' ? fallback : known;
};
