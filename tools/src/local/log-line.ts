/** A line of a process's output, as a person sees it. */
export interface LogLine {
  /** `fatal` is the last word of a process that ends. */
  level: 'quiet' | 'warning' | 'error' | 'fatal';
  text: string;
  /** The entry's own values, as `name=value`. */
  details: string;
}

/** The fields of every entry. */
const COMMON = new Set(['level', 'time', 'pid', 'name', 'msg', 'correlationId', 'trace_id', 'span_id']);

/** pino's levels, as numbers or as names. */
const ERROR = 50;
const WARNING = 40;
const FATAL = 60;
const LEVELS: Record<string, number> = { warn: WARNING, error: ERROR, fatal: FATAL };
/** The prefix is `%u@%d`: PostgreSQL itself is neither a user nor in a database. */
const SERVER_FAILURE = /\] @ (FATAL|PANIC): /;

/**
 * Reads a line of a service's log (pino's JSON) or of anything else: PostgreSQL's `FATAL:` and
 * `PANIC:` are errors (unless of a connection, whose client says it too), other plain lines are quiet.
 */
export const readLogLine = (line: string): LogLine => {
  const record = line.startsWith('{') ? parse(line) : undefined;
  if (record === undefined) {
    return { level: SERVER_FAILURE.test(line) ? 'error' : 'quiet', text: line, details: '' };
  }
  const said = record['level'];
  const level = typeof said === 'string' ? (LEVELS[said] ?? 0) : Number(said ?? 0);
  const message = typeof record['msg'] === 'string' ? record['msg'] : '';
  const failure = record['err'];
  const reason =
    typeof failure === 'object' && failure !== null && 'message' in failure && typeof failure.message === 'string'
      ? failure.message
      : '';
  const text = [message, reason !== message ? reason : ''].filter((part) => part !== '').join(': ');
  return { level: severity(level), text: text || line, details: text === '' ? '' : detailsOf(record) };
};

const detailsOf = (record: Record<string, unknown>): string =>
  Object.entries(record)
    .filter(([name, value]) => !COMMON.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

const severity = (level: number): LogLine['level'] => {
  if (level >= FATAL) return 'fatal';
  if (level >= ERROR) return 'error';
  return level >= WARNING ? 'warning' : 'quiet';
};

const parse = (line: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};
