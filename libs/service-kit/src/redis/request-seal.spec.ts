import { describe, expect, it } from 'vitest';
import { RequestSeal } from './request-seal.ts';

const [ONE, OTHER] = ['3f1c7a90b2d84e65', '9b0e62d7c4f1a385'].map((half) => half + half) as [string, string];
const seal = new RequestSeal([ONE]);
const BINDING = ['identity', 'gateway', '1'];

describe('a sealed text', () => {
  it('opens for its own binding, and reveals nothing before', () => {
    const sealed = seal.seal(BINDING, { password: 'seventeen quiet llamas' });
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('llamas');
    expect(seal.open(BINDING, sealed)).toEqual({ password: 'seventeen quiet llamas' });
  });

  it('differs each time', () => {
    expect(seal.seal(BINDING, 'same')).not.toBe(seal.seal(BINDING, 'same'));
  });

  it.each([
    [['billing', 'gateway', '1']],
    [['identity', 'operator', '1']],
    [['identity', 'gateway', '2']],
    [['identity', 'gateway']],
  ])('does not open for %j', (binding) => {
    const sealed = seal.seal(BINDING, 'x');
    expect(() => seal.open(binding, sealed)).toThrow();
  });

  it('does not open when it was changed, truncated or never sealed', () => {
    const bytes = Buffer.from(seal.seal(BINDING, 'x'), 'base64');
    bytes[14]! ^= 1;
    for (const wrong of [bytes.toString('base64'), bytes.subarray(0, 20).toString('base64'), 'plain', ''])
      expect(() => seal.open(BINDING, wrong)).toThrow();
  });

  it('opens with each valid secret, and with no other', () => {
    const sealed = seal.seal(BINDING, 'x');
    expect(new RequestSeal([OTHER, ONE]).open(BINDING, sealed)).toBe('x');
    expect(() => new RequestSeal([OTHER]).open(BINDING, sealed)).toThrow();
  });
});
