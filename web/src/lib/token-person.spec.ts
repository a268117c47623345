import { describe, expect, it } from '@jest/globals';
import { personOf } from './token-person.ts';

const tokenOf = (payload: unknown, signature = 'signed'): string =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;

describe('whose token it is', () => {
  it('is the same for every token of one person, and another for somebody else', () => {
    expect(personOf(tokenOf({ sub: 'ann', jti: '1' }, 'one'))).toBe('ann');
    expect(personOf(tokenOf({ sub: 'ann', jti: '2' }, 'two'))).toBe('ann');
    expect(personOf(tokenOf({ sub: 'ben' }))).toBe('ben');
    // Emails that base64 writes otherwise in an address.
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
  ])('of %p is nobody else’s', (token) => {
    expect(personOf(token)).toBe(token);
  });
});
