import { describe, expect, it } from 'vitest';
import { Secret } from 'otpauth';
import { addressOfSecret, newSecret, stepOfCode } from './totp.ts';

/** The secret of RFC 6238, appendix B, for SHA-1. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('a code', () => {
  // The eight digits of appendix B end in the six of the same step.
  it.each([
    [59, '94287082', 0x1],
    [1_111_111_109, '07081804', 0x23523ec],
    [1_111_111_111, '14050471', 0x23523ed],
    [1_234_567_890, '89005924', 0x273ef07],
    [2_000_000_000, '69279037', 0x3f940aa],
    [20_000_000_000, '65353130', 0x27bc86aa],
  ])('is the one of RFC 6238 at %d s', (seconds, code, step) => {
    expect(stepOfCode(SECRET, code.slice(-6), at(seconds))).toBe(step);
  });

  it.each([
    [-31, null],
    [-30, 1],
    [0, 1],
    [29, 1],
    [30, 1],
    [59, 1],
    [60, null],
  ])('is taken %d s after the beginning of its step as step %s', (seconds, step) => {
    expect(stepOfCode(SECRET, '287082', at(30 + seconds))).toBe(step);
  });

  it.each(['287083', '', '28708', '2870822', 'abcdef'])('that is wrong or malformed is refused: %s', (code) => {
    expect(stepOfCode(SECRET, code, at(59))).toBeNull();
  });

  it('is none of another secret', () => {
    expect(stepOfCode(newSecret(), '287082', at(59))).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 bits, and is another each time', () => {
    expect(Secret.fromBase32(newSecret()).bytes).toHaveLength(20);
    expect(new Set(Array.from({ length: 100 }, newSecret)).size).toBe(100);
  });

  it('is shown to apps with its account', () => {
    const address = new URL(addressOfSecret(SECRET, 'Speech & Debate', 'ada+1@example.org'));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.href)).toContain('//totp/Speech & Debate:ada+1@example.org?');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Speech & Debate',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
