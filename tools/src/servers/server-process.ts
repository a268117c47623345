import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endWithParent } from './end-with-parent.ts';

export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A database server that this process started and answers for. */
export interface RunningServer {
  /** Where clients connect, with the password. */
  url: string;
  port: number;
  pid: number;
  /** Settles when the process has ended, whoever ended it. */
  ended: Promise<ProcessEnd>;
  /** Stops it in order and waits for its end; harmless when it has ended. */
  stop(): Promise<void>;
}

export interface ServerCommand {
  command: string;
  args: string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  /** Signals that ask it to end, each with the milliseconds given to it; SIGKILL comes after the last. */
  stopSignals: [signal: NodeJS.Signals, milliseconds: number][];
  /** The output line that says it is ready. */
  readyLine: RegExp;
  readyMilliseconds: number;
  onLine(line: string): void;
}

export type ServerProcess = Pick<RunningServer, 'pid' | 'ended' | 'stop'>;

export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
  readonly lines: readonly string[];

  constructor(message: string, lines: readonly string[]) {
    super(message);
    this.lines = lines;
  }
}

const KEPT_LINES = 20;

/**
 * Starts a server in its own session (a Ctrl-C at the terminal is ours to handle) and answers once it is ready.
 * Throws {@link ServerStartError} with its last lines when it ends, or is not ready in time; then nothing is left.
 */
export async function startServerProcess(server: ServerCommand): Promise<ServerProcess> {
  const child = spawn(server.command, server.args, {
    cwd: server.cwd,
    env: server.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(server.uid === undefined ? {} : { uid: server.uid, gid: server.gid }),
  });
  const lastLines: string[] = [];
  let isReady = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      server.onLine(line);
      if (server.readyLine.test(line)) isReady();
    });
  }
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      lastLines.push(error.message);
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    // "close", not "exit": the last lines are the ones that say why.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const release =
    child.pid === undefined ? () => undefined : endWithParent(child.pid, server.stopSignals[0]?.[0] ?? 'SIGKILL');
  void ended.then(release);

  const stop = async (): Promise<void> => {
    for (const [signal, milliseconds] of server.stopSignals) {
      child.kill(signal);
      if (await endsWithin(ended, milliseconds)) return;
    }
    child.kill('SIGKILL');
    await ended;
  };

  let timer: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    new Promise<'ready'>((resolve) => (isReady = () => resolve('ready'))),
    ended.then(() => 'ended' as const),
    new Promise<'late'>((resolve) => (timer = setTimeout(resolve, server.readyMilliseconds, 'late'))),
  ]);
  clearTimeout(timer);
  if (outcome === 'ready' && child.pid !== undefined) return { pid: child.pid, ended, stop };
  await stop();
  const reason = outcome === 'late' ? `was not ready after ${server.readyMilliseconds / 1000} s` : 'ended at once';
  throw new ServerStartError(`${server.command} ${reason}: ${lastLines.at(-1) ?? 'no output'}`, lastLines);
}

async function endsWithin(ended: Promise<ProcessEnd>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, milliseconds, false)));
  const isEnded = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}
