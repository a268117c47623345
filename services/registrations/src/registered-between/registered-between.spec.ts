import { describe, expect, it } from 'vitest';
import { registeredBetween } from './registered-between.ts';

const ZONE = 'America/Los_Angeles';

describe('the days of a registration', () => {
  it('begin and end at midnight of the association, also when the clocks change', () => {
    expect(registeredBetween({ registeredFrom: '2026-03-08', registeredUntil: '2026-03-08' }, ZONE)).toEqual({
      from: new Date('2026-03-08T08:00:00Z'),
      before: new Date('2026-03-09T07:00:00Z'),
    });
  });

  it('may be open at either end', () => {
    expect(registeredBetween({}, ZONE)).toEqual({ from: null, before: null });
    expect(registeredBetween({ registeredUntil: '2026-12-31' }, ZONE)).toEqual({
      from: null,
      before: new Date('2027-01-01T08:00:00Z'),
    });
  });

  it('are refused in the wrong order', () => {
    expect(() => registeredBetween({ registeredFrom: '2026-03-08', registeredUntil: '2026-03-07' }, ZONE)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
