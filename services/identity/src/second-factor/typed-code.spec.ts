import { describe, expect, it } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes, readTypedCode } from './typed-code.ts';

describe('a typed code', () => {
  it.each(['123456', ' 123 456 ', '123-456'])('is an app’s where it has six digits: “%s”', (typed) => {
    expect(readTypedCode(typed)).toEqual({ kind: 'app', digits: '123456' });
  });

  it('may be a recovery code in any letter case, with other hyphens, and with letters that look like digits', () => {
    const same = { kind: 'recovery', hash: hashOfRecoveryCode('0123456789abcdef') };
    for (const typed of ['0123-4567-89ab-cdef', '0123456789ABCDEF', ' oi23 4567 89ab cdef', 'OL23-4567-89AB-CDEF'])
      expect(readTypedCode(typed)).toEqual(same);
    expect(readTypedCode('0123-4567-89ab-cdee')).not.toEqual(same);
  });
});

describe('recovery codes', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat();

  it('are ten at a time, each different, of 16 characters that are easy to tell apart', () => {
    expect(newRecoveryCodes()).toHaveLength(10);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it('use every character', () => {
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });

  it('are known by what is stored of them', () => {
    for (const code of codes)
      expect(readTypedCode(code)).toEqual({ kind: 'recovery', hash: hashOfRecoveryCode(code.replaceAll('-', '')) });
  });
});
