import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../process/process-owner.ts';
import { type RunFile, runFilePath, waitForRun } from '../run-file.ts';

const PROGRAM = join(import.meta.dirname, 'fake-system.ts');

/** One run of `fake-system.ts` as a child process. */
export class FakeSystemRun {
  readonly dataDir: string;
  readonly ended: Promise<number | null>;
  output = '';
  private readonly child: ChildProcess;
  private readonly isDirect: boolean;

  constructor(dataDir: string, env: Record<string, string> = {}, how?: 'through a shell') {
    this.dataDir = dataDir;
    const command = [process.execPath, '--import', 'tsx', PROGRAM];
    // The second command keeps the shell from becoming the first.
    const line = ['/bin/sh', '-c', '"$@"; exit $?', 'sh', ...command];
    this.isDirect = how === undefined;
    const [program = '', ...args] = this.isDirect ? command : line;
    this.child = spawn(program, args, {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Ends in the test's own time limit when it never comes. */
  until(isAsked: (run: RunFile) => boolean): Promise<RunFile> {
    const early = new AbortController();
    void this.ended.then(() => early.abort(new Error(`The system ended early:\n${this.output}`)));
    // A killed run leaves its file until the next one begins.
    const isOurs = (run: RunFile): boolean => (!this.isDirect || run.pid === this.child.pid) && isAsked(run);
    return waitForRun(runFilePath(this.dataDir), isOurs, early.signal);
  }

  ready(): Promise<RunFile> {
    return this.until((run) => run.status === 'ready');
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Starts and stops of the fake services, in order. */
  async journal(): Promise<string[]> {
    return (await readFile(join(this.dataDir, 'journal'), 'utf8')).trim().split('\n');
  }
}

export const processNamed = (run: RunFile, name: string): RunFile['processes'][number] => {
  const found = run.processes.find((process) => process.name === name);
  if (found === undefined) throw new Error(`No process ${name} in the run`);
  return found;
};

/** Waits until none of the run's processes lives. */
export const untilAllGone = async (run: RunFile): Promise<void> => {
  const pids = run.processes.map(({ pid }) => pid).filter((pid) => pid > 0);
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
};
