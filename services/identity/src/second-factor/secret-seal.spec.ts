import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IdentityConfig } from '../config.ts';
import { SecretSeal } from './secret-seal.ts';

const sealWith = (key: string, ...alsoValid: string[]) =>
  new SecretSeal({ SECOND_FACTOR_KEY: key, SECOND_FACTOR_KEY_ALSO_VALID: alsoValid } as unknown as IdentityConfig);
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

  it('opens with a key that is also valid, is resealed with the present one, and then needs that one alone', () => {
    const before = seal.seal(owner, SECRET);
    const [OLD, NEW] = ['5f2c8e1a9b7d4063c1f8a2e6d97b3045', '0a9d3c71e5b8426fd1c07e94ab36f528'];
    const changing = sealWith(NEW, OLD);
    expect(changing.open(owner, before)).toBe(SECRET);
    const after = changing.reseal(owner, before)!;
    expect(sealWith(NEW).open(owner, after)).toBe(SECRET);
    expect(changing.reseal(owner, after)).toBeNull();
    expect(() => seal.open(owner, after)).toThrow();
    expect(() => sealWith(NEW).reseal(owner, before)).toThrow();
  });

  it('does not open for another person', () => {
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
    for (const other of ['', '1.', '2'.concat(sealed.slice(1)), sealed.slice(0, -4), SECRET])
      expect(() => seal.open(owner, other)).toThrow();
  });
});
