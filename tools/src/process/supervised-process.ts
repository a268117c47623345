import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../error-code.ts';
import { SetupError } from '../setup-error.ts';
import { describeEnd, ProcessStartError, type StartedProcess } from './started-process.ts';

export interface SupervisionOptions<P extends StartedProcess> {
  /** Starts it and waits until it is ready; ends the attempt when the signal comes. */
  launch: (signal: AbortSignal) => Promise<P>;
  /** How often the first start is tried before it is given up. */
  attempts: number;
  onCrash: (crash: Crash) => void;
  /** It is ready, again after `restarts` crashes. */
  onReady?: (restarts: number) => void;
  pause?: RestartPause;
}

export interface Crash {
  /** "exit code 1", "SIGKILL", or why it did not get ready. */
  reason: string;
  /** Milliseconds until it is started again. */
  pause: number;
}

/**
 * Milliseconds: the first pause doubles with each crash up to the longest, until one has been ready for `calm`.
 * `Infinity`: until it is replaced.
 */
export interface RestartPause {
  first: number;
  longest: number;
  calm: number;
}

/**
 * The longest pause is short: every replica of a service may be waiting, and then nobody is served. After ten seconds of running,
 * the pause starts again at the shortest, as in Docker's restart policies (https://docs.docker.com/engine/containers/start-containers-automatically/).
 */
export const RESTART_PAUSE: RestartPause = { first: 1_000, longest: 5_000, calm: 10_000 };

/** Keeps one process running: restarts it when it ends unexpectedly, after a growing pause, until it is stopped. */
export class SupervisedProcess<P extends StartedProcess> {
  private readonly options: SupervisionOptions<P>;
  private readonly pause: RestartPause;
  private readonly stopping = new AbortController();
  /** Ends the launch or the pause of one that is replaced. */
  private replacing = new AbortController();
  private current: P | undefined;
  private launching: Promise<unknown> = Promise.resolve();
  private restarts = 0;
  private nextPause: number;

  constructor(options: SupervisionOptions<P>) {
    this.options = options;
    this.pause = options.pause ?? RESTART_PAUSE;
    this.nextPause = this.pause.first;
  }

  /** Returns when it is ready. Throws the last attempt's error, and a {@link SetupError} immediately: a retry would not help. */
  async start(): Promise<P> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.launch();
      } catch (error) {
        if (this.stopping.signal.aborted || error instanceof SetupError || attempt >= this.options.attempts)
          throw error;
        await this.pauseAfter(reasonOf(error));
      }
    }
  }

  /** Stops it, whatever it is doing, and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.launching.catch(() => undefined);
    await this.current?.stop();
  }

  /** Starts it again without a pause, whatever it is doing. Returns whether it is ready: it may have crashed, or been replaced again. */
  async replace(): Promise<boolean> {
    this.replacing.abort();
    const replacing = new AbortController();
    this.replacing = replacing;
    await this.launching.catch(() => undefined);
    const old = this.current;
    this.current = undefined;
    await old?.stop();
    if (this.stopping.signal.aborted || replacing.signal.aborted) return false;
    try {
      await this.launch();
      return true;
    } catch (error) {
      void this.restart(reasonOf(error), replacing.signal);
      return false;
    }
  }

  kill(): void {
    this.stopping.abort();
    this.current?.kill();
  }

  private async launch(): Promise<P> {
    const replaced = this.replacing.signal;
    const launching = this.options.launch(AbortSignal.any([this.stopping.signal, replaced]));
    this.launching = launching;
    const process = await launching;
    this.current = process;
    const readySince = Date.now();
    void process.ended.then((end) => {
      if (this.current !== process) return;
      this.current = undefined;
      if (Date.now() - readySince >= this.pause.calm) this.nextPause = this.pause.first;
      void this.restart(describeEnd(end), replaced);
    });
    this.options.onReady?.(this.restarts);
    return process;
  }

  private async restart(reason: string, replaced: AbortSignal): Promise<void> {
    if (this.stopping.signal.aborted || replaced.aborted) return;
    try {
      await this.pauseAfter(reason);
      await this.launch();
    } catch (error) {
      return this.restart(reasonOf(error), replaced);
    }
  }

  private async pauseAfter(reason: string): Promise<void> {
    const pause = this.nextPause;
    this.nextPause = Math.min(pause * 2, this.pause.longest);
    this.restarts += 1;
    this.options.onCrash({ reason, pause });
    const signal = AbortSignal.any([this.stopping.signal, this.replacing.signal]);
    signal.throwIfAborted();
    await (pause === Infinity ? once(signal, 'abort') : delay(pause, undefined, { signal }));
    signal.throwIfAborted();
  }
}

const reasonOf = (error: unknown): string => {
  return error instanceof ProcessStartError ? error.reason : errorMessage(error);
};
