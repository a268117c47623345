import { describe, expect, it } from 'vitest';
import type { Seat } from './bootcamp-registration.entity.ts';
import { hasRoom, offerEnd, seatOf } from './seat.ts';

const now = new Date('2026-09-01T12:00:00Z');
const past = new Date('2026-09-01T11:59:59Z');
const ahead = new Date('2026-09-01T12:00:01Z');

type Status = 'open' | 'paid' | 'refunded' | 'expired';

describe('the seat of a registration', () => {
  it.each<[string, Seat, { heldUntil?: Date; offeredUntil?: Date; hiddenAt?: Date }, Status[], Seat]>([
    ['a hold whose checkout is being opened stays', 'held', { heldUntil: ahead }, [], 'held'],
    ['a hold without a checkout lapses', 'held', { heldUntil: past }, [], 'released'],
    ['a hold with an open checkout stays, however old', 'held', { heldUntil: past }, ['open'], 'held'],
    ['a hold whose checkout expired lapses', 'held', { heldUntil: past }, ['expired'], 'released'],
    ['a hold asked for again outlives the checkout before it', 'held', { heldUntil: ahead }, ['expired'], 'held'],
    ['a hold with a second open checkout outlives the first', 'held', { heldUntil: past }, ['expired', 'open'], 'held'],
    ['a lapsed hold falls back to its offer', 'held', { heldUntil: past, offeredUntil: ahead }, ['expired'], 'offered'],
    ['a lapsed hold of a lapsed offer is released', 'held', { heldUntil: past, offeredUntil: past }, [], 'released'],
    ['an offer stays for its time', 'offered', { offeredUntil: ahead }, [], 'offered'],
    ['an offer lapses', 'offered', { offeredUntil: past }, [], 'released'],
    ['a payment takes a held seat', 'held', { heldUntil: past }, ['paid'], 'taken'],
    ['a payment takes a released seat again', 'released', {}, ['expired', 'paid'], 'taken'],
    ['a payment takes a seat from the waitlist', 'waiting', {}, ['paid'], 'taken'],
    ['a second payment that is paid back leaves the first', 'taken', {}, ['paid', 'refunded'], 'taken'],
    ['a refund frees a taken seat', 'taken', {}, ['refunded'], 'released'],
    ['waiting goes on', 'waiting', {}, [], 'waiting'],
    ['released stays released', 'released', {}, ['expired'], 'released'],
    ['a payment for what was deleted takes no seat', 'released', { hiddenAt: past }, ['paid'], 'released'],
  ])('%s', (_what, seat, { heldUntil = null, offeredUntil = null, hiddenAt = null }, statuses, expected) => {
    expect(
      seatOf(
        { seat, heldUntil, offeredUntil, hiddenAt },
        statuses.map((status) => ({ status })),
        now,
      ),
    ).toBe(expected);
  });
});

it('offers a seat for 12 hours, for 48 where the mailbox is verified, and never beyond the first session', () => {
  expect(offerEnd(now, new Date('2026-10-01T00:00:00Z'), false)).toEqual(new Date('2026-09-02T00:00:00Z'));
  expect(offerEnd(now, new Date('2026-10-01T00:00:00Z'), true)).toEqual(new Date('2026-09-03T12:00:00Z'));
  expect(offerEnd(now, new Date('2026-09-01T20:00:00Z'), false)).toEqual(new Date('2026-09-01T20:00:00Z'));
  expect(offerEnd(now, new Date('2026-09-02T00:00:00Z'), true)).toEqual(new Date('2026-09-02T00:00:00Z'));
});

it.each([
  [{ capacity: 12 }, { filled: 11, waiting: 0 }, true],
  [{ capacity: 12 }, { filled: 12, waiting: 0 }, false],
  [{ capacity: 12 }, { filled: 13, waiting: 0 }, false],
  [{ capacity: 12 }, { filled: 11, waiting: 1 }, false],
  [{ capacity: null }, { filled: 100, waiting: 0 }, true],
])('has room in %p with %p: %p', (run, occupancy, expected) => {
  expect(hasRoom(run, occupancy)).toBe(expected);
});
