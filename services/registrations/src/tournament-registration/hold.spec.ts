import { expect, it } from 'vitest';
import { holdEnd } from './hold.ts';

const NOW = new Date('2026-09-01T12:00:00Z');

it.each([
  ['an unverified mailbox', '2026-10-01T00:00:00Z', { occasion: 'entered', isVerified: false }, '2026-09-01T14:00:00Z'],
  [
    'an unverified mailbox, offered by email',
    '2026-10-01T00:00:00Z',
    { occasion: 'offered', isVerified: false },
    '2026-09-02T00:00:00Z',
  ],
  ['a verified one', '2026-10-01T00:00:00Z', { occasion: 'entered', isVerified: true }, '2026-09-03T12:00:00Z'],
  [
    'either, for half of the time until the deadline',
    '2026-09-02T12:00:00Z',
    { occasion: 'offered', isVerified: true },
    '2026-09-02T00:00:00Z',
  ],
  [
    'either, for half an hour near the deadline',
    '2026-09-01T12:50:00Z',
    { occasion: 'entered', isVerified: false },
    '2026-09-01T12:30:00Z',
  ],
  [
    'either, until the deadline',
    '2026-09-01T12:20:00Z',
    { occasion: 'entered', isVerified: true },
    '2026-09-01T12:20:00Z',
  ],
] as const)('an unpaid entry of %s holds its place for a while', (_whose, deadline, of, until) => {
  expect(holdEnd(NOW, new Date(deadline), of)).toEqual(new Date(until));
});
