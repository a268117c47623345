import { describe, expect, it } from 'vitest';
import { createSubmissionKey } from './form-submission.ts';

describe('the idempotency key of a form', () => {
  it('stays while the same contents are sent again', () => {
    const { keyFor } = createSubmissionKey();
    expect(keyFor({ email: 'a@example.com' })).toBe(keyFor({ email: 'a@example.com' }));
    expect(keyFor({ email: 'a@example.com' })).toMatch(/^[0-9a-f]{32}$/);
  });

  it('changes with other contents, and after a success', () => {
    const { keyFor, renew } = createSubmissionKey();
    const first = keyFor({ email: 'a@example.com' });
    expect(keyFor({ email: 'b@example.com' })).not.toBe(first);
    const again = keyFor({ email: 'a@example.com' });
    expect(again).not.toBe(first);
    renew();
    expect(keyFor({ email: 'a@example.com' })).not.toBe(again);
  });
});
