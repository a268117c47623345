import { DomainError } from '@lectern/contracts/errors';

/** The last row of a page: its sort value and, for rows of the same instant, its id. */
export interface PagePosition {
  /** Whole milliseconds; the columns by which pages are sorted have no higher precision. */
  readonly at: Date;
  readonly id: string;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** The cursor to the rows after `position` in this order. Opaque to clients, safe in a URL. */
export const encodeCursor = (sort: string, position: PagePosition): string =>
  Buffer.from(JSON.stringify([sort, position.at.toISOString(), position.id])).toString('base64url');

/**
 * The position of a cursor of the same order; any other cursor is `cursor_invalid`. A cursor proves nothing: a forged
 * one leads to another page of a list that its reader may read anyway.
 */
export const decodeCursor = (sort: string, cursor: string): PagePosition => {
  const [ofSort, at, id] = parsed(cursor);
  if (ofSort !== sort || typeof at !== 'string' || typeof id !== 'string' || !UUID.test(id))
    throw new DomainError('cursor_invalid');
  const instant = new Date(at);
  // Postgres has fewer years than JavaScript, which writes those before 0 and after 9999 with a sign.
  if (/^[+-]/.test(at) || Number.isNaN(instant.getTime()) || instant.toISOString() !== at)
    throw new DomainError('cursor_invalid');
  return { at: instant, id };
};

const parsed = (cursor: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value) && value.length === 3) return value as unknown[];
  } catch {
    // Reported below, like every other invalid one.
  }
  throw new DomainError('cursor_invalid');
};
