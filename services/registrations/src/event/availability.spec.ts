import { expect, it } from '@jest/globals';
import { availabilityOf } from './availability.ts';

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
  expect(availabilityOf({ capacity, registrationDeadline: DEADLINE }, { filled, waiting }, now)).toEqual({ state, placesLeft });
});
