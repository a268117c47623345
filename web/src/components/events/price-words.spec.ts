import { describe, expect, it } from 'vitest';
import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import { priceWords } from './price-words.ts';

const event = (from: string, now = '2026-09-01T12:00:00.000Z') => ({
  price: 4_000,
  timezone: 'America/New_York',
  now,
  setup: { ...SHIPPED_SETUP, laterPrices: [{ from, price: 4_950 }] },
});

describe('the words of a price', () => {
  it('name the next price and its day in the zone of the event', () => {
    expect(priceWords(event('2026-11-01T04:00:00.000Z'))).toBe('$40 until Nov 1, then $49.50');
  });

  it('name the time where it is not the beginning of a day, or where it is wanted', () => {
    expect(priceWords(event('2026-11-01T17:30:00.000Z'))).toBe('$40 until Nov 1, 12:30 PM EST, then $49.50');
    expect(priceWords(event('2026-11-01T04:00:00.000Z'), true)).toBe('$40 until Nov 1, 12:00 AM EDT, then $49.50');
  });

  it('are the price alone where it stays', () => {
    expect(priceWords(event('2026-11-01T04:00:00.000Z', '2026-11-01T04:00:00.000Z'))).toBe('$40');
    expect(priceWords({ ...event(''), setup: null })).toBe('$40');
  });
});
