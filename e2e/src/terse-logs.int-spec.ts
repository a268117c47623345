import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { tokenTo } from './testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from './testing/person.ts';
import { atProvider } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * A log names the failure, never the person: people do things that fail in each service, in the database and at the providers, and what they
 * typed is looked for in every log of the system.
 */
let system: RunningSystem;
let database: pg.Pool;

beforeAll(async () => {
  system = await startSystem();
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

/** Characters that are in no log by chance, as a name may have them. */
const planted = `planted${[...randomUUID().replaceAll('-', '')]
  .slice(0, 10)
  .map((digit) => 'bcdfghjklmnpqrst'[Number.parseInt(digit, 16)])
  .join('')}`;
const email = `Ada+${planted}@Example.com`;
const password = `${planted} is my password`;
const post = (path: string, body: unknown, token?: string) =>
  callApi<Record<string, never>>(system, 'POST', path, { body, ...(token === undefined ? {} : { token }) });

const logs = async (): Promise<string> => {
  const folder = join(system.dataDir, 'logs');
  return (
    await Promise.all(
      (await readdir(folder)).map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`),
    )
  ).join('\n');
};
const linesWith = async (text: string): Promise<string[]> =>
  (await logs()).split('\n').filter((line) => line.toLowerCase().includes(text.toLowerCase()));

it('names no person, and none of their secrets, in any log, whatever fails', async () => {
  const person = { ...newRegistration(), email, password, confirmPassword: password, firstName: `Ada${planted}` };
  const admin = await adminTokenOf(system);
  await payAt(await registerPerson(system, person));
  const token = await logInPerson(system, person);

  // Violations of the database's constraints: the same address in concurrent requests, and one promo code twice.
  const another = { ...person, email: `race+${planted}@example.com` };
  await Promise.all(Array.from({ length: 4 }, () => post('/api/register-and-subscribe', another)));
  const code = { code: planted.toUpperCase(), name: planted, discountType: 'percentage', discountValue: 10 };
  for (const status of [201, 409]) expect((await post('/api/admin/promo-codes', code, admin)).status).toBe(status);
  await expect(database.query(`SELECT '${planted}'::uuid`)).rejects.toThrow('invalid input syntax');

  // Requests that the gateway refuses, and typing errors.
  expect((await post('/api/auth/login', { email, password: `${password}, or not` })).status).toBe(401);
  expect((await post('/api/contact', { name: planted, email: `${planted} at example`, message: planted })).status).toBe(
    400,
  );
  expect((await callApi(system, 'GET', `/api/${planted}?q=${planted}`)).status).toBe(404);
  await post('/api/auth/reset-password', { email });
  const link = await tokenTo(system, email, '/reset-password');
  expect(
    (await post('/api/auth/reset-password/confirm', { token: link, password: 'short', confirmPassword: 'short' }))
      .status,
  ).toBe(400);

  // Requests that the provider refuses, or does not answer.
  const guest = `guest+${planted}@example.com`;
  for (const faults of [{ fail: 1 }, { rateLimit: 1 }]) {
    await atProvider(system, 'api', faults);
    expect(
      (
        await post('/api/bootcamp-checkout', {
          email: guest,
          firstName: planted,
          lastName: 'Okafor',
          experienceLevel: 'beginner',
        })
      ).status,
    ).toBe(503);
  }
  await atProvider(system, 'api', {});

  // A service that the database leaves in the middle of it.
  const { rows } = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE usename LIKE 'lectern\\_%'`,
  );
  await Promise.all([
    post('/api/newsletter', { email: `reader+${planted}@example.com` }),
    callApi(system, 'PUT', '/api/auth/update-profile', {
      token,
      body: { firstName: planted, lastName: 'Okafor', email },
    }),
    ...rows.map(({ pid }) => database.query('SELECT pg_terminate_backend($1)', [pid])),
  ]);

  await patiently('the database to have written what it ended', async () => {
    if ((await linesWith('terminating connection due to administrator command')).length === 0)
      throw new Error('not yet');
  });
  for (const secret of [planted, link]) expect(await linesWith(secret)).toEqual([]);
});
