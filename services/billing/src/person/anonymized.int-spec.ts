import { expect, it } from '@jest/globals';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { billingSchema } from '../database/schema.ts';
import { PERSONAL_DATA } from './personal-data.ts';

it('decides how every text column is anonymized in a copy for testing', async () => {
  const { all, planted } = await undecidedInCopies(billingSchema, PERSONAL_DATA, 'customers');
  expect(all).toEqual([]);
  expect(planted).toContain('customers.email is neither replaced nor kept');
});
