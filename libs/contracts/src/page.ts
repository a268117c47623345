import * as z from 'zod/mini';
import { LINE_MAX, MESSAGES } from './fields.ts';

export const PLAIN_LIST_MAX = 1_000;
export const PAGE_MAX = 200;
/** The most that a search counts: a `total` of this many means "or more". */
export const SEARCH_COUNT_MAX = 500;

/** The longest text to search for. */
export const SEARCH_MAX = LINE_MAX;

export const searchText = () =>
  z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX, { error: MESSAGES.tooLong })));

/**
 * The query of an administrator's list (decisions, "Routes and names"). With `limit` the answer is a page; without a
 * query it is a plain list, newest first, of at most 1,000.
 */
export const listQuery = z.strictObject({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_MAX))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  q: searchText(),
  status: z.optional(z.string().check(z.maxLength(30))),
  sort: z.optional(z.string().check(z.maxLength(40), z.regex(/^-?[a-zA-Z]+$/))),
});
export type ListQuery = z.output<typeof listQuery>;

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.number() });

/** The answer of a list route: the plain list, or a page where the query requests one. */
export const listOrPage = <T extends z.ZodMiniType>(item: T) => z.union([z.array(item), pageOf(item)]);

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}
