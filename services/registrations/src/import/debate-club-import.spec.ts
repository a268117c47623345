import { describe, expect, it } from 'vitest';
import { DebateClubImport } from './debate-club-import.ts';

describe('a row that is refused', () => {
  // Reading a row needs no database.
  const read = (values: Record<string, string>) =>
    new DebateClubImport(undefined as never, undefined as never, undefined as never).read(values);

  it('names each field once, with what it may be', () => {
    expect(
      read({
        email: 'nowhere',
        firstName: 'x'.repeat(101),
        lastName: '',
        division: 'experts',
        billingCycle: 'weekly',
        experienceLevel: 'expert',
        status: 'gone',
      }),
    ).toEqual({
      problem:
        'Valid email is required. First name must be 100 characters or less. Last name is required. Choose a division: development or professional. Billing cycle must be monthly or annual. Experience level must be beginner, intermediate, or advanced. Status must be active, pending, paused, or cancelled',
    });
  });

  it('names the field of a message that does not', () => {
    const row = { email: 'ada@example.com', lastName: 'Lee', division: 'development', billingCycle: 'monthly' };
    expect(read({ ...row, firstName: 'evil.com' })).toEqual({
      problem: 'First name: Please enter a name without a link',
    });
  });
});
