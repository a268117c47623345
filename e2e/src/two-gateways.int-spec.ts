import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import type { Testimonial } from '@lectern/contracts/content/model';
import { callApi, logInPerson, newRegistration, patiently, registerPerson } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/** A gateway asks once more whether a session counts after half a second; the rest is for a busy machine. */
const WITHIN_MS = 5_000;

let system: RunningSystem;
/** Two doors of one house: what was done at one must be known at the other. */
let here: { siteUrl: string };
let there: { siteUrl: string };

beforeAll(async () => {
  system = await startSystem({ LECTERN_REPLICAS: '2' });
  [here, there] = system.siteUrls.map((siteUrl) => ({ siteUrl })) as [typeof here, typeof there];
});
afterAll(async () => {
  await system.stop();
});

const until = (what: string, isSo: () => Promise<boolean>): Promise<void> =>
  patiently(
    what,
    async () => {
      if (!(await isSo())) throw new Error('Not yet');
    },
    WITHIN_MS,
  );
const quotes = async (site: { siteUrl: string }): Promise<string[]> =>
  (await callApi<Testimonial[]>(site, 'GET', '/api/testimonials')).body.map(({ quote }) => quote);

describe('two gateways', () => {
  it('both learn that a member signed out at one of them', async () => {
    const person = newRegistration();
    await registerPerson(here, person);
    const [token, other] = [await logInPerson(here, person), await logInPerson(there, person)];
    const seen = async (site: { siteUrl: string }, its: string): Promise<number> =>
      (await callApi(site, 'GET', '/api/auth/user', { token: its })).status;
    expect(await Promise.all([seen(here, token), seen(there, token), seen(there, other)])).toEqual([200, 200, 200]);
    expect((await callApi(here, 'POST', '/api/auth/logout', { token })).status).toBe(200);
    expect(await seen(here, token)).toBe(401);
    await until('the other gateway to learn of it', async () => (await seen(there, token)) === 401);
    // Another session of the same person goes on.
    expect(await seen(there, other)).toBe(200);
  });

  it('both show an administrator’s change at one of them, and cache no older version', async () => {
    const { admin } = await system.run();
    const { body } = await callApi<{ token: string }>(here, 'POST', '/api/admin/login', { body: admin });
    const before = await quotes(there);
    expect(await quotes(there)).toEqual(before);
    const made = await callApi<AdminTestimonial>(here, 'POST', '/api/admin/testimonials', {
      token: body.token,
      body: { name: 'Two doors', role: 'A trial', quote: 'Said at one door.', rating: 5 },
    });
    expect(made.status).toBe(201);
    expect(await quotes(here)).toContain('Said at one door.');
    await until('the other gateway to show it', async () => (await quotes(there)).includes('Said at one door.'));
    await callApi(here, 'DELETE', `/api/admin/testimonials/${made.body.id}`, { token: body.token });
    await until('the other gateway to forget it', async () => !(await quotes(there)).includes('Said at one door.'));
  });
});
