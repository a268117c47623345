import { describe, expect, it } from 'vitest';
import { stateOf, yourPrice } from './entry-state.ts';

describe('an event for a member', () => {
  it.each([
    [4_000, 'standard', '$40'],
    [3_000, 'member', '$30 as a member'],
    [0, 'annual_member', 'Free as an annual member'],
    [0, 'bootcamp_entry', 'Free with your bootcamp'],
  ] as const)('costs %d cents (%s): %s', (price, reason, words) => {
    expect(yourPrice({ price, reason })).toBe(words);
  });

  it('has a badge once they are entered', () => {
    const entry = (status: 'paid' | 'pending' | 'waiting', position: number | null = null) =>
      stateOf({ entry: { status, position, payUrl: null, zoomLink: null } })?.label;
    expect([stateOf({ entry: null }), entry('paid'), entry('pending'), entry('waiting', 3), entry('waiting')]).toEqual([
      null,
      'You are entered',
      'To be paid',
      'On the waitlist, place 3',
      'On the waitlist',
    ]);
  });
});
