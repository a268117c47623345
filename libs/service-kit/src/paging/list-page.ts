import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { type ListQuery, type Page, PLAIN_LIST_MAX, SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import { decodeCursor, encodeCursor, type PagePosition } from './page-cursor.ts';

/** A list's query, understood: how much, from where, in which direction. */
export interface PageRequest<T> {
  readonly by: keyof T & string;
  readonly sort: string;
  readonly isAscending: boolean;
  readonly limit: number;
  readonly after: PagePosition | null;
}

/**
 * Reads an administrator's list query for a list sorted by the instant `by`, newest first unless `sort` says otherwise.
 * Without `limit` it is the plain list of at most 1,000. Throws `invalid_request` or `cursor_invalid`.
 */
export const pageRequest = <T>(query: ListQuery, by: keyof T & string): PageRequest<T> => {
  const sort = query.sort ?? `-${by}`;
  if (sort !== by && sort !== `-${by}`) throw new DomainError('invalid_request', { fields: { sort: 'This list cannot be sorted so' } });
  return {
    by,
    sort,
    isAscending: sort === by,
    limit: query.limit ?? PLAIN_LIST_MAX,
    after: query.cursor === undefined ? null : decodeCursor(sort, query.cursor),
  };
};

/** The request for a slice of a whole list, newest first, as much as the program wants at a time. Throws `cursor_invalid`. */
export const sliceRequest = <T>({ cursor }: Pick<ListQuery, 'cursor'>, by: keyof T & string, limit: number): PageRequest<T> => ({
  ...pageRequest<T>({ cursor }, by),
  limit,
});

/** One page of what `rows` selects, found by position in an index: a late page costs what the first one does. */
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
 * As {@link readPage}, of these columns alone and without making entities of them, for thousands of rows at a time. `columns` are
 * SQL expressions by the names that they get.
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
  return { rows: slice, nextCursor: last === undefined ? null : encodeCursor(sort, { at: last.positionAt, id: last.positionId }) };
};

/** The rows of a request in its order, and one more where there are more. */
export const inOrder = <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>, { by, isAscending, limit, after }: PageRequest<T>): SelectQueryBuilder<T> => {
  const direction = isAscending ? 'ASC' : 'DESC';
  if (after !== null) {
    rows.andWhere(`(${rows.alias}.${by}, ${rows.alias}.id) ${isAscending ? '>' : '<'} (:afterAt, :afterId)`, {
      afterAt: after.at,
      afterId: after.id,
    });
  }
  return rows.orderBy(`${rows.alias}.${by}`, direction).addOrderBy(`${rows.alias}.id`, direction).limit(limit + 1);
};

/** What a search looks at, to the letter as its trigram index has it, and the LIKE pattern (`searchPattern`) that it has to fit. */
export interface Search {
  readonly expression: string;
  readonly pattern: string;
}

/** How many rows a search looks at along a list before Postgres may choose how to go on. */
const WALK_MAX = 30_000;

/**
 * A page of those of `rows` that a search finds, with how many there are, counted up to {@link SEARCH_COUNT_MAX}.
 *
 * A page can be found in two ways: by the search's index, which gives all matches and sorts them, or by a walk along the list in its
 * order until a page is full. The first is right where few match, the second where many do, and the other one is a hundred times
 * slower each time. Postgres guesses how many a pattern matches, and is wrong by as much. So it is tried out: the index is asked for
 * a thousand. Are these all, the page is taken from them. Are there more, a walk meets a page full of them soon; where it does not,
 * because they all lie far away, Postgres may choose.
 */
export const readSearched = async <T extends ObjectLiteral & { id: string }>(rows: SelectQueryBuilder<T>, search: Search, request: PageRequest<T>): Promise<Page<T>> => {
  const pageOf = (ids: readonly string[]): Promise<Omit<Page<T>, 'total'>> =>
    readPage(rows.clone().andWhere(`${rows.alias}.id = ANY(:found)`, { found: ids }), request);

  const { total, ids } = await find(rows, search, request);
  if (total < SEARCH_COUNT_MAX) return { ...(await pageOf(ids)), total };
  const met = await walk(rows, search, request);
  return { ...(met.length > request.limit ? await pageOf(met) : await readPage(matching(rows, search), request)), total };
};

const matching = <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>, { expression, pattern }: Search): SelectQueryBuilder<T> =>
  rows.clone().andWhere(`${expression} LIKE :search`, { search: pattern });

/**
 * How many match, up to {@link SEARCH_COUNT_MAX}, and the ids of those that a page and its end are made of. Chosen from the found ones alone:
 * asked for a page of hundreds of ids, Postgres may walk a million rows instead.
 */
const find = async <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>, search: Search, { by, isAscending, after, limit }: PageRequest<T>): Promise<{ total: number; ids: string[] }> => {
  const some = matching(rows, search).select(`${rows.alias}.id`, 'id').addSelect(`${rows.alias}.${by}`, 'at').orderBy().limit(SEARCH_COUNT_MAX);
  const [sql, parameters] = some.getQueryAndParameters() as [string, unknown[]];
  const direction = isAscending ? 'ASC' : 'DESC';
  const rest = after === null ? '' : `WHERE (at, id) ${isAscending ? '>' : '<'} ($${parameters.length + 1}::timestamptz, $${parameters.length + 2}::uuid)`;
  const [found] = await rows.connection.query<{ total: number; ids: string[] }[]>(
    `WITH found AS MATERIALIZED (${sql})
     SELECT (SELECT count(*)::int FROM found) AS total, ARRAY(SELECT id FROM found ${rest} ORDER BY at ${direction}, id ${direction} LIMIT ${limit + 1}) AS ids`,
    after === null ? parameters : [...parameters, after.at, after.id],
  );
  return found!;
};

/** The ids of the first matches among the next rows in order: as many as a page and one more, where there are so many. */
const walk = async <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>, { expression, pattern }: Search, request: PageRequest<T>): Promise<string[]> => {
  const { alias } = rows;
  // A limit inside is what keeps Postgres from going by the search's index.
  const next = rows.clone().select(`${alias}.id`, 'id').addSelect(`${alias}.${request.by}`, 'at').addSelect(expression, 'searched');
  const [sql, parameters] = inOrder(next, { ...request, limit: WALK_MAX - 1 }).getQueryAndParameters() as [string, unknown[]];
  const direction = request.isAscending ? 'ASC' : 'DESC';
  const met = await rows.connection.query<{ id: string }[]>(
    `SELECT id FROM (${sql}) AS next WHERE searched LIKE $${parameters.length + 1} ORDER BY at ${direction}, id ${direction} LIMIT ${request.limit + 1}`,
    [...parameters, pattern],
  );
  return met.map(({ id }) => id);
};

/** How many rows there are, counted up to {@link SEARCH_COUNT_MAX}: to count all that a common word finds would cost more than to find them. */
export const countUpToLimit = async <T extends ObjectLiteral>(rows: SelectQueryBuilder<T>): Promise<number> => {
  const limited = rows.clone().select('1', 'one').orderBy().limit(SEARCH_COUNT_MAX);
  const [row] = await rows.connection.query<{ count: string }[]>(
    ...withCount(limited.getQueryAndParameters()),
  );
  return Number(row?.count ?? 0);
};

const withCount = ([query, parameters]: [string, unknown[]]): [string, unknown[]] => [
  `SELECT count(*) AS count FROM (${query}) AS limited`,
  parameters,
];
