import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { type ListQuery, type Page, PLAIN_LIST_MAX, SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import { decodeCursor, encodeCursor, type PagePosition, type SearchFinding } from './page-cursor.ts';

/** A parsed list query: size, position and direction. */
export interface PageRequest<T> {
  readonly by: keyof T & string;
  readonly sort: string;
  readonly isAscending: boolean;
  readonly limit: number;
  readonly after: PagePosition | null;
}

/**
 * Parses an administrator's list query for a list sorted by the instant `by`, newest first unless `sort` says
 * otherwise. Without `limit` it is the plain list of at most 1,000. Throws `invalid_request` or `cursor_invalid`.
 */
export const pageRequest = <T>(query: ListQuery, by: keyof T & string): PageRequest<T> => {
  const sort = query.sort ?? `-${by}`;
  if (sort !== by && sort !== `-${by}`)
    throw new DomainError('invalid_request', { fields: { sort: 'This list cannot be sorted so' } });
  return {
    by,
    sort,
    isAscending: sort === by,
    limit: query.limit ?? PLAIN_LIST_MAX,
    after: query.cursor === undefined ? null : decodeCursor(sort, query.cursor),
  };
};

/** The request for a slice of a whole list, newest first, of the program's own size. Throws `cursor_invalid`. */
export const sliceRequest = <T>(
  { cursor }: Pick<ListQuery, 'cursor'>,
  by: keyof T & string,
  limit: number,
): PageRequest<T> => ({
  ...pageRequest<T>({ cursor }, by),
  limit,
});

/** One page of `rows`, found by position in an index: a late page costs as much as the first one. */
export const readPage = async <T extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<T>,
  request: PageRequest<T>,
): Promise<Omit<Page<T>, 'total'>> => {
  const { by, sort, limit } = request;
  const found = await inOrder(rows, request).getMany();
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : encodeCursor(sort, { at: last[by], id: last.id }) };
};

/**
 * As {@link readPage}, with these columns only and without creating entities, for thousands of rows at a time.
 * `columns` are SQL expressions by their result names.
 */
export const readSlice = async <T extends ObjectLiteral & { id: string }, R extends object>(
  rows: SelectQueryBuilder<T>,
  request: PageRequest<T>,
  columns: { readonly [name in keyof R & string]: string },
): Promise<{ rows: R[]; nextCursor: string | null }> => {
  const { by, sort, limit } = request;
  rows.select(`${rows.alias}.${by}`, 'positionAt').addSelect(`${rows.alias}.id`, 'positionId');
  for (const [name, expression] of Object.entries<string>(columns)) rows.addSelect(expression, name);
  const found = await inOrder(rows, request).getRawMany<R & { positionAt: Date; positionId: string }>();
  const slice = found.slice(0, limit);
  const last = found.length > limit ? slice.at(-1) : undefined;
  return {
    rows: slice,
    nextCursor: last === undefined ? null : encodeCursor(sort, { at: last.positionAt, id: last.positionId }),
  };
};

/** The rows of a request in its order, and one more where there are more. */
export const inOrder = <T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  { by, isAscending, limit, after }: PageRequest<T>,
): SelectQueryBuilder<T> => {
  const direction = isAscending ? 'ASC' : 'DESC';
  if (after !== null) {
    rows.andWhere(`(${rows.alias}.${by}, ${rows.alias}.id) ${isAscending ? '>' : '<'} (:afterAt, :afterId)`, {
      afterAt: after.at,
      afterId: after.id,
    });
  }
  return rows
    .orderBy(`${rows.alias}.${by}`, direction)
    .addOrderBy(`${rows.alias}.id`, direction)
    .limit(limit + 1);
};

/** The searched column, which has a trigram index, and its LIKE pattern (`searchPattern`). */
export interface Search<T> {
  readonly by: keyof T & string;
  readonly pattern: string;
}

/** How many rows a search scans along a list before Postgres may choose how to continue. */
const WALK_MAX = 30_000;

/** How many rows of a list are scanned in the time that fetching one match from anywhere takes: measured at a million. */
const PASSED_FOR_A_MATCH = 7;

/**
 * A page of the search's matches among `rows`, with their number, counted up to {@link SEARCH_COUNT_MAX}.
 *
 * There are two plans: the search's index, which gives all matches and sorts them, or a scan along the list in its
 * order until a page is full. The first is right where few rows match, the second where many do, and the wrong one is a
 * hundred times slower. Postgres estimates the number of matches, and is wrong by as much. So this function samples: it
 * reads as many matches from the index as are counted, which come in the physical order of the table (or it scans the
 * table from its beginning, as the settings of our roles ensure). Their positions in the table give the total number,
 * and with it the faster plan. Where a scan finds no full page, because all matches are far away, Postgres may choose.
 * The cursor carries the first page's result.
 */
export const readSearched = async <T extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<T>,
  search: Search<T>,
  request: PageRequest<T>,
): Promise<Page<T>> => {
  const known = request.after?.search;
  const { total, isOfAll, ids } =
    known === undefined
      ? await find(rows, search, request)
      : { ...known, ids: await findNext(rows, search, request, known) };
  const isMet = isOfAll || ids.length > request.limit;
  // Only by the found ids: for a page of hundreds of ids, Postgres may scan a million rows instead.
  const chosen = isMet
    ? rows.clone().andWhere(`${rows.alias}.id = ANY(:found)`, { found: ids })
    : matching(rows, search);
  const page = await readPage(chosen, request);
  const last = page.nextCursor === null ? undefined : page.items.at(-1);
  return {
    ...page,
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(request.sort, { at: last[request.by], id: last.id, search: { total, isOfAll } }),
    total,
  };
};

const matching = <T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  { by, pattern }: Search<T>,
): SelectQueryBuilder<T> => rows.clone().andWhere(`${rows.alias}.${by} LIKE :search`, { search: pattern });

interface Found extends SearchFinding {
  /** The ids of the page and of the next one. */
  readonly ids: string[];
}

/**
 * The queries of a search and its two plans. `isOfAll` says whether ids are chosen from all matches; otherwise they are
 * those that a scan found, which may be fewer than there are.
 */
const plansOf = <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>, search: Search<T>, request: PageRequest<T>) => {
  const { by, isAscending, after, limit } = request;
  const { alias } = rows;
  const all = matching(rows, search)
    .select(`${alias}.id`, 'id')
    .addSelect(`${alias}.${by}`, 'at')
    .addSelect(`${alias}.ctid`, 'place')
    .orderBy();
  // The inner limit keeps Postgres from using the search's index.
  const next = inOrder(
    rows
      .clone()
      .select(`${alias}.id`, 'id')
      .addSelect(`${alias}.${by}`, 'at')
      .addSelect(`${alias}.${search.by}`, 'searched'),
    { ...request, limit: WALK_MAX - 1 },
  );
  const direction = isAscending ? 'ASC' : 'DESC';
  const first = `ORDER BY at ${direction}, id ${direction} LIMIT ${limit + 1}`;
  const rest = after === null ? '' : `WHERE (at, id) ${isAscending ? '>' : '<'} (:afterAt, :afterId)`;
  return {
    // Planned for all rows, and read only as far as needed: planned with a limit, Postgres would scan the whole table
    // where it mistakes a rare word for a common one.
    matching: `matching AS MATERIALIZED (${all.getQuery()})`,
    ofAll: `ARRAY(SELECT id FROM matching ${rest} ${first})`,
    met: `ARRAY(SELECT id FROM (${next.getQuery()}) AS next WHERE searched LIKE :search ${first})`,
    parameters: { ...next.getParameters(), ...all.getParameters() },
  };
};

const ask = async <R>(
  { connection }: SelectQueryBuilder<ObjectLiteral>,
  question: string,
  parameters: ObjectLiteral,
): Promise<R> => {
  const [row] = await connection.query<R[]>(
    ...(connection.driver.escapeQueryWithParameters(question, parameters) as [string, unknown[]]),
  );
  return row!;
};

/** One query, of which Postgres runs only the needed parts. */
const find = async <T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  search: Search<T>,
  request: PageRequest<T>,
): Promise<Found> => {
  const paths = plansOf(rows, search, request);
  return ask<Found>(
    rows,
    `WITH ${paths.matching},
       found AS MATERIALIZED (SELECT place FROM matching LIMIT ${SEARCH_COUNT_MAX}),
       counted AS MATERIALIZED (SELECT count(*)::int AS total, max((place::text::point)[0]) AS last_page FROM found),
       guessed AS MATERIALIZED (
         SELECT total, (total * relpages / (last_page + 1)) ^ 2 * ${PASSED_FOR_A_MATCH} > ${request.limit + 1} * reltuples AS is_walk_shorter
         FROM counted, pg_class WHERE pg_class.oid = '${rows.expressionMap.mainAlias!.tablePath}'::regclass
       ),
       decided AS MATERIALIZED (SELECT total, total < ${SEARCH_COUNT_MAX} OR NOT is_walk_shorter AS is_of_all FROM guessed)
     SELECT total, is_of_all AS "isOfAll", CASE WHEN is_of_all THEN ${paths.ofAll} ELSE ${paths.met} END AS ids FROM decided`,
    paths.parameters,
  );
};

/** The ids of a later page, by the plan that the first one chose. */
const findNext = async <T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  search: Search<T>,
  request: PageRequest<T>,
  { isOfAll }: SearchFinding,
): Promise<string[]> => {
  const { matching: all, ofAll, met, parameters } = plansOf(rows, search, request);
  return (
    await ask<{ ids: string[] }>(
      rows,
      isOfAll ? `WITH ${all} SELECT ${ofAll} AS ids` : `SELECT ${met} AS ids`,
      parameters,
    )
  ).ids;
};

/**
 * Some matches of a search among `rows`, at most `limit` and arbitrary ones where there are more, sorted newest by `at`
 * first. With these columns only, as {@link readSlice}.
 */
export const readSome = async <T extends ObjectLiteral & { id: string }, R extends object>(
  rows: SelectQueryBuilder<T>,
  search: Search<T>,
  at: keyof T & string,
  limit: number,
  columns: { readonly [name in keyof R & string]: string },
): Promise<R[]> => {
  const { alias } = rows;
  const all = matching(rows, search).select(`${alias}.id`, 'id').orderBy();
  const some = rows
    .clone()
    // As in `find`: planned for all rows.
    .andWhere(
      `${alias}.id = ANY(ARRAY(WITH matching AS MATERIALIZED (${all.getQuery()}) SELECT id FROM matching LIMIT ${limit}))`,
      all.getParameters(),
    )
    .select([])
    .orderBy(`${alias}.${at}`, 'DESC')
    .addOrderBy(`${alias}.id`, 'DESC');
  for (const [name, expression] of Object.entries<string>(columns)) some.addSelect(expression, name);
  return some.getRawMany<R>();
};

/**
 * The number of rows, counted up to {@link SEARCH_COUNT_MAX}: counting all matches of a common word would cost more
 * than finding them.
 */
export const countUpToLimit = async <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>): Promise<number> => {
  const limited = rows.clone().select('1', 'one').orderBy().limit(SEARCH_COUNT_MAX);
  const [row] = await rows.connection.query<{ count: string }[]>(...withCount(limited.getQueryAndParameters()));
  return Number(row?.count ?? 0);
};

const withCount = ([query, parameters]: [string, unknown[]]): [string, unknown[]] => [
  `SELECT count(*) AS count FROM (${query}) AS limited`,
  parameters,
];
