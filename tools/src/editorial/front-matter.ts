import { parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { typographic } from '@lectern/contracts/content/typographic';

/** A text with its head, which is YAML between two `---` lines. */
export interface FrontMatter<T> {
  /** Null where the head has a problem. */
  readonly fields: T | null;
  /** With typographic quotation marks. */
  readonly body: string;
  readonly problems: readonly string[];
}

const HEAD = /^---\n([\s\S]*?\n)---\n/;

export const readFrontMatter = <S extends z.ZodMiniType>(source: string, schema: S): FrontMatter<z.output<S>> => {
  const text = source.replaceAll('\r\n', '\n');
  const [whole, head] = HEAD.exec(text) ?? [];
  if (whole === undefined || head === undefined)
    return { fields: null, body: text, problems: ['does not begin with a head between two lines of ---'] };
  const body = typographic(text.slice(whole.length).trim());
  // With the line of dashes, so that errors name the file's lines.
  const document = parseDocument(`---\n${head}`);
  if (document.errors.length > 0)
    return {
      fields: null,
      body,
      problems: document.errors.map(({ message }) => `has no YAML in its head: ${message.split(':\n')[0]}`),
    };
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return { fields: parsed.data, body, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `has an unknown field ${key}`) : issue.message,
  );
  return { fields: null, body, problems };
};

/** `has no …` where the field is missing or empty, and otherwise what is wrong with it. */
const unless = (name: string, wrong: (input: unknown) => string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input == null || input === '' ? `has no ${name}` : wrong(input)),
});

export const line = (name: string, maxLength: number) =>
  z.pipe(
    z.string(unless(name, () => `has a ${name} that is not a line of text`)).check(
      z.minLength(1, `has no ${name}`),
      z.maxLength(maxLength, {
        error: ({ input }) =>
          `has a ${name} of ${(input as string).length} characters; at most ${maxLength} are allowed`,
      }),
    ),
    z.transform(typographic),
  );

export const choice = <const T extends readonly string[]>(name: string, choices: T) =>
  z.enum(
    choices,
    unless(name, (input) => `has ${name} "${String(input)}", which is not one of ${choices.join(', ')}`),
  );

/** A day, as its noon in UTC, which is that day in the association's time zone as well. */
export const day = (name: string) =>
  z.pipe(
    z.iso.date(unless(name, (input) => `has ${name} "${String(input)}", which is not a day such as 2025-09-30`)),
    z.transform((value: string) => `${value}T12:00:00.000Z`),
  );

export const flag = (name: string) =>
  z.boolean(unless(name, (input) => `has ${name} "${String(input)}", which is neither true nor false`));
