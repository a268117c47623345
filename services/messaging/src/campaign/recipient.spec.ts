import { describe, expect, it } from '@jest/globals';
import type { RecipientStatus } from '@lectern/contracts/messaging/campaign-model';
import { campaignPause, RECIPIENT_TRANSITIONS, recipientStatesBefore } from './recipient.ts';

const states = Object.keys(RECIPIENT_TRANSITIONS) as RecipientStatus[];

describe('a recipient', () => {
  it('is posted to only after a claim, and claimed only while pending', () => {
    expect(recipientStatesBefore('claimed')).toEqual(['pending']);
  });

  it('becomes pending again only through the provider’s answer or an administrator', () => {
    const ways = states.flatMap((from) =>
      Object.entries(RECIPIENT_TRANSITIONS[from]).flatMap(([turn, to]) =>
        to === 'pending' ? [`${from}: ${turn}`] : [],
      ),
    );
    expect(ways.toSorted()).toEqual([
      'failed: retried',
      'sending: postponed',
      'uncertain: postponed',
      'uncertain: retried',
    ]);
  });

  it('ends in the same state in whatever order the provider’s events arrive', () => {
    const turns = ['confirmed', 'delivered', 'bounced'] as const;
    const end = (from: RecipientStatus, order: readonly (typeof turns)[number][]) =>
      order.reduce((status, turn) => RECIPIENT_TRANSITIONS[status][turn] ?? status, from);
    for (const from of states) {
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

describe('the pause of a campaign', () => {
  it('doubles from a second to five minutes, and is never less than the provider asks', () => {
    expect([1, 2, 3, 9, 10, 500].map((refusals) => campaignPause(refusals, 0))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
    ]);
    expect(campaignPause(1, 30_000)).toBe(30_000);
  });
});
