import { expect, it } from 'vitest';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { PAYING, planSeason } from './plan.ts';

it('a seed gives one year', () => {
  expect(planSeason(seededRandom(7), 500)).toEqual(planSeason(seededRandom(7), 500));
  expect(planSeason(seededRandom(7), 500)).not.toEqual(planSeason(seededRandom(8), 500));
});

it('the year of 500 people has everything that a season brings', () => {
  const { people, refunds, places } = planSeason(seededRandom(7), 500);
  const count = (test: (person: (typeof people)[number]) => boolean): number => people.filter(test).length;
  for (const found of [
    count(({ joins }) => joins === null),
    count(({ plan, joins }) => plan === 'annual' && joins !== null),
    count(({ cardFails, isRepaired }) => cardFails !== null && isRepaired),
    count(({ cardFails, isRepaired }) => cardFails !== null && !isRepaired),
    count(({ cancels, resumes }) => cancels !== null && resumes),
    count(({ cancels, resumes }) => cancels !== null && !resumes),
    count(({ deletes }) => deletes !== null),
    count(({ switches, plan }) => switches !== null && plan === 'annual'),
    count(({ switches, plan }) => switches !== null && plan === 'monthly'),
    count(({ entries }) => entries.some(({ isMistyped }) => isMistyped)),
    count(({ promo, joins }) => promo && joins !== null),
    count(({ bootcamps }) => bootcamps.length > 0),
    count(({ pause }) => pause !== null),
    ...PAYING.map((paying) => count(({ entries }) => entries.some((entry) => entry.paying === paying))),
    ...(['part', 'all', 'mistake'] as const).map((kind) => refunds.filter((refund) => refund.kind === kind).length),
    places.filter((each) => each !== null).length,
  ])
    expect(found).toBeGreaterThan(1);
  for (const { joins, cancels, deletes, cardFails, switches, pause } of people)
    for (const later of [cancels, deletes, cardFails, switches, pause?.month ?? null])
      if (later !== null) expect(later).toBeGreaterThan(joins ?? 99);
});
