import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { VerifiedTokens } from './verified-tokens.ts';

describe('verified tokens', () => {
  it('are recognized by their full text', () => {
    const tokens = new VerifiedTokens();
    tokens.keep('header.said.signature', { sub: 'one' });
    expect(tokens.of('header.said.signature')).toEqual({ sub: 'one' });
    expect(tokens.of('header.said.signaturE')).toBeUndefined();
  });

  it('are not kept in readable form', () => {
    const tokens = new VerifiedTokens();
    tokens.keep('header.said.signature', {});
    expect(inspect(tokens, { depth: null })).not.toContain('said.');
  });

  it('are limited in number: the oldest are dropped', () => {
    const tokens = new VerifiedTokens();
    for (let number = 0; number <= 20_000; number += 1) tokens.keep(String(number), number);
    expect([tokens.of('0'), tokens.of('1'), tokens.of('20000')]).toEqual([undefined, 1, 20_000]);
  });
});
