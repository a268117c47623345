import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tools } from '../command.ts';
import { EnvironmentFile } from '../environment-file.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const ROTATED = [
  'JWT_PUBLIC_KEY',
  'REQUEST_KEY',
  'IDENTITY_REQUEST_KEY',
  'SECOND_FACTOR_KEY',
  'DOCUMENT_LINK_SECRET',
  'UNSUBSCRIBE_SECRET',
  'CALENDAR_FEED_SECRET',
];
const NAMES = [...ROTATED, 'JWT_PRIVATE_KEY', 'STRIPE_SECRET_KEY', 'ZOOM_WEBHOOK_SECRET'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('changes the secrets of a file in three steps, each once, without other changes to the file', async () => {
  const path = join(folder, '.env');
  const drawn = NAMES.map((name) => `${name}='${randomBytes(32).toString('hex')}'\n`);
  await writeFile(path, `# ours\n${drawn.join('')}`, { mode: 0o600 });
  const read = async (): Promise<Record<string, string>> => {
    const file = await EnvironmentFile.read(path);
    const all = NAMES.flatMap((name) => [name, `${name}_ALSO_VALID`, `${name}_CHANGE`, `${name}_COMING`]);
    return Object.fromEntries(all.flatMap((name) => (file.get(name) === undefined ? [] : [[name, file.get(name)!]])));
  };
  const step = async (...args: string[]): Promise<string> => {
    const outcome = await rotateSecrets.run([args[0]!, path, ...args.slice(1)], {}, {} as Tools);
    const said = JSON.stringify(outcome);
    for (const value of Object.values(await read())) if (value.length > 20) expect(said).not.toContain(value);
    return said;
  };
  const before = await read();

  expect(await step('begin')).toContain('"changed"');
  const begun = await read();
  await expect(step('begin')).rejects.toThrow('not its next step');
  expect(await read()).toEqual(begun);
  for (const name of [...ROTATED, 'JWT_PRIVATE_KEY']) expect(begun[name]).toBe(before[name]);

  expect(await step('switch')).toContain('gateway, then identity');
  const switched = await read();
  for (const name of ROTATED)
    expect([switched[name], switched[`${name}_ALSO_VALID`]]).toEqual([begun[`${name}_ALSO_VALID`], before[name]]);
  expect(switched['JWT_PRIVATE_KEY']).toBe(begun['JWT_PRIVATE_KEY_COMING']);
  await expect(step('switch', 'UNSUBSCRIBE_SECRET')).rejects.toThrow('not its next step');

  await step('finish');
  const finished = await read();
  // Emails and calendars are read for years; a leaked one is dropped.
  expect(Object.keys(finished).filter((name) => !NAMES.includes(name))).toEqual([
    'UNSUBSCRIBE_SECRET_ALSO_VALID',
    'CALENDAR_FEED_SECRET_ALSO_VALID',
  ]);
  for (const name of ['STRIPE_SECRET_KEY', 'ZOOM_WEBHOOK_SECRET']) expect(finished[name]).toBe(before[name]);
  expect(await readFile(path, 'utf8')).toMatch(/^# ours\n/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(step('begin', 'STRIPE_SECRET_KEY')).rejects.toThrow('cannot be drawn here');
  expect(await step('finish')).toContain('Nothing is being changed');
});
