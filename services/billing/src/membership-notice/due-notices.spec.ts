import { describe, expect, it } from 'vitest';
import { dueNotices } from './due-notices.ts';

const NOW = new Date('2027-03-01T12:00:00.000Z');
const days = (count: number): Date => new Date(NOW.getTime() + count * 86_400_000);
const terms = (differences: Partial<Parameters<typeof dueNotices>[0]> = {}): Parameters<typeof dueNotices>[0] => ({
  status: 'active',
  plan: 'annual',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: days(200),
  cardId: 'pm_1',
  cardExpiresAt: days(400),
  ...differences,
});
const kindsOf = (differences: Partial<Parameters<typeof dueNotices>[0]>): string[] =>
  dueNotices(terms(differences), NOW).map(({ kind }) => kind);

describe('the notices of a membership', () => {
  it.each([
    [14.01, []],
    [14, ['renewal']],
    [0.01, ['renewal']],
    [0, []],
    [-1, []],
  ])('announce an annual charge in %s days: %s', (inDays, kinds) => {
    expect(kindsOf({ currentPeriodEnd: days(inDays) })).toEqual(kinds);
  });

  it.each([
    [30.01, []],
    [30, ['card_month']],
    [7.01, ['card_month']],
    [7, ['card_week']],
    [0.01, ['card_week']],
    [0, []],
  ])('announce the expiry of a card in %s days: %s', (inDays, kinds) => {
    expect(kindsOf({ cardExpiresAt: days(inDays) })).toEqual(kinds);
  });

  it('announce both where both are due', () => {
    expect(kindsOf({ currentPeriodEnd: days(10), cardExpiresAt: days(5) })).toEqual(['renewal', 'card_week']);
  });

  it.each([
    ['monthly', { plan: 'monthly' }, ['card_week']],
    ['paid in another way', { cardId: null, cardExpiresAt: null }, ['renewal']],
    ['cancelled', { cancelAtPeriodEnd: true }, []],
    ['past due', { status: 'past_due' }, []],
    ['ended', { status: 'cancelled' }, []],
  ] as const)('of one that is %s', (_, differences, kinds) => {
    expect(kindsOf({ currentPeriodEnd: days(10), cardExpiresAt: days(5), ...differences })).toEqual(kinds);
  });
});
