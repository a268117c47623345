import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseRevision } from './previous-revision.ts';

const MIGRATIONS = 'services/billing/src/database/migrations';
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-history-'));
  git('init', '--quiet');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
/** A commit with these files; answers its id. */
const commit = (...paths: string[]): string => {
  for (const path of paths) write(path, String(Math.random()));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'as it was');
  return git('rev-parse', 'HEAD');
};

describe('the previous revision', () => {
  const BASELINE = `${MIGRATIONS}/1-baseline.ts`;

  it('is the newest with other migrations, whatever else has changed since', async () => {
    commit(BASELINE);
    const before = commit('README.md');
    commit(`${MIGRATIONS}/2-two.ts`);
    commit(`${MIGRATIONS}/2-two.ts`, 'README.md');
    expect(await chooseRevision(root)).toBe(before);
  });

  it('is the latest commit where a migration is not committed yet', async () => {
    commit(BASELINE);
    const last = commit('README.md');
    write(`${MIGRATIONS}/2-two.ts`);
    expect(await chooseRevision(root)).toBe(last);
  });

  it('counts migrations that all services share', async () => {
    const before = commit(BASELINE);
    commit('libs/service-kit/src/outbox/widen-outbox.migration.ts');
    expect(await chooseRevision(root)).toBe(before);
  });

  it('is not older than the baseline, and is the one that brought it where no migration came since', async () => {
    commit(`${MIGRATIONS}/0-before.ts`);
    git('rm', '--quiet', `${MIGRATIONS}/0-before.ts`);
    const baseline = commit(BASELINE);
    commit('README.md');
    expect(await chooseRevision(root)).toBe(baseline);
  });

  it('is not older than the last change of the baseline, whose former tables nobody has', async () => {
    commit(BASELINE);
    commit(`${MIGRATIONS}/2-two.ts`);
    const changed = commit(BASELINE);
    commit('README.md');
    expect(await chooseRevision(root)).toBe(changed);
  });

  it('is the named one', async () => {
    const first = commit(BASELINE);
    commit(`${MIGRATIONS}/2-two.ts`);
    expect(await chooseRevision(root, 'HEAD~1')).toBe(first);
    await expect(chooseRevision(root, 'nowhere')).rejects.toThrow('nowhere');
    await expect(chooseRevision(root, '--all')).rejects.toThrow();
  });

  it('asks for the history where no commit brought the baseline', async () => {
    commit(`${MIGRATIONS}/1-one.ts`);
    await expect(chooseRevision(root)).rejects.toThrow('bring the whole history');
  });
});
