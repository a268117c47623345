import { expect, it } from '@jest/globals';
import { holdEnd } from './hold.ts';

const NOW = new Date('2026-09-01T12:00:00Z');

it.each([
  ['an unverified mailbox', '2026-10-01T00:00:00Z', false, '2026-09-01T14:00:00Z'],
  ['a verified one', '2026-10-01T00:00:00Z', true, '2026-09-03T12:00:00Z'],
  ['either, until the deadline', '2026-09-01T13:00:00Z', true, '2026-09-01T13:00:00Z'],
])('an unpaid entry of %s holds its place for a while', (_whose, deadline, isVerified, until) => {
  expect(holdEnd(NOW, new Date(deadline), isVerified)).toEqual(new Date(until));
});
