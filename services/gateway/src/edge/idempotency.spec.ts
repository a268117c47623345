import { describe, expect, it } from 'vitest';
import { idempotencyOf } from './idempotency.ts';

const CONTENTS = { body: { email: 'ann@example.com', events: ['a', 'b'] } };

describe('the idempotency key of a write', () => {
  it('is optional', () => {
    expect(idempotencyOf(undefined, CONTENTS)).toBeUndefined();
  });

  it.each(['', 'short12', 'with space', 'ümlaut-key', 'x'.repeat(129), 'tab\tbed-key'])('is refused as %p', (key) => {
    expect(() => idempotencyOf(key, CONTENTS)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each(['12345678', 'x'.repeat(128), '~!@#$%^&*()_+'])('may be %p', (key) => {
    expect(idempotencyOf(key, CONTENTS)).toMatchObject({ key });
  });

  it('has the same digest for the same contents in any order, and another one for other contents', () => {
    const digest = (contents: object) => idempotencyOf('12345678', contents)!.fingerprint;
    expect(digest({ body: { events: ['a', 'b'], email: 'ann@example.com' } })).toBe(digest(CONTENTS));
    expect(digest({ body: { events: ['b', 'a'], email: 'ann@example.com' } })).not.toBe(digest(CONTENTS));
    expect(digest({ body: { events: ['a', 'b'], email: 'bob@example.com' } })).not.toBe(digest(CONTENTS));
  });
});
