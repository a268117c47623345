import { typographic } from '@lectern/contracts/content/typographic';

/** The head of a text between two `---` lines: one `name: value` to a line. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, string | readonly string[] | boolean>;
  /** With typographic quotation marks. */
  readonly body: string;
  /** The faults of the head itself. */
  readonly problems: readonly string[];
}

const HEAD = /^---\n([\s\S]*?)\n---\n/;

/**
 * Reads the head of a text. Values are the rest of their line, in quotes where they begin or end with a blank; `true` and
 * `false` are booleans; `[one, two]` is a list. A small part of YAML on purpose: whatever is not that is named.
 */
export const readFrontMatter = (source: string): FrontMatter => {
  const text = source.replaceAll('\r\n', '\n');
  const head = HEAD.exec(text);
  if (head === null)
    return { fields: new Map(), body: text, problems: ['does not begin with a head between two lines of ---'] };
  const fields = new Map<string, string | readonly string[] | boolean>();
  const problems: string[] = [];
  for (const line of (head[1] ?? '').split('\n')) {
    if (line.trim() === '') continue;
    const [, name, value] = /^([a-zA-Z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      problems.push(`has a line in its head that is not "name: value": ${line.trim()}`);
    else if (fields.has(name)) problems.push(`says ${name} twice`);
    else fields.set(name, valueOf(value));
  }
  return { fields, body: typographic(text.slice(head[0].length).trim()), problems };
};

const valueOf = (written: string): string | readonly string[] | boolean => {
  if (written === 'true' || written === 'false') return written === 'true';
  if (written.startsWith('[') && written.endsWith(']')) {
    return written
      .slice(1, -1)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
  return /^"(.*)"$/.exec(written)?.[1] ?? written;
};

/** Reads fields by name and kind, and names what is missing, wrong or unknown. */
export class FieldReader {
  private readonly known = new Set<string>();
  readonly problems: string[];

  constructor(private readonly head: FrontMatter) {
    this.problems = [...head.problems];
  }

  /** A line that must be there; the empty text, and a problem, when it is not. */
  line(name: string, maxLength = 300): string {
    const value = this.optionalLine(name, maxLength);
    if (value === null && !this.head.problems.length) this.problems.push(`has no ${name}`);
    return value ?? '';
  }

  optionalLine(name: string, maxLength = 300): string | null {
    const value = this.take(name);
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') {
      this.problems.push(`has a ${name} that is not a line of text`);
      return null;
    }
    if (value.length > maxLength)
      this.problems.push(`has a ${name} of ${value.length} characters; at most ${maxLength} are allowed`);
    return typographic(value);
  }

  /** One of `choices`; the first of them, and a problem, when it is none. */
  choice<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const value = this.line(name);
    const found = choices.find((choice) => choice === value);
    if (found === undefined && value !== '')
      this.problems.push(`has ${name} "${value}", which is not one of ${choices.join(', ')}`);
    return found ?? choices[0];
  }

  /** A day, as the instant at which it begins in UTC. */
  optionalDay(name: string): string | null {
    const value = this.optionalLine(name);
    if (value === null) return null;
    const instant = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00.000Z`) : undefined;
    // A day beyond its month's end rolls over.
    if (instant === undefined || Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== value) {
      this.problems.push(`has ${name} "${value}", which is not a day such as 2025-09-30`);
      return null;
    }
    return instant.toISOString();
  }

  flag(name: string): boolean {
    const value = this.take(name) ?? false;
    if (typeof value !== 'boolean')
      this.problems.push(`has ${name} "${String(value)}", which is neither true nor false`);
    return value === true;
  }

  /** Null when the field is not there. */
  optionalList(name: string): readonly string[] | null {
    const value = this.take(name);
    if (value === undefined) return null;
    if (Array.isArray(value)) return value as readonly string[];
    this.problems.push(`has a ${name} that is not a list such as [one, two]`);
    return null;
  }

  /** Names every field that was not asked for. */
  refuseOthers(): void {
    for (const name of this.head.fields.keys())
      if (!this.known.has(name)) this.problems.push(`has an unknown field ${name}`);
  }

  private take(name: string): string | readonly string[] | boolean | undefined {
    this.known.add(name);
    return this.head.fields.get(name);
  }
}
