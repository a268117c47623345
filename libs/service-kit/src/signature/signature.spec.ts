import { describe, expect, it } from 'vitest';
import { isSignature, sign } from './signature.ts';

const SECRET = '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10';

describe('a signature', () => {
  const signature = sign(SECRET, 'open:guide');

  it('is safe in a URL', () => {
    expect(encodeURIComponent(signature)).toBe(signature);
    expect(Buffer.from(signature, 'base64url')).toHaveLength(32);
  });

  it('is valid for its text, and reproducible', () => {
    expect(isSignature([SECRET], 'open:guide', signature)).toBe(true);
    expect(sign(SECRET, 'open:guide')).toBe(signature);
  });

  it.each([
    ['something else', 'open:guides', signature],
    ['nothing', 'open:guide', ''],
    ['a part of it', 'open:guide', signature.slice(0, -1)],
    ['more than it', 'open:guide', `${signature}a`],
    ['characters of several bytes', 'open:guide', 'é'.repeat(signature.length)],
    ['one of another secret', 'open:guide', sign(`${SECRET}0`, 'open:guide')],
  ])('is wrong for %s', (_what, said, given) => {
    expect(isSignature([SECRET], said, given)).toBe(false);
  });

  it('is valid when any of the secrets created it, and invalid once that one is removed', () => {
    const coming = `${SECRET}0`;
    expect(isSignature([coming, SECRET], 'open:guide', signature)).toBe(true);
    expect(isSignature([coming], 'open:guide', signature)).toBe(false);
    expect(isSignature([], 'open:guide', signature)).toBe(false);
  });
});
