import { expect, it } from '@jest/globals';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { registrationsSchema } from '../database/schema.ts';
import { PERSONAL_DATA } from './personal-data.ts';

it('has a rule for every text column in a copy for testing', async () => {
  const { all, planted } = await undecidedInCopies(registrationsSchema, PERSONAL_DATA, 'accounts');
  expect(all).toEqual([]);
  expect(planted).toContain('accounts.email is neither replaced nor kept');
});
