import { describe, expect, it } from 'vitest';
import { efficienciesOf, efficiencyOf, formatScale, LOAD_GENERATOR, type ScaleRun } from './scale-table.ts';

const run = (replicas: number, perSecond: number, more: Partial<ScaleRun> = {}): ScaleRun => ({
  replicas,
  perSecond,
  perCoreSecond: perSecond / (replicas / 10),
  shares: Array.from({ length: replicas }, () => 1 / replicas),
  cores: { billing: replicas / 10, [LOAD_GENERATOR]: 0.04, postgres: 0.2, content: 0.01 },
  machineBusy: 0.5,
  ...more,
});

describe('the efficiency of more replicas', () => {
  it('is 1 when each does as much as one alone', () => {
    expect(efficiencyOf(run(4, 400), run(1, 100))).toBe(1);
  });

  it('falls with what they lose to each other', () => {
    expect(efficiencyOf(run(4, 300), run(1, 100))).toBe(0.75);
    expect(efficiencyOf(run(2, 100), run(1, 100))).toBe(0.5);
  });

  it('is reckoned within each repetition, so that a slow quarter of an hour slows both sides', () => {
    expect(
      efficienciesOf(
        [
          [run(1, 100), run(4, 400)],
          [run(1, 50), run(4, 150)],
        ],
        4,
      ),
    ).toEqual([1, 0.75]);
  });

  it('needs a measurement with a single replica', () => {
    expect(() => efficienciesOf([[run(4, 400)]], 4)).toThrow('has not measured 4 replicas beside one');
  });
});

describe('the table of replicas', () => {
  it('shows the spread of repetitions, who was busy, and how evenly the work was shared', () => {
    const table = formatScale('requests/s', 'billing', [
      [run(1, 100, { p50Ms: 10, p99Ms: 40 }), run(2, 190, { p50Ms: 6, p99Ms: 22, shares: [0.4, 0.6] })],
      [run(1, 110, { p50Ms: 12, p99Ms: 44 }), run(2, 220, { p50Ms: 5, p99Ms: 20 })],
      [run(1, 105, { p50Ms: 11, p99Ms: 42 }), run(2, 200, { p50Ms: 7, p99Ms: 21 })],
    ]);
    expect(table.split('\n')).toEqual([
      '| replicas | requests/s | efficiency | requests/s for each core it used | p50, ms | p99, ms | share of each | cores: billing | cores: load generator | cores: postgres | machine busy |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| 1 | 100 / **105** / 110 | 1.00 / **1.00** / 1.00 | 1,000 / **1,050** / 1,100 | 10 / **11** / 12 | 40 / **42** / 44 |  | 0.10 | 0.04 | 0.20 | 50% |',
      '| 2 | 190 / **200** / 220 | 0.95 / **0.95** / 1.00 | 950 / **1,000** / 1,100 | 5.00 / **6.00** / 7.00 | 20 / **21** / 22 | 40 to 60% | 0.20 | 0.04 | 0.20 | 50% |',
    ]);
  });

  it('leaves the times of emails out', () => {
    expect(formatScale('emails/s', 'billing', [[run(1, 500)]]).split('\n')[2]).toBe(
      '| 1 | **500** | **1.00** | **5,000** |  |  |  | 0.10 | 0.04 | 0.20 | 50% |',
    );
  });
});
