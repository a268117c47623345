import { expect, it } from 'vitest';
import { hashOfToken, newAccountToken } from './account-token.ts';

it('makes tokens of 256 bits that need no escaping in a URL, each different', () => {
  const tokens = Array.from({ length: 100 }, newAccountToken);
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(encodeURIComponent(token)).toBe(token);
  }
  expect(new Set(tokens).size).toBe(100);
});

it('stores a token as its SHA-256', () => {
  expect(hashOfToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
