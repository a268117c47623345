import { describe, expect, it } from 'vitest';
import { madeBetween } from './made-between.ts';

describe('days of payments', () => {
  it('begin and end with the clocks of the zone, also when those change', () => {
    expect(madeBetween({ madeFrom: '2026-03-08', madeUntil: '2026-03-08' }, 'America/New_York')).toEqual({
      from: '2026-03-08T05:00:00.000Z',
      before: '2026-03-09T04:00:00.000Z',
    });
    expect(madeBetween({ madeUntil: '2026-12-31' }, 'UTC')).toEqual({ from: null, before: '2027-01-01T00:00:00.000Z' });
    expect(madeBetween({}, 'UTC')).toEqual({ from: null, before: null });
  });

  it('are refused in the wrong order, with the field', () => {
    expect(() => madeBetween({ madeFrom: '2026-03-02', madeUntil: '2026-03-01' }, 'UTC')).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        fields: { madeUntil: 'Choose a day that is not before the first one' },
      }) as Error,
    );
  });
});
