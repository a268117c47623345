import type { DataSource } from 'typeorm';
import type { TimelineItem, TimelineKind, TimelinePart, TimelineRequest } from '@lectern/contracts/person-timeline';

/**
 * Rows of a table that a timeline shows. SQL has the row as `kept`, and `person.user_id` and `person.email_key`, of
 * which the former may be null.
 */
type SourceOf<I> = I extends { what: infer W; kind: infer K; details: infer F }
  ? {
      readonly what: W;
      readonly kind: K;
      readonly table: string;
      readonly ownerCondition: string;
      /** The time of the item: an instant; rows without one are omitted. */
      readonly at: string;
      /** Identifies the row. */
      readonly id: string;
      /** The details of the item, as SQL of the contract's types. */
      readonly details: { readonly [name in keyof F]: string };
    }
  : never;
export type TimelineSource = SourceOf<TimelineItem>;

/** An instant within details, as ISO 8601 in UTC. */
export const instantDetail = (sql: string): string =>
  `to_char((${sql}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const rowsOf = ({ what, kind, table, ownerCondition: whose, at, id, details }: TimelineSource): string => {
  const items = Object.entries<string>(details).map(([name, sql]) => `'${name}', ${sql}`);
  // Whole milliseconds, as positions carry them.
  return `SELECT '${what}' AS what, '${kind}' AS kind, date_trunc('milliseconds', ${at}) AS at, '${what}:' || (${id}) AS id,
    jsonb_build_object(${items.join(', ')}) AS details FROM "${table}" kept, person WHERE (${whose}) AND (${at}) IS NOT NULL`;
};

const PERSON = 'WITH person AS NOT MATERIALIZED (SELECT $1::uuid AS user_id, $2::text AS email_key)';

interface Row {
  readonly what: string;
  readonly kind: string;
  readonly at: Date;
  readonly id: string;
  readonly details: unknown;
}

/**
 * A page of a service's timeline of a person, newest first; items of one instant by id. The request that answers it
 * checks the details against the contract. Writes nothing.
 */
export const readTimeline = async (
  dataSource: DataSource,
  sources: readonly TimelineSource[],
  request: TimelineRequest,
): Promise<TimelinePart> => {
  const { userId, emailKey, kind, after, limit } = request;
  const asked = sources.filter((source) => kind === null || source.kind === kind);
  const [items, counts] = await Promise.all([
    asked.length === 0
      ? []
      : dataSource.query<Row[]>(
          `${PERSON} SELECT * FROM (${asked.map(rowsOf).join(' UNION ALL ')}) items
           WHERE $3::timestamptz IS NULL OR (at, id COLLATE "C") < ($3::timestamptz, $4::text COLLATE "C")
           ORDER BY at DESC, id COLLATE "C" DESC LIMIT $5`,
          [userId, emailKey, after?.at ?? null, after?.id ?? null, limit],
        ),
    after === null ? countsOf(dataSource, sources, request) : null,
  ]);
  return { items: items.map((row) => ({ ...row, at: row.at.toISOString() }) as unknown as TimelineItem), counts };
};

/** The number of items of each kind, also of kinds that were not requested. */
const countsOf = async (
  dataSource: DataSource,
  sources: readonly TimelineSource[],
  { userId, emailKey }: TimelineRequest,
): Promise<TimelinePart['counts']> => {
  const rows = await dataSource.query<{ kind: TimelineKind; count: number }[]>(
    `${PERSON} SELECT kind, count(*)::int AS count FROM (${sources.map(rowsOf).join(' UNION ALL ')}) items GROUP BY kind`,
    [userId, emailKey],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};
