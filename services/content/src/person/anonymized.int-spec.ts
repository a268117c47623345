import { expect, it } from 'vitest';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { contentSchema } from '../database/schema.ts';
import { PERSONAL_DATA } from './personal-data.ts';

it('decides for every text column how a test copy treats it', async () => {
  const { all, planted } = await undecidedInCopies(contentSchema, PERSONAL_DATA, 'testimonials');
  expect(all).toEqual([]);
  expect(planted).toContain('testimonials.quote is neither replaced nor kept');
});
