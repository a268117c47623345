import { describe, expect, it } from 'vitest';
import { SetupError } from '../setup-error.ts';
import type { ProcessEnd, StartedProcess } from './started-process.ts';
import { SupervisedProcess, type RestartPause } from './supervised-process.ts';

/** A process that ends when the test says so. */
class FakeProcess implements StartedProcess {
  pid = 1;
  isStopped = false;
  end: (end: ProcessEnd) => void = () => undefined;
  ended = new Promise<ProcessEnd>((resolve) => (this.end = resolve));

  async stop(): Promise<void> {
    this.isStopped = true;
    this.end({ code: 0, signal: null });
  }

  kill(): void {
    this.end({ code: null, signal: 'SIGKILL' });
  }
}

/** Supervises fakes; `outcomes` is the outcome of each launch, in turn (a fake when there is none). */
const supervise = (outcomes: Error[] = [], attempts = 1, pause: Partial<RestartPause> = {}) => {
  const launched: FakeProcess[] = [];
  const crashes: string[] = [];
  let wake = (): void => undefined;
  const supervised = new SupervisedProcess<FakeProcess>({
    attempts,
    pause: { first: 1, longest: 4, calm: 60_000, ...pause },
    launch: async () => {
      const failure = outcomes.shift();
      if (failure !== undefined) throw failure;
      const process = new FakeProcess();
      launched.push(process);
      return process;
    },
    onCrash: ({ reason, pause: milliseconds }) => crashes.push(`${reason}, ${milliseconds}`),
    onReady: () => wake(),
  });
  const crash = async (end: ProcessEnd): Promise<void> => {
    const ready = new Promise<void>((resolve) => (wake = resolve));
    launched.at(-1)?.end(end);
    await ready;
  };
  return { supervised, launched, crashes, crash };
};

describe('SupervisedProcess', () => {
  it('restarts a process that ends unexpectedly, after a pause that doubles up to the longest', async () => {
    const { supervised, launched, crashes, crash } = supervise();
    await supervised.start();
    for (let count = 0; count < 4; count += 1) await crash({ code: 1, signal: null });
    expect(launched).toHaveLength(5);
    expect(crashes).toEqual(['exit code 1, 1', 'exit code 1, 2', 'exit code 1, 4', 'exit code 1, 4']);
    await supervised.stop();
  });

  it('forgets earlier crashes once a process stayed up', async () => {
    const { supervised, crashes, crash } = supervise([], 1, { calm: 0 });
    await supervised.start();
    await crash({ code: null, signal: 'SIGSEGV' });
    await crash({ code: null, signal: 'SIGSEGV' });
    expect(crashes).toEqual(['SIGSEGV, 1', 'SIGSEGV, 1']);
    await supervised.stop();
  });

  it('does not restart a process that was stopped on request', async () => {
    const { supervised, launched, crashes } = supervise();
    await supervised.start();
    await supervised.stop();
    expect(launched.map(({ isStopped }) => isStopped)).toEqual([true]);
    expect(crashes).toEqual([]);
  });

  it('gives up the first start after its attempts, with the last reason', async () => {
    const { supervised, crashes } = supervise([new Error('one'), new Error('two'), new Error('three')], 2);
    await expect(supervised.start()).rejects.toThrow('two');
    expect(crashes).toEqual(['one, 1']);
  });

  it('does not repeat a start that this machine does not allow', async () => {
    const { supervised, crashes } = supervise([new SetupError('no Redis')], 3);
    await expect(supervised.start()).rejects.toThrow('no Redis');
    expect(crashes).toEqual([]);
  });

  it('is replaced on request, which is no crash', async () => {
    const { supervised, launched, crashes } = supervise();
    await supervised.start();
    expect(await supervised.replace()).toBe(true);
    expect(launched.map(({ isStopped }) => isStopped)).toEqual([true, false]);
    expect(crashes).toEqual([]);
    await supervised.stop();
    expect(launched.map(({ isStopped }) => isStopped)).toEqual([true, true]);
  });

  it('with an endless pause waits after a crash until it is replaced', async () => {
    const outcomes: Error[] = [];
    const { supervised, launched, crashes } = supervise(outcomes, 1, { first: Infinity, longest: Infinity });
    const first = await supervised.start();
    first.end({ code: 1, signal: null });
    await first.ended;
    outcomes.push(new Error('still broken'));
    expect(await supervised.replace()).toBe(false);
    expect(await supervised.replace()).toBe(true);
    expect(crashes).toEqual(['exit code 1, Infinity', 'still broken, Infinity']);
    expect(launched).toHaveLength(2);
    await supervised.stop();
  });

  it('stops during a pause', async () => {
    const { supervised, launched } = supervise([], 1, { first: 60_000 });
    const process = await supervised.start();
    process.end({ code: 1, signal: null });
    await process.ended;
    await supervised.stop();
    expect(launched).toHaveLength(1);
  });
});
