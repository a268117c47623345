import { join } from 'node:path';
import { ProcessStartError, startProcess, type StartedProcess } from '../process/started-process.ts';
import { type RestartPause, SupervisedProcess } from '../process/supervised-process.ts';
import { SetupError } from '../setup-error.ts';
import { answersOk } from './ask-http.ts';
import { ProcessLog } from './process-log.ts';
import type { ProcessSpec } from './process-plan.ts';
import { type ProgressPrinter, seconds } from './progress-printer.ts';
import type { RunJournal } from './run-journal.ts';

export type Stage = ProcessSpec['stage'] | 'server';

interface Entry {
  name: string;
  stage: Stage;
  supervised: Pick<SupervisedProcess<StartedProcess>, 'stop' | 'kill' | 'replace'>;
  log: ProcessLog;
}

export interface Supervised<P extends StartedProcess> {
  name: string;
  stage: Stage;
  attempts: number;
  mark: string;
  opsUrl?: string;
  pause?: RestartPause;
  launch: (watch: Watch) => Promise<P>;
}

/** The arguments of a launch. */
export interface Watch {
  signal: AbortSignal;
  onLine: (line: string) => void;
  onPid: (pid: number) => void;
}

/** Of sysexits.h: the configuration is at fault, so starting again does not help. */
const EX_CONFIG = 78;

/** In this order, all of a stage at the same time. */
const STOP_ORDER: Stage[] = ['gateway', 'service', 'sandbox', 'server'];

export interface SystemProcessesOptions {
  logFolder: string;
  isVerbose: boolean;
  printer: ProgressPrinter;
  journal: RunJournal;
  pause?: RestartPause;
  /** A Node process that crashed waits until it is replaced. */
  isReloading?: boolean;
}

const UNTIL_REPLACED: RestartPause = { first: Infinity, longest: Infinity, calm: Infinity };

/** All processes of the local system: started, watched, shown, started again, stopped in order. */
export class SystemProcesses {
  private readonly options: SystemProcessesOptions;
  private readonly entries: Entry[] = [];
  private isStopping = false;

  constructor(options: SystemProcessesOptions) {
    this.options = options;
  }

  /** Returns when it is ready. Throws a {@link SetupError} with its last words when it does not get there. */
  async start<P extends StartedProcess>(spec: Supervised<P>): Promise<P> {
    const { printer, journal, logFolder, isVerbose } = this.options;
    const { name } = spec;
    if (this.isStopping) throw new Error(`${name} is not started: everything is being stopped`);
    const log = new ProcessLog({
      name,
      folder: logFolder,
      isVerbose,
      print: (line) => printer.line(`  ${line}`),
    });
    let crashedAt = 0;
    journal.process(name, { mark: spec.mark, logFile: log.path, opsUrl: spec.opsUrl });
    const supervised = new SupervisedProcess<P>({
      attempts: spec.attempts,
      pause: spec.pause ?? this.options.pause,
      launch: (signal) =>
        spec.launch({
          signal,
          onLine: (line) => log.line(line),
          onPid: (pid) => journal.process(name, { pid }),
        }),
      onCrash: (crash) => {
        crashedAt = Date.now();
        journal.process(name, { pid: 0, lastEnd: crash.reason });
        const said = log.lastProblem === '' ? '' : `: ${log.lastProblem}`;
        printer.problem(`${name} ended (${crash.reason})${said}`);
        const again = crash.pause === Infinity ? 'when its source changes' : `in ${seconds(crash.pause)}`;
        printer.line(`    log: ${log.path}; starting again ${again}`);
        log.forgetProblem();
      },
      onReady: (restarts) => {
        if (restarts === 0) return;
        journal.process(name, { restarts });
        printer.line(`  ${name} runs again, ${seconds(Date.now() - crashedAt)} later`);
      },
    });
    this.entries.push({ name, stage: spec.stage, supervised, log });
    try {
      return await supervised.start();
    } catch (error) {
      if (!(error instanceof ProcessStartError)) throw error;
      throw new SetupError(`${name} did not start (${error.reason}): ${log.lastProblem}\nIts log: ${log.path}`);
    }
  }

  /** Replaces a process that has started. Returns whether it is ready: it may have crashed, or been replaced again. */
  async replace(name: string): Promise<boolean> {
    const entry = this.entries.find((it) => it.name === name);
    return entry !== undefined && (await entry.supervised.replace());
  }

  /** One Node process of the plan. */
  startNode(spec: ProcessSpec, inherited: NodeJS.ProcessEnv): Promise<StartedProcess> {
    return this.start({
      ...spec,
      attempts: 3,
      pause: this.options.isReloading === true ? UNTIL_REPLACED : undefined,
      mark: spec.entry,
      launch: async (watch) => {
        try {
          return await startProcess({
            command: process.execPath,
            args: [...spec.nodeFlags, spec.entry, ...(spec.args ?? [])],
            env: { ...inherited, ...spec.env },
            stopSignals: [['SIGTERM', spec.stopMilliseconds]],
            ready: () => answersOk(spec.readyUrl),
            readyMilliseconds: 60_000,
            ...watch,
          });
        } catch (error) {
          const isConfiguration = error instanceof ProcessStartError && error.reason === `exit code ${EX_CONFIG}`;
          if (!isConfiguration) throw error;
          throw new SetupError(`${spec.name} refuses its configuration:\n${error.lines.join('\n')}`);
        }
      },
    });
  }

  /** Stops everything in order and waits until it has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const stage of STOP_ORDER) {
      await Promise.all(
        this.entries.filter((it) => it.stage === stage).map(({ name, supervised }) => this.stopOne(name, supervised)),
      );
    }
    await Promise.all(this.entries.map(({ log }) => log.close()));
  }

  kill(): void {
    for (const { supervised } of this.entries) supervised.kill();
  }

  private async stopOne(name: string, supervised: Entry['supervised']): Promise<void> {
    await this.options.printer.step(`${name} stopped`, supervised.stop());
    this.options.journal.process(name, { pid: 0 });
  }
}

export const logFolderOf = (dataDir: string): string => {
  return join(dataDir, 'logs');
};
