import { DomainError } from '@lectern/contracts/errors';
import { SEARCH_COUNT_MAX } from '@lectern/contracts/page';

/** The row that a page ended with: its sort value and, for rows of the same instant, its id. */
export interface PagePosition {
  /** Whole milliseconds; the columns that pages are sorted by keep no more. */
  readonly at: Date;
  readonly id: string;
  /** Of a search: what its first page found out. */
  readonly search?: SearchFinding;
}

/** How many a search matches, as far as they are counted, and how its pages are found best (`readSearched`). */
export interface SearchFinding {
  readonly total: number;
  readonly isOfAll: boolean;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** The cursor that leads to what follows `position` in this order. Opaque to clients, safe in a URL. */
export const encodeCursor = (sort: string, position: PagePosition): string =>
  Buffer.from(
    JSON.stringify([
      sort,
      position.at.toISOString(),
      position.id,
      ...(position.search === undefined ? [] : [position.search.total, position.search.isOfAll]),
    ]),
  ).toString('base64url');

/**
 * The position that a cursor of the same order names; anything else is `cursor_invalid`. A cursor is no proof of anything:
 * one that was made up well leads to another page of what its reader may read anyway.
 */
export const decodeCursor = (sort: string, cursor: string): PagePosition => {
  const [ofSort, at, id, total, isOfAll] = parsed(cursor);
  if (ofSort !== sort || typeof at !== 'string' || typeof id !== 'string' || !UUID.test(id))
    throw new DomainError('cursor_invalid');
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime()) || instant.toISOString() !== at) throw new DomainError('cursor_invalid');
  if (total === undefined) return { at: instant, id };
  if (
    !Number.isInteger(total) ||
    (total as number) < 0 ||
    (total as number) > SEARCH_COUNT_MAX ||
    typeof isOfAll !== 'boolean'
  )
    throw new DomainError('cursor_invalid');
  return { at: instant, id, search: { total: total as number, isOfAll } };
};

const parsed = (cursor: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value) && (value.length === 3 || value.length === 5)) return value as unknown[];
  } catch {
    // Told below, like every other bad one.
  }
  throw new DomainError('cursor_invalid');
};
