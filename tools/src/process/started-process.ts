import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endWithParent } from './end-with-parent.ts';

export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that we started and answer for. */
export interface StartedProcess {
  pid: number;
  /** Settles when it has ended, for whatever reason, and its last line was read. */
  ended: Promise<ProcessEnd>;
  /** Stops it in order, with its time limits, and waits for its end; harmless when it has ended. */
  stop(): Promise<void>;
  /** Ends it immediately, with its children. */
  kill(): void;
}

/** A database server, with the address for its clients, password included. */
export interface RunningServer extends StartedProcess {
  url: string;
  port: number;
}

export interface ProcessCommand {
  command: string;
  args: string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  /** Signals that ask it to end, each with the milliseconds given to it; SIGKILL comes after the last. */
  stopSignals: [first: StopSignal, ...more: StopSignal[]];
  /** How it is known to be ready: a line of its output, or a question to ask until it answers true. */
  ready: RegExp | (() => Promise<boolean>);
  readyMilliseconds: number;
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Ends it while it starts; once it is ready, `stop` does. */
  signal?: AbortSignal;
  /** Called as soon as it runs, ready or not. */
  onPid?: (pid: number) => void;
}

type StopSignal = [signal: NodeJS.Signals, milliseconds: number];

/** It ended before it was ready, or was not ready in time; nothing of it is left. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
  /** "exit code 1", "SIGKILL", "not ready after 60 s". */
  readonly reason: string;
  /** The last lines of its output, newest last. */
  readonly lines: readonly string[];

  constructor(command: string, reason: string, lines: readonly string[]) {
    super(`${command}: ${reason}: ${lines.at(-1) ?? 'no output'}`);
    this.reason = reason;
    this.lines = lines;
  }
}

const KEPT_LINES = 20;
const ASK_EVERY_MILLISECONDS = 50;

/**
 * Starts a process in its own session (a Ctrl-C at the terminal is ours to handle) and answers once it is ready. It
 * ends when this process is gone. Throws {@link ProcessStartError} otherwise.
 */
export const startProcess = async (options: ProcessCommand): Promise<StartedProcess> => {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  });
  const { pid } = child;
  const lastLines: string[] = [];
  let isReady = (): void => undefined;
  for (const stream of ['stdout', 'stderr'] as const) {
    createInterface({ input: child[stream] }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      options.onLine(line, stream);
      if (options.ready instanceof RegExp && options.ready.test(line)) isReady();
    });
  }
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      lastLines.push(error.message);
      if (pid === undefined) resolve({ code: null, signal: null });
    });
    // "close", not "exit": the last lines are the ones that say why.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  if (pid !== undefined) {
    void ended.then(endWithParent(pid, options.stopSignals[0][0]));
    options.onPid?.(pid);
  }
  const kill = (): void => {
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  const stop = async (): Promise<void> => {
    for (const [signal, milliseconds] of options.stopSignals) {
      child.kill(signal);
      if (await settlesWithin(ended, milliseconds)) return;
    }
    kill();
    await ended;
  };

  const readyBy = Date.now() + options.readyMilliseconds;
  let end: ProcessEnd | undefined;
  void ended.then((it) => (end = it));
  const ready =
    options.ready instanceof RegExp
      ? new Promise<void>((resolve) => (isReady = resolve))
      : askUntilTrue(options.ready, () => end !== undefined || Date.now() > readyBy);
  const aborted = new Promise<void>((resolve) => {
    if (options.signal?.aborted === true) resolve();
    options.signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await settlesWithin(Promise.race([ready, ended, aborted]), options.readyMilliseconds);
  const isStarted = end === undefined && options.signal?.aborted !== true && (await settlesWithin(ready, 0));
  if (isStarted && pid !== undefined) return { pid, ended, stop, kill };
  const reason = end === undefined ? `not ready after ${options.readyMilliseconds / 1000} s` : describeEnd(end);
  await stop();
  options.signal?.throwIfAborted();
  throw new ProcessStartError(options.command, reason, lastLines);
};

/** "exit code 1", or the signal's name. */
export const describeEnd = ({ code, signal }: ProcessEnd): string => {
  return signal ?? (code === null ? 'could not be started' : `exit code ${code}`);
};

const askUntilTrue = async (ask: () => Promise<boolean>, giveUp: () => boolean): Promise<void> => {
  while (!(await ask())) {
    if (giveUp()) return new Promise(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MILLISECONDS));
  }
};

const settlesWithin = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, milliseconds, false)));
  const isSettled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isSettled;
};
