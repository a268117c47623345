import { describe, expect, it } from '@jest/globals';
import { createSubmissionKey } from './form-submission.ts';

describe('the name of what a form sends', () => {
  it('stays while the same is sent again', () => {
    const { keyFor } = createSubmissionKey();
    expect(keyFor({ email: 'a@example.com' })).toBe(keyFor({ email: 'a@example.com' }));
    expect(keyFor({ email: 'a@example.com' })).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is another for other contents, and after a success', () => {
    const { keyFor, renew } = createSubmissionKey();
    const first = keyFor({ email: 'a@example.com' });
    expect(keyFor({ email: 'b@example.com' })).not.toBe(first);
    const again = keyFor({ email: 'a@example.com' });
    expect(again).not.toBe(first);
    renew();
    expect(keyFor({ email: 'a@example.com' })).not.toBe(again);
  });
});
