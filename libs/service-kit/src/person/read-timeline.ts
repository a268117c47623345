import type { DataSource } from 'typeorm';
import type { TimelineItem, TimelineKind, TimelinePart, TimelineRequest } from '@lectern/contracts/person-timeline';
import type { PersonalData } from './person-tables.ts';
import type { TimelineSource } from './timeline-source.ts';

interface SourceIn {
  readonly table: string;
  readonly ownerCondition: string;
  readonly source: TimelineSource;
}

const sourcesOf = ({ tables }: PersonalData): SourceIn[] =>
  Object.entries(tables).flatMap(([table, { ownerCondition, timeline }]) =>
    typeof timeline === 'string' ? [] : timeline.map((source) => ({ table, ownerCondition, source })),
  );

const rowsOf = ({ table, ownerCondition, source }: SourceIn): string => {
  const { what, kind, ownerCondition: whose = ownerCondition, where = 'true', at, id, details } = source;
  const items = Object.entries<string>(details).map(([name, sql]) => `'${name}', ${sql}`);
  // Whole milliseconds, as positions carry them.
  return `SELECT '${what}' AS what, '${kind}' AS kind, date_trunc('milliseconds', ${at}) AS at, '${what}:' || (${id}) AS id,
    jsonb_build_object(${items.join(', ')}) AS details FROM "${table}" kept, person WHERE (${whose}) AND (${where}) AND (${at}) IS NOT NULL`;
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
  data: PersonalData,
  request: TimelineRequest,
): Promise<TimelinePart> => {
  const sources = sourcesOf(data);
  const { userId, emailKey, kind, after, limit } = request;
  const asked = sources.filter(({ source }) => kind === null || source.kind === kind);
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
  sources: readonly SourceIn[],
  { userId, emailKey }: TimelineRequest,
): Promise<TimelinePart['counts']> => {
  const rows = await dataSource.query<{ kind: TimelineKind; count: number }[]>(
    `${PERSON} SELECT kind, count(*)::int AS count FROM (${sources.map(rowsOf).join(' UNION ALL ')}) items GROUP BY kind`,
    [userId, emailKey],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};
