import { describe, expect, it } from 'vitest';
import {
  aboutLong,
  audienceInWords,
  cancelledInWords,
  inReadersZone,
  isNeverSent,
  listsOf,
  progressOf,
  unsentInWords,
} from './campaign-view.ts';

const NO_RECIPIENTS = {
  pending: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  failed: 0,
  skipped: 0,
  uncertain: 0,
};

it.each([
  [0, 'under a minute'],
  [49, 'under a minute'],
  [60, 'about a minute'],
  [170, 'about 3 minutes'],
  [3_600, 'about an hour'],
  [9_000, 'about 3 hours'],
])('%i seconds are %s', (seconds, words) => {
  expect(aboutLong(seconds)).toBe(words);
});

it.each([
  ['audience_empty', /^It was scheduled for Jul 1, 2026, 8:00 AM PDT and was not sent: its audience was empty/],
  ['email_refused', /^It was scheduled for Jul 1, 2026, 8:00 AM PDT and was not sent: its email could not be created/],
] as const)('a campaign that was not sent on schedule (%s) says when and why', (reason, words) => {
  expect(unsentInWords({ reason, at: '2026-07-01T15:00:00.000Z' })).toMatch(words);
});

describe('the progress of a campaign', () => {
  const moving = {
    status: 'sending',
    recipients: {
      ...NO_RECIPIENTS,
      pending: 3_000,
      sending: 500,
      sent: 1_200,
      delivered: 290,
      bounced: 5,
      uncertain: 5,
    },
    perSecond: 84.6,
    secondsLeft: 41,
    heldUntil: null,
  } as const;

  it('counts the finished emails and shows the pace and the time left', () => {
    expect(progressOf(moving)).toEqual({
      done: 1_500,
      total: 5_000,
      words: '1,500 of 5,000 emails are done',
      pace: '85 a second, under a minute left',
    });
  });

  it('shows no pace if it is unknown', () => {
    expect(progressOf({ ...moving, perSecond: null, secondsLeft: null }).pace).toBe('');
    expect(progressOf({ ...moving, perSecond: 0.2, secondsLeft: null }).pace).toBe('1 a second');
  });

  it('says when we try again while the provider takes no emails', () => {
    expect(progressOf({ ...moving, heldUntil: '2026-11-22T16:30:00.000Z' }).pace).toBe(
      'The email provider takes no emails right now. We try again at 8:30 AM PST. The list of recipients shows its answer.',
    );
  });

  it('says how many emails of a paused campaign may still go out', () => {
    expect(progressOf({ ...moving, status: 'paused' }).pace).toBe('500 emails that were being sent may still go out.');
    expect(progressOf({ ...moving, status: 'paused', recipients: { ...NO_RECIPIENTS, pending: 1 } })).toMatchObject({
      words: '0 of 1 email is done',
      pace: 'No more emails are sent until you resume it.',
    });
  });
});

describe('the description of an audience', () => {
  const NONE = { unsubscribed: 0, bounced: 0, complained: 0, invalid: 0 };

  it('names each list, the addresses on several lists, and the reasons for leaving addresses out', () => {
    const count = {
      recipients: 1_201,
      lists: [
        { list: 'debate_club', addresses: 40 },
        { list: 'tournament', addresses: 12 },
        { list: 'newsletter', addresses: 1_160 },
      ],
      onSeveral: 8,
      leftOut: { ...NONE, unsubscribed: 2, bounced: 1 },
    } as const;
    expect(audienceInWords({ ...count, lists: [...count.lists] })).toEqual({
      reached:
        '1,201 people would get it now, one email for each address. On the lists: 40 debate club, 12 tournament, and 1,160 newsletter. 8 addresses are on more than one list and get one email.',
      leftOut: '3 addresses are left out: 2 unsubscribed and 1 bounced.',
    });
  });

  it('omits the parts that do not apply', () => {
    expect(
      audienceInWords({ recipients: 1, lists: [{ list: 'newsletter', addresses: 1 }], onSeveral: 0, leftOut: NONE }),
    ).toEqual({ reached: '1 person would get it now, one email for each address.', leftOut: '' });
    expect(
      audienceInWords({
        recipients: 0,
        lists: [{ list: 'newsletter', addresses: 1 }],
        onSeveral: 0,
        leftOut: { ...NONE, invalid: 1 },
      }),
    ).toEqual({
      reached: 'Nobody would get it now.',
      leftOut: '1 address is left out: 1 not a valid email address.',
    });
  });
});

it('returns the mailing lists of an audience', () => {
  expect([listsOf('all'), listsOf('tournament')]).toEqual([
    ['debate_club', 'tournament', 'newsletter'],
    ['tournament'],
  ]);
});

it('shows a time in the reader’s zone if it differs from the association’s', () => {
  expect(inReadersZone('2026-07-01T15:00:00.000Z', 'America/New_York')).toBe('Jul 1, 2026, 11:00 AM EDT');
  expect(inReadersZone('2026-07-01T15:00:00.000Z', 'America/Los_Angeles')).toBe('');
});

describe('a cancelled campaign', () => {
  const cancelled = { name: 'News', status: 'cancelled', recipients: NO_RECIPIENTS } as const;

  it('was never sent if it was cancelled before it had recipients', () => {
    expect(isNeverSent(cancelled)).toBe(true);
    expect(cancelledInWords(cancelled)).toBe('“News” was cancelled before it was sent. No one got it.');
    expect(isNeverSent({ ...cancelled, status: 'sent' })).toBe(false);
  });

  it('is not sent to anyone else if it was being sent', () => {
    const partly = { ...cancelled, recipients: { ...NO_RECIPIENTS, sent: 2, skipped: 3 } };
    expect(isNeverSent(partly)).toBe(false);
    expect(cancelledInWords(partly)).toBe('“News” is not sent to anyone else.');
  });
});
