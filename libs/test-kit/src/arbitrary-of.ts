import fc from 'fast-check';
import type * as z from 'zod/mini';
import { VISIBLE } from '@lectern/contracts/fields';

/* Values of a contract's schema, for tests that send unexpected values: the schema's input, as a caller sends it. */
export type Schema = z.ZodMiniType;

/**
 * Values that a field of this name may also get: existing ids, email addresses of real accounts. Those that do not fit
 * are left out.
 */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

interface Def {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly in?: Schema;
  readonly out?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly (string | number | boolean | null)[];
}

interface Check {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
}

const defOf = (schema: Schema): Def => schema.def;
const checksOf = (def: Def): readonly Check[] => (def.checks ?? []).map(({ _zod }) => _zod.def);
const fits = (schema: Schema, value: unknown): boolean => schema.safeParse(value).success;

/** Longer texts find no more errors and take longer; `brokenOf` tries lengths at a limit. */
const LONG = 120;

/** Text as people, attackers included, type it; never characters that cannot be sent or stored. */
const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> => {
  const strange = [
    '<b>Ada</b>',
    `Robert'); DROP TABLE events;--`,
    '{{7*7}} ${7*7} %s',
    'שלום \u202eעולם',
    '👩‍⚖️🇳🇬',
    'Ada\r\nBcc: a@b.example',
    '../../etc/passwd',
    '%00',
    '=1+1',
    'İ',
    'ß',
  ];
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.string({ minLength, maxLength }) },
      { weight: 2, arbitrary: fc.string({ minLength, maxLength, unit: 'grapheme' }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...strange).filter((text) => text.length >= minLength && text.length <= maxLength),
      },
    )
    .filter((text) => !/\p{Surrogate}|\0/u.test(text));
};

const of = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const ALPHABET = 'abcxyz';
const anEmail = fc
  .tuple(of(`${ALPHABET}AZ09_`, 1, 8), of(`${ALPHABET}+'-`, 0, 8), of(`${ALPHABET}09`, 1, 8))
  .map(([first, middle, host]) => `${first}${middle}1@${host}.example`);
const aUrl = fc
  .tuple(of(ALPHABET, 1, 8), of(`${ALPHABET}09/.~%-`, 0, 20), of(`${ALPHABET}&=+`, 0, 9))
  .map(([host, path, search]) => `https://${host}.example/${path}?${search}`);
/** The days of the weekly session are Sundays. */
const aSunday = fc
  .integer({ min: 0, max: 3_000 })
  .map((weeks) => new Date(Date.UTC(2026, 0, 4 + 7 * weeks)).toISOString().slice(0, 10));
const OF_A_KIND = ['America/Los_Angeles', 'UTC', 'a-small-word', '', 'https://example.com/a', '/a.webp'];

const textOf = (def: Def): fc.Arbitrary<string> => {
  const checks: readonly Check[] = [
    {
      check: '',
      ...(def.format === undefined ? {} : { format: def.format }),
      ...(def.pattern === undefined ? {} : { pattern: def.pattern }),
    },
    ...checksOf(def),
  ];
  const has = (format: string): boolean => checks.some((check) => check.format === format);
  if (has('email')) return anEmail;
  if (has('uuid')) return fc.uuid();
  if (has('url')) return aUrl;
  if (has('datetime'))
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  // Most texts are visible; a text that is made to be need not fit the other rules.
  const pattern = checks.find(({ pattern: one }) => one !== undefined && one !== VISIBLE)?.pattern;
  if (pattern !== undefined) return fc.stringMatching(pattern);
  const min = Math.max(0, ...checks.map((check) => (check.check === 'min_length' ? check.minimum! : 0)));
  const max = Math.min(
    min + LONG,
    ...checks.map((check) => (check.check === 'max_length' ? check.maximum! : Infinity)),
  );
  const text = anyText(min, max);
  // Random texts seldom satisfy a custom rule.
  return checks.some(({ check }) => check === 'custom') ? fc.oneof(text, fc.constantFrom(...OF_A_KIND), aSunday) : text;
};

const numberOf = (def: Def): fc.Arbitrary<number> => {
  const checks = checksOf(def);
  const isWhole = def.format === 'safeint' || checks.some(({ format }) => format === 'safeint');
  const lowest = Math.max(
    ...checks.map((check) =>
      check.check === 'greater_than' ? check.value! + (check.inclusive === true ? 0 : 1) : -Infinity,
    ),
    -(2 ** 53) + 1,
  );
  const highest = Math.min(
    ...checks.map((check) =>
      check.check === 'less_than' ? check.value! - (check.inclusive === true ? 0 : 1) : Infinity,
    ),
    2 ** 53 - 1,
  );
  return isWhole
    ? fc.integer({ min: Math.ceil(lowest), max: Math.floor(highest) })
    : fc.double({ min: lowest, max: highest, noNaN: true });
};

const objectOf = (
  shape: Readonly<Record<string, Schema>>,
  known: KnownValues,
): fc.Arbitrary<Record<string, unknown>> => {
  const names = Object.keys(shape);
  return fc.record(
    Object.fromEntries(
      names.map((name) => {
        const generated = made(shape[name]!, known);
        const kept = (known[name] ?? []).filter((value) => fits(shape[name]!, value));
        return [name, kept.length === 0 ? generated : fc.oneof(generated, fc.constantFrom(...kept))];
      }),
    ),
    { requiredKeys: names.filter((name) => !fits(shape[name]!, undefined)), noNullPrototype: true },
  );
};

const beginOf = (schema: Schema): string =>
  defOf(schema).type === 'pipe' ? beginOf(defOf(schema).in!) : defOf(schema).type;
const endOf = (schema: Schema): string =>
  defOf(schema).type === 'pipe' ? endOf(defOf(schema).out!) : defOf(schema).type;

const made = (schema: Schema, known: KnownValues): fc.Arbitrary<unknown> => {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return textOf(def).filter((text) => fits(schema, text));
    case 'number':
      return numberOf(def);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'optional':
      return made(def.innerType!, known);
    case 'default':
      return made(def.innerType!, known);
    case 'nullable':
      return fc.option(made(def.innerType!, known), { nil: null, freq: 5 });
    case 'array': {
      const checks = checksOf(def);
      const minLength = Math.max(0, ...checks.map((check) => (check.check === 'min_length' ? check.minimum! : 0)));
      const maxLength = Math.min(
        minLength + 5,
        ...checks.map((check) => (check.check === 'max_length' ? check.maximum! : Infinity)),
      );
      return fc.array(made(def.element!, known), { minLength, maxLength });
    }
    case 'union':
      return fc.oneof(...def.options!.map((option) => made(option, known)));
    case 'object':
      return objectOf(def.shape!, known);
    case 'record':
      return fc.dictionary(made(def.keyType!, known) as fc.Arbitrary<string>, made(def.valueType!, known), {
        maxKeys: 6,
        noNullPrototype: true,
      });
    case 'custom':
      // A file, whose contents contracts do not check.
      return fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc
          .array(
            fc.array(fc.string(), { minLength: 1, maxLength: 4 }).map((cells) => cells.join(',')),
            { maxLength: 6 },
          )
          .map((rows) => rows.join('\n')),
      );
    case 'pipe':
      // A format after a trimmed text: the text has to have that format.
      return made(beginOf(def.in!) === 'string' && endOf(def.out!) === 'string' ? def.out! : def.in!, known);
    default:
      throw new Error(`There is no way yet to make values of "${def.type}": add it here`);
  }
};

/** Random values seldom agree where two fields must be equal or ordered. */
const agreeing = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const form = value as Record<string, unknown>;
  if ('password' in form && 'confirmPassword' in form) return { ...form, confirmPassword: form['password'] };
  if ('newPassword' in form && 'confirmPassword' in form) return { ...form, confirmPassword: form['newPassword'] };
  const times = ['registrationDeadline', 'datetime', 'endsAt'].filter((name) => typeof form[name] === 'string');
  const sorted = times.map((name) => form[name] as string).toSorted();
  return { ...form, ...Object.fromEntries(times.map((name, index) => [name, sorted[index]])) };
};

/** Values that this schema accepts. */
export const arbitraryOf = (schema: Schema, known: KnownValues = {}): fc.Arbitrary<unknown> =>
  made(schema, known)
    .map((value) => (fits(schema, value) ? value : agreeing(value)))
    .filter((value) => fits(schema, value));

const deep = (depth: number): unknown => Array.from({ length: depth }).reduce((inner: unknown) => ({ a: inner }), 1);

/** Values that no field should break on. The sender writes those without a JSON form into the text. */
export const STRANGE_VALUES: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], '', ' ', 'null', 'true', '0', '-1'],
  ...[0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 1e21],
  ...[
    '\0',
    'a\0b',
    '\ud83c',
    '\udf00\ud83c',
    '\u202e\u2066',
    '\ufeff',
    'e\u0301'.repeat(50),
    '\u{1f469}\u200d'.repeat(30),
  ],
  ...['NaN', '1e400', '0x10', '1e3', '１２', '٣'],
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
  ],
  ...['2000-Q1', '1000-Q1', '2999-Q4', '2000-01', '2099-12'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-4000-8000-000000000000 ',
    "' OR 1=1--",
    '%',
    '_',
    '\\',
    '%_\\%',
    '../..',
    '{}',
    '[object Object]',
  ],
  ...['a'.repeat(201), 'a'.repeat(5_001), '🎤'.repeat(3_000), 'a@'.repeat(200), '('.repeat(1_000)],
  ...[{ $ne: '' }, { toString: 1 }, { length: 1e9 }, ['a', 'b'], deep(40), Array.from({ length: 1_000 }, () => 0)],
];

/** Names with a meaning in the language, or for an attacker who tries to gain rights. */
export const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'id',
  'userId',
  'memberId',
  'adminId',
  'role',
  'isAdmin',
  'audience',
  'subscriptionStatus',
  'version',
  'createdAt',
  'status',
  '$where',
  '',
  'a.b',
  '0',
  'ключ',
  '\u202e',
] as const;

/** Sets an own field of any name, `__proto__` included. */
const withField = (value: object, name: string, field: unknown): object => {
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: field, enumerable: true, configurable: true, writable: true });
  return copy;
};

/**
 * Values that the schema almost accepts: with one field missing, strange, of another type, in a list, or too many. Some
 * still fit.
 */
export const almostValidOf = (schema: Schema, known: KnownValues = {}): fc.Arbitrary<unknown> => {
  const strange = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...STRANGE_VALUES) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
  return arbitraryOf(schema, known).chain((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return strange;
    const names = [...Object.keys(defOf(schema).shape ?? value)];
    const extra = fc
      .tuple(fc.constantFrom(...STRANGE_NAMES), strange)
      .map(([name, field]) => withField(value, name, field));
    if (names.length === 0) return fc.oneof(extra, strange);
    const name = fc.constantFrom(...names);
    return fc.oneof(
      { weight: 8, arbitrary: fc.tuple(name, strange).map(([one, field]) => withField(value, one, field)) },
      {
        weight: 3,
        arbitrary: name.map((one) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== one))),
      },
      { weight: 2, arbitrary: name.map((one) => withField(value, one, [(value as Record<string, unknown>)[one]])) },
      {
        weight: 2,
        arbitrary: name.map((one) => withField(value, one, { [one]: (value as Record<string, unknown>)[one] })),
      },
      { weight: 3, arbitrary: extra },
      { weight: 1, arbitrary: strange },
    );
  });
};
