import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { type ListQuery, type Page, PLAIN_LIST_MAX, SEARCH_COUNT_MAX } from '@lectern/contracts/page';
import { decodeCursor, encodeCursor, type PagePosition } from './page-cursor.ts';

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

/**
 * The request for a slice of a whole list, of the program's own size, newest first unless `sort` says otherwise. Throws
 * `invalid_request` or `cursor_invalid`.
 */
export const sliceRequest = <T>(
  { cursor, sort }: Pick<ListQuery, 'cursor' | 'sort'>,
  by: keyof T & string,
  limit: number,
): PageRequest<T> => ({
  ...pageRequest<T>({ cursor, sort }, by),
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

/** A page of the search's matches among `rows`, with their number, counted up to {@link SEARCH_COUNT_MAX}. */
export const readSearched = async <T extends ObjectLiteral & { id: string }>(
  rows: SelectQueryBuilder<T>,
  search: Search<T>,
  request: PageRequest<T>,
): Promise<Page<T>> => {
  const [page, total] = await Promise.all([
    readPage(matching(rows, search), request),
    countUpToLimit(matching(rows, search)),
  ]);
  return { ...page, total };
};

const matching = <T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  { by, pattern }: Search<T>,
): SelectQueryBuilder<T> => rows.clone().andWhere(`${rows.alias}.${by} LIKE :search`, { search: pattern });

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
