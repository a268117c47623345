import { expect, it } from '@jest/globals';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { messagingSchema } from '../database/schema.ts';
import { PERSONAL_DATA } from './personal-data.ts';

it('decides for every text column how a test copy treats it', async () => {
  const { all, planted } = await undecidedInCopies(messagingSchema, PERSONAL_DATA, 'contact_messages');
  expect(all).toEqual([]);
  expect(planted).toContain('contact_messages.message is neither replaced nor kept');
});
