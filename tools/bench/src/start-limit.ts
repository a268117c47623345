import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchLimit } from './bench-table.ts';
import { startSystem } from './started-system.ts';

const START_LIMIT_SECONDS = 10;
const MEMORY_LIMIT_MB = 1_024;
/** Every process below these, themselves included. */
const withDescendants = (roots: readonly number[]): Set<number> => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // ended meanwhile
    }
  }
  const found = new Set(roots);
  for (let grew = true; grew;) {
    grew = false;
    for (const [pid, parent] of parents) {
      if (found.has(parent) && !found.has(pid)) grew = Boolean(found.add(pid));
    }
  }
  return found;
};

/** Memory of these processes in MB; pages that they share are counted once (Pss). Linux only. */
const residentMb = (pids: Iterable<number>): number => {
  let kilobytes = 0;
  for (const pid of pids) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // ended meanwhile
    }
  }
  return kilobytes / 1_024;
};

/** A warm `npm start` (built, data folder there) to a green health, and what everything takes in memory then. */
export const measureStart = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-start-'));
  // Started by root, Postgres runs as another user, who has to pass through.
  await chmod(dataDir, 0o711);
  try {
    await (await startSystem(dataDir)).stop();
    const seconds: number[] = [];
    const memory: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const system = await startSystem(dataDir);
      seconds.push(system.seconds);
      if (process.platform === 'linux')
        memory.push(residentMb(withDescendants([system.run.pid, ...system.run.processes.map(({ pid }) => pid)])));
      await system.stop();
    }
    return [
      { what: 'warm start to a green /api/health', unit: 's', values: seconds, atMost: START_LIMIT_SECONDS },
      ...(memory.length === 0
        ? []
        : [{ what: 'memory of everything, shared pages once', unit: 'MB', values: memory, atMost: MEMORY_LIMIT_MB }]),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};
