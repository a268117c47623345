import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptedToken, verifyZoomPost } from './webhook-signature.ts';

const secret = 'a-secret-token';
const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1_000;
const signed = (payload: string, timestamp = String(seconds), by = secret) => ({
  payload,
  timestamp,
  signature: `v0=${createHmac('sha256', by).update(`v0:${timestamp}:${payload}`).digest('hex')}`,
});

describe('the signature of a Zoom post', () => {
  it.each([0, -300, 300])('is valid when it was made %d seconds ago', (ago) => {
    expect(() => verifyZoomPost(signed('{"é":1}', String(seconds - ago)), [secret], now)).not.toThrow();
  });

  it.each([
    ['another payload', { ...signed('{}'), payload: '{ }' }],
    ['another secret', signed('{}', String(seconds), 'another')],
    ['another time', { ...signed('{}'), timestamp: String(seconds - 1) }],
    ['an older post', signed('{}', String(seconds - 301))],
    ['a post of the future', signed('{}', String(seconds + 301))],
    ['milliseconds', signed('{}', String(now.getTime()))],
    ['no time', signed('{}', '')],
    ['no signature', { ...signed('{}'), signature: '' }],
    ['a part of the signature', { ...signed('{}'), signature: signed('{}').signature.slice(0, 20) }],
    ['no version', { ...signed('{}'), signature: signed('{}').signature.slice(3) }],
  ])('is invalid for %s', (_what, post) => {
    expect(() => verifyZoomPost(post, [secret], now)).toThrow(expect.objectContaining({ code: 'signature_invalid' }));
  });

  it('of a validation covers the token alone', () => {
    expect(encryptedToken('token', secret)).toBe(createHmac('sha256', secret).update('token').digest('hex'));
  });
});
