import { describe, expect, it } from 'vitest';
import { formatAgo, formatDate, formatTime, humanize } from './format.ts';
import { formatCents, formatCentsShort } from '@lectern/contracts/money';
import { readersInstant, readersTime } from './readers-time.ts';
import { statusBadge } from './status-badge.ts';

describe('money', () => {
  it('shows cents as dollars', () => {
    expect(formatCents(9_500)).toBe('$95.00');
    expect(formatCentsShort(9_500)).toBe('$95');
    expect(formatCentsShort(114_000)).toBe('$1,140');
    expect(formatCentsShort(7_917)).toBe('$79.17');
  });
});

describe('dates', () => {
  it('are shown in the association’s zone', () => {
    expect(formatDate('2025-11-22T07:59:59.000Z')).toBe('Nov 21, 2025');
    expect(formatDate('2025-11-22T16:00:00.000Z')).toBe('Nov 22, 2025');
  });

  it('say PST or PDT as the date has it', () => {
    expect(formatTime('2025-11-22T16:00:00.000Z')).toBe('8:00 AM PST');
    expect(formatTime('2025-07-22T15:00:00.000Z')).toBe('8:00 AM PDT');
  });

  it('say how long ago something was', () => {
    const now = new Date('2025-11-22T16:00:00.000Z');
    expect(formatAgo('2025-11-22T15:59:40.000Z', now)).toBe('just now');
    expect(formatAgo('2025-11-22T15:57:00.000Z', now)).toBe('3 minutes ago');
    expect(formatAgo('2025-11-21T16:00:00.000Z', now)).toBe('yesterday');
  });
});

describe('readersTime', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  it('gives the reader’s own clock', () => {
    expect(readersTime(8, 'America/Los_Angeles', 'Europe/Berlin', now)).toBe('5:00 PM');
    expect(readersTime(8, 'America/Los_Angeles', 'Asia/Kolkata', now)).toBe('9:30 PM');
    expect(readersTime(10.5, 'America/Los_Angeles', 'Europe/Berlin', now)).toBe('7:30 PM');
    expect(readersTime(18 + 10 / 60, 'America/Los_Angeles', 'UTC', now)).toBe('2:10 AM');
    expect(readersTime(8, 'Asia/Kolkata', 'UTC', now)).toBe('2:30 AM');
  });

  it('is by the clock of the next such time, when the clocks change before it', () => {
    const before = new Date('2026-03-08T08:00:00Z');
    expect(readersTime(8, 'America/Los_Angeles', 'UTC', before)).toBe('3:00 PM');
  });
  it('says nothing when both clocks agree', () => {
    expect(readersTime(8, 'America/Los_Angeles', 'America/Los_Angeles', now)).toBeNull();
  });
});

describe('readersInstant', () => {
  it('gives day and time of the reader, unless they are the association’s', () => {
    expect(readersInstant('2025-11-22T16:00:00.000Z', 'America/Los_Angeles', 'Asia/Tokyo')).toBe('Nov 23, 1:00 AM');
    expect(readersInstant('2025-11-22T16:00:00.000Z', 'America/Los_Angeles', 'America/Los_Angeles')).toBeNull();
  });
});

describe('stored words', () => {
  it('become readable', () => {
    expect(humanize('promo_code.created')).toBe('Promo code created');
  });

  it.each([
    ['active', 'ok', 'Active'],
    ['paid', 'ok', 'Active'],
    ['sent', 'ok', 'Active'],
    ['paused', 'wait', 'Pending'],
    ['pending', 'wait', 'Pending'],
    ['draft', 'wait', 'Pending'],
    ['failed', 'stop', 'Failed'],
    ['cancelled', 'stop', 'Failed'],
    ['refunded', 'plain', 'refunded'],
    ['constructor', 'plain', 'constructor'],
  ])('show the status %s as %s "%s"', (status, tone, label) => {
    expect(statusBadge(status)).toEqual({ tone, label });
  });
});
