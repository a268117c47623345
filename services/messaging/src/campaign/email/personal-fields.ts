import { createHash } from 'node:crypto';
import { headerText } from '../../sendgrid/mailbox.ts';
import { readReferences } from './html-tokens.ts';

/** What an email may say of its reader. */
const NAMES = ['firstName', 'lastName', 'name', 'email'] as const;
export type FieldName = (typeof NAMES)[number];

/** A place of an email where its reader is named: `{{firstName|friend}}`. */
export interface PersonalField {
  readonly name: FieldName;
  /** What stands there for a reader of whom it is not known. */
  readonly fallback: string;
}

/** An email has one substitution for each, in each of its forms, and the provider takes 10,000 bytes of them for one reader. */
const FIELDS_MAX = 6;
const FALLBACK_MAX = 60;
/** A name beyond this is cut. */
const NAME_MAX = 60;

const FIELD = /\{\{([^{}\n]{0,200})\}\}/g;
/** Marks a field while its text is read as Markdown and HTML; characters that are nobody's, and are taken out of what was typed. */
const OPEN = '\ue000';
const CLOSE = '\ue001';
const MARK = /\ue000(\d{1,2})\ue001/g;
const MARKS_TYPED = /[\ue000\ue001]/g;

const KNOWN = NAMES.map((name) => `{{${name}}}`).join(', ');

/** Takes fields out of texts and puts marks there. */
export class PersonalFields {
  readonly all: PersonalField[] = [];

  /** The text with a mark for each field. A problem, in words for whoever typed it, is thrown. */
  mark(text: string): string {
    return text
      .replaceAll(MARKS_TYPED, '')
      .replaceAll(FIELD, (_whole, said: string) => `${OPEN}${this.indexOf(this.read(said))}${CLOSE}`);
  }

  private read(said: string): PersonalField {
    const bar = said.indexOf('|');
    const typed = (bar === -1 ? said : said.slice(0, bar)).trim();
    const name = NAMES.find((known) => known === typed);
    if (name === undefined)
      throw new FieldProblem(`There is no personal field {{${typed.slice(0, 40)}}}. There are ${KNOWN}.`);
    const fallback = name === 'email' || bar === -1 ? '' : headerText(readReferences(said.slice(bar + 1)));
    if (fallback.length > FALLBACK_MAX)
      throw new FieldProblem(`What stands for an unknown {{${name}}} may have ${FALLBACK_MAX} characters.`);
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

/** Something about a field that its writer has to change. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem';
}

/** Whether an address has a field in it, as it was typed or as Markdown encodes it. */
export const hasMark = (text: string): boolean => text.includes(OPEN) || text.toUpperCase().includes('%EE%80%80');

/** A text with something else for each of its marks. */
export const replaceMarks = (text: string, inPlace: (index: number) => string): string =>
  text.includes(OPEN) ? text.replaceAll(MARK, (_whole, index: string) => inPlace(Number(index))) : text;

/** A short text that stands in none of these and that nobody knows beforehand, to make tags of. */
export const unusedMark = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 12);
};

export interface Reader {
  readonly email: string;
  readonly name: string | null;
}

/** What stands in a field for a reader: on one line, without control characters, not longer than a name. */
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
