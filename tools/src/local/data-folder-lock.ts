import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { isAlive, startMark } from '../process/process-owner.ts';
import { SetupError } from '../setup-error.ts';

interface Holder {
  pid: number;
  host: string;
  /** Distinguishes a process from a later one with the same number; empty where the system does not provide it. */
  started: string;
}

/** How long the taking-over of a dead holder's lock may last before it counts as dead itself. */
const TAKEOVER_MILLISECONDS = 10_000;

/**
 * Makes `dataDir` this process's alone; the returned function gives it back. A lock whose holder is dead is taken over.
 * Throws {@link SetupError} naming the holder when it lives.
 */
export const lockDataFolder = async (dataDir: string): Promise<() => Promise<void>> => {
  // Open to pass through when root starts it: PostgreSQL then runs as another user, in a folder below.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = join(dataDir, 'lock');
  const mine = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const holder: Holder = { pid: process.pid, host: hostname(), started: startMark(process.pid) };
  await writeFile(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    // A link appears with its content and fails when the name is there: the lock is never seen half written.
    if (!(await placed(mine, file))) await takeOver(mine, file, dataDir);
  } finally {
    await rm(mine, { force: true });
  }
  return () => rm(file, { force: true });
};

const takeOver = async (mine: string, file: string, dataDir: string): Promise<void> => {
  // Two starts may both find the holder dead; one of them goes on.
  const turn = `${file}.takeover`;
  if (!(await placed(mine, turn))) {
    const age = Date.now() - ((await stat(turn).catch(() => undefined))?.mtimeMs ?? 0);
    if (age < TAKEOVER_MILLISECONDS)
      throw new SetupError(`Another start is taking over ${dataDir}; try again in a moment.`);
    await rm(turn, { force: true });
    return takeOver(mine, file, dataDir);
  }
  try {
    const holder = await readHolder(file);
    if (holder !== undefined && holder.host !== hostname()) {
      throw new SetupError(
        `${dataDir} is in use by process ${holder.pid} on ${holder.host}. If that is over, delete ${file}.`,
      );
    }
    if (holder !== undefined && isAlive(holder.pid) && startMark(holder.pid) === holder.started) {
      throw new SetupError(
        `Lectern already runs on ${dataDir} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await rename(mine, file);
  } finally {
    await rm(turn, { force: true });
  }
};

const placed = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

const readHolder = async (file: string): Promise<Holder | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};
