import { describe, expect, it } from '@jest/globals';
import { createIdempotencyKeys } from './idempotency-key.ts';

describe('the keys of a form', () => {
  it('name the same contents by the same key, until they were sent', () => {
    const keys = createIdempotencyKeys();
    const first = keys.keyFor({ name: 'Ada' });
    expect(keys.keyFor({ name: 'Ada' })).toBe(first);
    keys.renew();
    expect(keys.keyFor({ name: 'Ada' })).not.toBe(first);
  });

  it('name corrected contents by another key', () => {
    const keys = createIdempotencyKeys();
    expect(keys.keyFor({ name: 'Ada' })).not.toBe(keys.keyFor({ name: 'Ada L.' }));
  });

  it('are of the kind that the server takes', () => {
    expect(createIdempotencyKeys().keyFor({})).toMatch(/^[\x21-\x7e]{8,128}$/);
  });
});
