import { expect, it } from '@jest/globals';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { identitySchema } from '../database/schema.ts';
import { anonymized } from './anonymized.ts';

it('decides how every text column is anonymized in a copy for testing', async () => {
  const { all, planted } = await undecidedInCopies(identitySchema, anonymized('a hash'), 'users');
  expect(all).toEqual([]);
  expect(planted).toContain('users.email is neither replaced nor kept');
});
