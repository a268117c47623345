import { DomainError } from '@lectern/contracts/errors';

/** The cursor to the rows after `position` in a list that is sorted by a text. Opaque to clients, safe in a URL. */
export const encodeTextCursor = (sort: string, position: string): string =>
  Buffer.from(JSON.stringify([sort, position])).toString('base64url');

/**
 * The position of a cursor of the same order, the beginning without one; any other cursor is `cursor_invalid`. A cursor
 * proves nothing.
 */
export const decodeTextCursor = (sort: string, cursor: string | undefined): string => {
  if (cursor === undefined) return '';
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (
      Array.isArray(value) &&
      value.length === 2 &&
      value[0] === sort &&
      typeof value[1] === 'string' &&
      !value[1].includes('\0')
    )
      return value[1];
  } catch {
    // Reported below, like every other invalid one.
  }
  throw new DomainError('cursor_invalid');
};
