import { DomainError } from '@lectern/contracts/errors';

/** A position as {@link ConversationRepository} orders by it: digits and an id. */
const POSITION = /^\d{20,22}[\da-f-]{36}$/;

/** The cursor to the conversations after a position. Opaque to clients, safe in a URL. */
export const encodePosition = (view: string, position: string): string =>
  Buffer.from(JSON.stringify([view, position])).toString('base64url');

/** The position of a cursor of the same list; any other cursor is `cursor_invalid`. */
export const decodePosition = (view: string, cursor: string): string => {
  const [ofView, position] = parsed(cursor);
  if (ofView !== view || typeof position !== 'string' || !POSITION.test(position))
    throw new DomainError('cursor_invalid');
  return position;
};

const parsed = (cursor: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(value)) return value as unknown[];
  } catch {
    // Reported below, like every other invalid one.
  }
  throw new DomainError('cursor_invalid');
};
