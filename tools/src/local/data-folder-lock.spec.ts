import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMark } from '../process/process-owner.ts';
import { lockDataFolder } from './data-folder-lock.ts';

describe('lockDataFolder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('refuses a second holder, naming the process, until the first lets go', async () => {
    const release = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.pid}`);
    await release();
    const again = await lockDataFolder(folder);
    await again();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from a dead process', async () => {
    const { pid } = spawnSync('true');
    await hold({ pid, host: hostname(), started: '1' });
    await lockDataFolder(folder);
    expect(await readFile(join(folder, 'lock'), 'utf8')).toContain(`"pid":${process.pid}`);
  });

  it('takes over when the number belongs to another process by now', async () => {
    await hold({ pid: process.pid, host: hostname(), started: 'long ago' });
    await lockDataFolder(folder);
    expect(await readFile(join(folder, 'lock'), 'utf8')).toContain(startMark(process.pid));
  });

  it('takes over from a file that a full disk left empty', async () => {
    await writeFile(join(folder, 'lock'), '');
    await lockDataFolder(folder);
  });

  it('lets one of many take over', async () => {
    await hold({ pid: spawnSync('true').pid, host: hostname(), started: '1' });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(folder)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not judge a process of another machine', async () => {
    await hold({ pid: 1, host: 'elsewhere', started: '1' });
    await expect(lockDataFolder(folder)).rejects.toThrow('on elsewhere');
  });

  const hold = (holder: object): Promise<void> => writeFile(join(folder, 'lock'), JSON.stringify(holder));
});
