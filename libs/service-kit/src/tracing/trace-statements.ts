import type { Span } from '@opentelemetry/api';
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_DB_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions';
import type pg from 'pg';
import { isTraced, markFailed, openSpan, SpanKind, type SpanOf } from './spans.ts';

const OPERATION = /^\s*(?:--[^\n]*\n\s*)*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?("?[a-z_]\w*"?(?:\."?[a-z_]\w*"?)?)/i;

/**
 * The operation of a statement and its first table: `SELECT outbox`. One of few values, so that the same statements are
 * grouped.
 */
export const summaryOf = (text: string): string => {
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1]?.replaceAll('"', '');
  return table === undefined ? operation : `${operation} ${table}`;
};

const spanOf = (client: pg.Client, text: string): SpanOf => {
  const summary = summaryOf(text);
  return {
    name: summary,
    kind: SpanKind.CLIENT,
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
      [ATTR_DB_NAMESPACE]: client.database,
      [ATTR_DB_QUERY_SUMMARY]: summary,
      [ATTR_DB_OPERATION_NAME]: summary.split(' ', 1)[0],
      // With its placeholders: their values are people's data.
      [ATTR_DB_QUERY_TEXT]: text,
      [ATTR_SERVER_ADDRESS]: client.host,
      [ATTR_SERVER_PORT]: client.port,
    },
  };
};

const textOf = (statement: unknown): string | undefined => {
  if (typeof statement === 'string') return statement;
  // Queries that submit themselves, such as cursors, are not traced.
  const isPlain =
    typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement);
  return isPlain && typeof statement.text === 'string' ? statement.text : undefined;
};

const end = (span: Span, error: unknown): void => {
  if (error !== null && error !== undefined) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string') span.setAttribute(ATTR_DB_RESPONSE_STATUS_CODE, code);
    markFailed(span, typeof code === 'string' ? code : 'unknown');
  }
  span.end();
};

/** Sends a statement by `query`, as a span of the traced work that sends it. `args` are those of `pg.Client.query`. */
export const tracedQuery = (
  client: pg.Client,
  args: readonly unknown[],
  query: (args: readonly unknown[]) => unknown,
): unknown => {
  const text = isTraced() ? textOf(args[0]) : undefined;
  if (text === undefined) return query(args);
  const span = openSpan(spanOf(client, text));
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const answered = (error: unknown, result: unknown): void => {
      end(span, error);
      (callback as (error: unknown, result: unknown) => void)(error, result);
    };
    return query([...args.slice(0, -1), answered]);
  }
  const answer = query(args) as Promise<unknown>;
  answer.then(
    () => end(span, undefined),
    (error: unknown) => end(span, error),
  );
  return answer;
};
