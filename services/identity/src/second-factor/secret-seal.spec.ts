import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { IdentityConfig } from '../config.ts';
import { SecretSeal } from './secret-seal.ts';

const sealWith = (key: string) => new SecretSeal({ SECOND_FACTOR_KEY: key } as IdentityConfig);
const seal = sealWith('5f2c8e1a9b7d4063c1f8a2e6d97b3045');
const SECRET = 'JBSWY3DPEHPK3PXP';
const owner = randomUUID();

describe('a sealed secret', () => {
  it('opens with the same key for the same person, and looks different each time', () => {
    const [one, other] = [seal.seal(owner, SECRET), seal.seal(owner, SECRET)];
    expect([seal.open(owner, one), seal.open(owner, other)]).toEqual([SECRET, SECRET]);
    expect(one).not.toBe(other);
    expect(Buffer.from(one.slice(2), 'base64url').toString('latin1')).not.toContain(SECRET);
  });

  it('does not open with another key', () => {
    expect(() => sealWith('5f2c8e1a9b7d4063c1f8a2e6d97b3046').open(owner, seal.seal(owner, SECRET))).toThrow();
  });

  it('does not open for somebody else', () => {
    expect(() => seal.open(randomUUID(), seal.seal(owner, SECRET))).toThrow();
  });

  it('does not open where anything of it was changed', () => {
    const sealed = seal.seal(owner, SECRET);
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => seal.open(owner, `1.${changed.toString('base64url')}`)).toThrow();
    }
    for (const other of ['', '1.', '2'.concat(sealed.slice(1)), sealed.slice(0, -4), SECRET]) expect(() => seal.open(owner, other)).toThrow();
  });
});
