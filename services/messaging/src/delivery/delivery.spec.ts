import { describe, expect, it } from 'vitest';
import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { campaignPause, emailPause, statusesBefore, TRANSITIONS } from './delivery.ts';

const statuses = Object.keys(TRANSITIONS) as RecipientStatus[];

describe('an email', () => {
  it('is posted only after a claim, and claimed only while pending', () => {
    expect(statusesBefore('claimed')).toEqual(['pending']);
  });

  it('becomes pending again only through the provider’s answer or an administrator', () => {
    const ways = statuses.flatMap((from) =>
      Object.entries(TRANSITIONS[from]).flatMap(([turn, to]) => (to === 'pending' ? [`${from}: ${turn}`] : [])),
    );
    expect(ways.toSorted()).toEqual([
      'failed: retried',
      'sending: postponed',
      'uncertain: postponed',
      'uncertain: retried',
    ]);
  });

  it('is uncertain only after it was being sent, and left out only before', () => {
    expect(statusesBefore('unconfirmed')).toEqual(['sending']);
    expect(statusesBefore('left out')).toEqual(['pending']);
  });

  it('ends in the same status in whatever order the provider’s events arrive', () => {
    const turns = ['confirmed', 'delivered', 'bounced'] as const;
    const end = (from: RecipientStatus, order: readonly (typeof turns)[number][]) =>
      order.reduce((status, turn) => TRANSITIONS[status][turn] ?? status, from);
    for (const from of statuses) {
      for (const [one, two] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        expect(end(from, [turns[one], turns[two]])).toBe(end(from, [turns[two], turns[one]]));
      }
    }
  });
});

describe('the pause after refusals', () => {
  it('of an email doubles from five seconds to fifteen minutes, with jitter', () => {
    const pauses = (random: number) => [1, 2, 3, 8, 9, 300].map((attempts) => emailPause(attempts, 0, random));
    expect(pauses(0)).toEqual([5_000, 10_000, 20_000, 640_000, 900_000, 900_000]);
    expect(pauses(1)).toEqual([6_000, 12_000, 24_000, 768_000, 1_080_000, 1_080_000]);
  });

  it('of a campaign doubles from a second to five minutes', () => {
    expect([1, 2, 3, 9, 10, 500].map((refusals) => campaignPause(refusals, 0))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
    ]);
  });

  it('is never less than the provider asks', () => {
    expect([emailPause(1, 60_000, 0), emailPause(9, 60_000, 0), campaignPause(1, 30_000)]).toEqual([
      60_000, 900_000, 30_000,
    ]);
  });
});
