import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './page-cursor.ts';

const position = { at: new Date('2026-01-02T03:04:05.678Z'), id: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001' };
const made = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('decodes to its position, and is safe in a URL', () => {
    const cursor = encodeCursor('-registeredAt', position);
    expect(decodeCursor('-registeredAt', cursor)).toEqual(position);
    expect(encodeURIComponent(cursor)).toBe(cursor);
  });

  it.each([
    ['too much', made(['-registeredAt', position.at.toISOString(), position.id, 5])],
    ['nothing', ''],
    ['no base64', '~~~'],
    ['no list', made({ at: 1 })],
    ['another order', made(['registeredAt', position.at.toISOString(), position.id])],
    ['too little', made(['-registeredAt', position.at.toISOString()])],
    ['a date that does not exist', made(['-registeredAt', '2026-02-31T00:00:00.000Z', position.id])],
    ['a year that Postgres does not have', made(['-registeredAt', '-004713-01-01T00:00:00.000Z', position.id])],
    ['no instant', made(['-registeredAt', 'yesterday', position.id])],
    ['a number for an instant', made(['-registeredAt', 5, position.id])],
    ['no id', made(['-registeredAt', position.at.toISOString(), "1' OR true --"])],
  ])('of %s is refused', (_what, cursor) => {
    expect(() => decodeCursor('-registeredAt', cursor)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
  });
});
