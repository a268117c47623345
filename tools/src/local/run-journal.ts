import { removeRunFile, type RunFile, type RunningProcess, writeRunFile } from './run-file.ts';

/** Keeps the run file true while processes come and go. */
export class RunJournal {
  private readonly path: string;
  private run: RunFile | undefined;
  private readonly processes = new Map<string, RunningProcess>();
  private writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  begin(run: Omit<RunFile, 'processes'>): void {
    this.run = { ...run, processes: [] };
    this.write();
  }

  status(status: RunFile['status']): void {
    if (this.run !== undefined) this.run.status = status;
    this.write();
  }

  /** Adds a process, or notes what has changed about it. */
  process(name: string, change: Partial<RunningProcess>): void {
    const known = this.processes.get(name) ?? { name, pid: 0, restarts: 0, mark: '', logFile: '' };
    this.processes.set(name, { ...known, ...change });
    this.write();
  }

  async end(): Promise<void> {
    this.run = undefined;
    await this.writing;
    await removeRunFile(this.path);
  }

  private write(): void {
    this.writing = this.writing.then(async () => {
      if (this.run === undefined) return;
      await writeRunFile(this.path, { ...this.run, processes: [...this.processes.values()] }).catch(() => undefined);
    });
  }
}
