import { expect, it } from 'vitest';
import { availabilityOf, acceptsPayments, acceptsNewPeople } from './availability.ts';

const DEADLINE = new Date('2026-09-20T03:59:59Z');
const [BEFORE, AFTER] = [new Date('2026-09-20T03:59:58Z'), new Date('2026-09-20T03:59:59Z')];

it.each([
  ['without a limit', null, 400, 0, BEFORE, 'open', null],
  ['with places', 12, 11, 0, BEFORE, 'open', 1],
  ['without places', 12, 12, 0, BEFORE, 'full', 0],
  ['with more people than places', 12, 13, 0, BEFORE, 'full', 0],
  ['with a place for which others wait', 12, 11, 2, BEFORE, 'full', 0],
  ['without a limit, at its deadline', null, 0, 0, AFTER, 'closed', null],
  ['with places, at its deadline', 12, 3, 0, AFTER, 'closed', 9],
  ['without places, at its deadline', 12, 12, 4, AFTER, 'closed', 0],
])('an event %s', (_which, capacity, filled, waiting, now, state, placesLeft) => {
  expect(
    availabilityOf(
      { capacity, isActive: true, closedAt: null, registrationDeadline: DEADLINE },
      { filled, waiting },
      now,
    ),
  ).toEqual({ state, placesLeft });
});

it('a tournament has the places that nobody on its waitlist can have', () => {
  const event = {
    type: 'tournament',
    capacity: 12,
    isActive: true,
    closedAt: null,
    registrationDeadline: DEADLINE,
  } as const;
  expect(availabilityOf(event, { filled: 11, waiting: 2 }, BEFORE)).toEqual({ state: 'open', placesLeft: 1 });
});

it('an event that an administrator closed is closed to newcomers, and serves registered people until its deadline', () => {
  const event = {
    capacity: 12,
    isActive: true,
    closedAt: new Date('2026-09-01T12:00:00Z'),
    registrationDeadline: DEADLINE,
  };
  expect(availabilityOf(event, { filled: 3, waiting: 0 }, BEFORE)).toEqual({ state: 'closed', placesLeft: 9 });
  expect([acceptsNewPeople(event, BEFORE), acceptsPayments(event, BEFORE), acceptsPayments(event, AFTER)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([
    acceptsNewPeople({ ...event, closedAt: null }, BEFORE),
    acceptsNewPeople({ ...event, closedAt: null }, AFTER),
  ]).toEqual([true, false]);
  expect(acceptsPayments({ ...event, isActive: false }, BEFORE)).toBe(false);
});
