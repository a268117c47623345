import { describe, expect, it } from 'vitest';
import { sign } from '@lectern/service-kit/signature/signature';
import { calendarKey, feedOf } from './calendar-key.ts';

const SECRET = '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10';
const FEED = '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001';

describe('the key of a calendar', () => {
  const key = calendarKey(SECRET, FEED);

  it('names its feed, and needs no encoding in a URL', () => {
    expect(feedOf([SECRET], key)).toBe(FEED);
    expect(encodeURIComponent(key)).toBe(key);
  });

  it.each([
    ['nothing', ''],
    ['the feed alone', FEED],
    ['the feed without a signature', `${FEED}.`],
    ['another feed with its signature', key.replace('0b3f9a52', '0b3f9a53')],
    ['a part of it', key.slice(0, -1)],
    ['more than it', `${key}a`],
    ['the key of another secret', calendarKey(`${SECRET}0`, FEED)],
    ['a signed text that is no feed', `feed.${sign(SECRET, 'calendar:feed')}`],
    ['a signature of the same feed for something else', `${FEED}.${sign(SECRET, FEED)}`],
    ['letters of several bytes', `${FEED}.${'é'.repeat(43)}`],
  ])('is not %s', (_what, given) => {
    expect(feedOf([SECRET], given)).toBeNull();
  });
});
