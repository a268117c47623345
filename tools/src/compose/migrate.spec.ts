import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NAMES = [
  'DATABASE_ADMIN_URL',
  'IDENTITY_DATABASE_URL',
  'BILLING_DATABASE_URL',
  'REGISTRATIONS_DATABASE_URL',
  'MESSAGING_DATABASE_URL',
  'CONTENT_DATABASE_URL',
];
const tsx = import.meta.resolve('tsx');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** In a folder without services, where it ends at the first one unless it ended before. */
const run = (passwords: Record<string, string>, deployment = 'production') => {
  const env = Object.fromEntries(
    NAMES.map((name) => [
      name,
      `postgres://role:${passwords[name] ?? randomBytes(16).toString('hex')}@127.0.0.1:1/lectern`,
    ]),
  );
  const { stderr, status } = spawnSync(process.execPath, ['--import', tsx, join(import.meta.dirname, 'migrate.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DEPLOYMENT: deployment, ...env },
    encoding: 'utf8',
  });
  return { said: stderr, status };
};

describe('the composed system’s migrations', () => {
  const same = '5f2c8e1a9b7d4063c1f8a2e6';

  it('do not begin while two databases have one password, and name both without it', () => {
    const { said, status } = run({ DATABASE_ADMIN_URL: same, BILLING_DATABASE_URL: same, CONTENT_DATABASE_URL: same });
    expect(status).toBe(1);
    expect(said).toContain('The passwords of BILLING_DATABASE_URL, CONTENT_DATABASE_URL must be different ones');
    expect(said).not.toContain(same);
  });

  it.each([
    ['of different ones', {}, 'production'],
    ['in a trial with the sandbox', { DATABASE_ADMIN_URL: same, BILLING_DATABASE_URL: same }, 'local'],
  ])('begin %s', (_when, passwords, deployment) => {
    const { said } = run(passwords, deployment);
    expect(said).not.toContain('must be different');
    expect(said).toContain(join('services', 'identity', 'dist', 'migrate.js'));
  });
});
