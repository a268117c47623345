import { describe, expect, it } from 'vitest';
import { personOf } from './token-person.ts';

const tokenOf = (payload: unknown, signature = 'signed'): string =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;

describe('the owner of a token', () => {
  it('is the same for every token of one person, and differs for another person', () => {
    expect(personOf(tokenOf({ sub: 'ann', jti: '1' }, 'one'))).toBe('ann');
    expect(personOf(tokenOf({ sub: 'ann', jti: '2' }, 'two'))).toBe('ann');
    expect(personOf(tokenOf({ sub: 'ben' }))).toBe('ben');
    // Characters that base64url encodes in another way than base64.
    expect(personOf(tokenOf({ sub: 'ÿÿÿ>>>???' }))).not.toContain('.');
  });

  it.each([
    ['nonsense'],
    [''],
    ['a.b.c'],
    [tokenOf({})],
    [tokenOf({ sub: 7 })],
    [tokenOf(null)],
    [tokenOf({ sub: '' })],
  ])('is the account of %p alone', (token) => {
    expect(personOf(token)).toBe(token);
  });
});
