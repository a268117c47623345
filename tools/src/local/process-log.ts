import { join } from 'node:path';
import { LogFile } from './log-file.ts';
import { readLogLine } from './log-line.ts';

/** Shown errors of one process in a row, after which the rest stays in its file for a while. */
const BURST = 5;
const BURST_MILLISECONDS = 10_000;

export interface ProcessLogOptions {
  name: string;
  folder: string;
  isVerbose: boolean;
  print: (line: string) => void;
}

/** The output of one process: all of it goes into its log file, its errors (or everything) also onto the console. */
export class ProcessLog {
  readonly path: string;
  /** The newest line that says what went wrong, or the newest of all. */
  lastProblem = '';
  private hasError = false;
  private shown = 0;
  private burstEnds = 0;
  private readonly options: ProcessLogOptions;
  private readonly file: LogFile;

  constructor(options: ProcessLogOptions) {
    this.options = options;
    this.path = join(options.folder, `${options.name}.log`);
    this.file = new LogFile(this.path);
  }

  line(text: string): void {
    this.file.line(text);
    const { level, text: said, details } = readLogLine(text);
    // The trace below an error says less than its first line.
    const isTrace = /^\s+(at |\^)|^Node\.js v|^\s*$/.test(text);
    const isError = level === 'error' || level === 'fatal' || /^\w*Error\b/.test(text);
    if (isError || (!this.hasError && !isTrace)) this.lastProblem = said;
    this.hasError ||= isError;
    // A fatal line is shown with the end that follows it.
    if (this.options.isVerbose || (level === 'error' && this.isWithinBurst())) {
      this.options.print(`${this.options.name.padEnd(16)} ${said}${details === '' ? '' : ` ${details}`}`);
    }
  }

  /** Before it is started again. */
  forgetProblem(): void {
    this.lastProblem = '';
    this.hasError = false;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private isWithinBurst(): boolean {
    const now = Date.now();
    if (now > this.burstEnds) {
      this.burstEnds = now + BURST_MILLISECONDS;
      this.shown = 0;
    }
    this.shown += 1;
    if (this.shown === BURST + 1) this.options.print(`${this.options.name.padEnd(16)} … more in ${this.path}`);
    return this.shown <= BURST;
  }
}
