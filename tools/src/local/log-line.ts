/** What a line of a process's output says to a person. */
export interface LogLine {
  level: 'quiet' | 'warning' | 'error';
  text: string;
}

const ERROR = 50;
const WARNING = 40;
/** The prefix is `%u@%d`: PostgreSQL itself is neither a user nor in a database. */
const SERVER_FAILURE = /\] @ (FATAL|PANIC): /;

/**
 * Reads a line of a service's log (JSON with pino's numeric levels) or of anything else: PostgreSQL's `FATAL:` and
 * `PANIC:` are errors (unless of a connection, whose client says it too), other plain lines are quiet.
 */
export function readLogLine(line: string): LogLine {
  const record = line.startsWith('{') ? parse(line) : undefined;
  if (record === undefined) {
    return { level: SERVER_FAILURE.test(line) ? 'error' : 'quiet', text: line };
  }
  const level = Number(record['level'] ?? 0);
  const message = typeof record['msg'] === 'string' ? record['msg'] : '';
  const failure = record['err'];
  const reason =
    typeof failure === 'object' && failure !== null && 'message' in failure && typeof failure.message === 'string'
      ? failure.message
      : '';
  const text = [message, reason !== message ? reason : ''].filter((part) => part !== '').join(': ');
  return { level: level >= ERROR ? 'error' : level >= WARNING ? 'warning' : 'quiet', text: text || line };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
