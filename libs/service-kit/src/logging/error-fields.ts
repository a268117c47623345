/** The fields of an error in a log. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [named: string]: unknown;
}

/**
 * Properties of errors, of ours and of libraries, that are a name, a code or a number: from Postgres (`constraint`,
 * `table` …), the operating system, the payment provider. All others, such as a statement's parameters or a conflicting
 * row, are omitted.
 */
const NAMED = [
  'code',
  'kind',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'statusCode',
  'status',
  'requestId',
  'param',
  'attempts',
] as const;

/** SQLSTATEs whose messages quote the refused value: data exceptions, and messages of a trigger or function. */
const QUOTES_VALUES = /^(?:22|P0)...$/;
const LEFT_OUT = '[left out: it quotes what was sent]';
/** Matches an email address anywhere in a message. */
const EMAIL = /[^\s"'<>()[\]{}=,;:]+@[^\s"'<>()[\]{}=,;:]+/g;

/** Errors may be each other's cause. */
const DEEPEST = 4;

const terse = (text: string): string => text.replace(EMAIL, '[email]');

/**
 * The fields of an error for a log, with its causes to a depth of four: type, message, stack, and {@link NAMED}. No
 * value that a person sent.
 */
export const errorFields = (error: Error, depth = 0): ErrorFields => {
  const all = error as Error & Readonly<Record<string, unknown>>;
  const code = typeof all['code'] === 'string' ? all['code'] : '';
  const isQuoting = QUOTES_VALUES.test(code) && 'severity' in all;
  const type = error.constructor.name;
  const message = isQuoting ? LEFT_OUT : terse(error.message);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...frames].join('\n'),
    ...Object.fromEntries(
      NAMED.flatMap((name) => (['string', 'number', 'boolean'].includes(typeof all[name]) ? [[name, all[name]]] : [])),
    ),
    ...(all.cause instanceof Error && depth < DEEPEST ? { cause: errorFields(all.cause, depth + 1) } : {}),
    ...(Array.isArray(all['errors']) && depth < DEEPEST
      ? { errors: all['errors'].filter((one) => one instanceof Error).map((one) => errorFields(one, depth + 1)) }
      : {}),
  };
};
