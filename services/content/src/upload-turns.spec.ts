import { describe, expect, it } from 'vitest';
import { UploadTurns } from './upload-turns.ts';

describe('uploaded pictures', () => {
  it('are drawn one at a time, whatever they are for, and refused where too many wait', async () => {
    const turns = new UploadTurns();
    const begun: number[] = [];
    let fail!: (error: Error) => void;
    const firstEnds = new Promise<never>((_resolve, reject) => (fail = reject));
    const work = (turn: number) => async () => {
      begun.push(turn);
      if (turn === 0) await firstEnds;
      return turn;
    };
    const results = [0, 1, 2, 3].map((turn) => turns.run(work(turn)));
    const settled = Promise.allSettled(results);
    await expect(turns.run(work(4))).rejects.toMatchObject({ code: 'service_unavailable', retryAfter: 10 });
    expect(begun).toEqual([0]);
    fail(new Error('damaged'));
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(await turns.run(work(5))).toBe(5);
  });
});
