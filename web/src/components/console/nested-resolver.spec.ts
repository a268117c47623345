import { expect, it } from 'vitest';
import { SITE_TEXTS } from '@lectern/contracts/content/site-text';
import { nestedResolver } from './nested-resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const person = { name: 'Noor', role: 'Coach', text: 'Listens.' };

it('puts the errors of a list at its items, and leaves the others where they are', async () => {
  const resolve = nestedResolver(SITE_TEXTS.team as never);
  const { errors } = await resolve({ isSample: false, people: [person, { ...person, name: '' }] }, undefined, options);
  expect(errors).toEqual({ people: { 1: { name: { type: 'contract', message: 'Enter the name' } } } });
  const ofTopics = nestedResolver(SITE_TEXTS.practiceTopics as never);
  expect((await ofTopics({ groups: [] }, undefined, options)).errors).toEqual({
    groups: { type: 'contract', message: 'Add at least one group' },
  });
  expect(await resolve({ isSample: false, people: [person] }, undefined, options)).toMatchObject({
    values: { people: [person] },
    errors: {},
  });
});
