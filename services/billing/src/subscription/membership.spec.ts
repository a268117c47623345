import { describe, expect, it } from 'vitest';
import {
  canBecome,
  graceEndsAt,
  hasAccess,
  LIVE_STATUSES,
  MEMBERSHIP_TRANSITIONS,
  type MembershipStatus,
} from './membership.ts';

const STATUSES = Object.keys(MEMBERSHIP_TRANSITIONS) as MembershipStatus[];
const periodStart = new Date('2026-03-01T12:00:00Z');

describe('the transitions of a membership', () => {
  it('lead everywhere from its beginning, and nowhere from its end', () => {
    expect(STATUSES.filter((status) => canBecome('pending', status))).toEqual(STATUSES);
    expect(STATUSES.filter((status) => canBecome('cancelled', status))).toEqual(['cancelled']);
  });

  it('lead back to active from each live one', () => {
    expect(LIVE_STATUSES.filter((status) => !canBecome(status, 'active'))).toEqual([]);
    expect(canBecome('active', 'pending')).toBe(false);
  });
});

describe('the member area', () => {
  it.each([
    ['pending', false],
    ['active', true],
    ['past_due', true],
    ['paused', false],
    ['cancelled', false],
  ] as const)('with status %s is open: %s', (status, open) => {
    expect(hasAccess(status, periodStart, new Date('2026-03-08T11:59:59Z'))).toBe(open);
  });

  it('closes seven days after the unpaid period began, to the second', () => {
    expect(graceEndsAt(periodStart).toISOString()).toBe('2026-03-08T12:00:00.000Z');
    expect(hasAccess('past_due', periodStart, graceEndsAt(periodStart))).toBe(false);
    expect(hasAccess('active', periodStart, graceEndsAt(periodStart))).toBe(true);
  });
});
