import { describe, expect, it } from 'vitest';
import { isUnsubscribeKey, listLinks, unsubscribeKey } from './unsubscribe-link.ts';

const SECRET = '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10';
const ADDRESS = 'Ann+news@Example.com';

describe('the key of an unsubscribe link', () => {
  const key = unsubscribeKey(SECRET, ADDRESS);

  it('is valid for its address in any letter case', () => {
    expect(isUnsubscribeKey([SECRET], ' ann+NEWS@example.com', key)).toBe(true);
  });

  it.each([
    ['another address', 'ann@example.com', key],
    ['nothing', ADDRESS, ''],
    ['a part of it', ADDRESS, key.slice(0, -1)],
    ['more than it', ADDRESS, `${key}a`],
    ['another letter case', ADDRESS, key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase()],
    ['characters of several bytes', ADDRESS, 'é'.repeat(key.length)],
    ['one of another secret', ADDRESS, unsubscribeKey(`${SECRET}0`, ADDRESS)],
  ])('is invalid for %s', (_what, email, given) => {
    expect(isUnsubscribeKey([SECRET], email, given)).toBe(false);
  });

  it('survives a URL together with its address, plus signs included', () => {
    const { origin, pathname, searchParams } = new URL(listLinks('https://lectern.test', SECRET, ADDRESS).unsubscribe);
    expect(origin + pathname).toBe('https://lectern.test/api/unsubscribe');
    expect(searchParams.get('email')).toBe('ann+news@example.com');
    expect(isUnsubscribeKey([SECRET], searchParams.get('email')!, searchParams.get('key')!)).toBe(true);
  });
});
