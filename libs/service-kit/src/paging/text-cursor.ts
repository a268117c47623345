import { DomainError } from '@lectern/contracts/errors';

/** The cursor that leads to what follows `position` in a list that is sorted by a text. Opaque to clients, safe in a URL. */
export const encodeTextCursor = (sort: string, position: string): string =>
  Buffer.from(JSON.stringify([sort, position])).toString('base64url');

/** The position that a cursor of the same order names, the beginning without one; anything else is `cursor_invalid`. It is no proof of anything. */
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
    // Told below, like every other bad one.
  }
  throw new DomainError('cursor_invalid');
};
