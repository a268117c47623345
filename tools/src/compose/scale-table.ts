import { spreadOf } from '../measured/spread.ts';

/** The throughput of this many replicas of a service under the load, once. */
export interface ScaleRun {
  readonly replicas: number;
  readonly perSecond: number;
  /** How much the service did for each second that it kept a core busy. */
  readonly perCoreSecond: number;
  /** Of requests alone. */
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** How much each replica did of all, as parts of 1. None where that is not counted. */
  readonly shares: readonly number[];
  /** How many cores each part of the system kept busy; the loads' own under {@link LOAD_GENERATOR}. */
  readonly cores: Readonly<Record<string, number>>;
  /** How much of all cores of the machine was busy, with whatever else ran. */
  readonly machineBusy: number;
}

export const LOAD_GENERATOR = 'load generator';

/** Runs of one repetition, made right after each other. One of them is of a single replica. */
export type ScaleRepetition = readonly ScaleRun[];

/** The throughput of several replicas as a share of as many times a single one's: 1 is the maximum. */
export const efficiencyOf = (
  run: Pick<ScaleRun, 'replicas' | 'perSecond'>,
  single: Pick<ScaleRun, 'perSecond'>,
): number => run.perSecond / (run.replicas * single.perSecond);

/** The efficiency of each repetition with so many replicas, beside the single replica of the same repetition. */
export const efficienciesOf = (repetitions: readonly ScaleRepetition[], replicas: number): number[] =>
  repetitions.map((runs) => {
    const [run, single] = [replicas, 1].map((count) => runs.find((it) => it.replicas === count));
    if (run === undefined || single === undefined)
      throw new Error(`A repetition has not measured ${replicas} replicas beside one`);
    return efficiencyOf(run, single);
  });

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value >= 10 ? value.toFixed(0) : value.toFixed(2);
const spread = (values: readonly number[]): string => {
  const { min, median, max } = spreadOf(values);
  return values.length === 1 ? `**${number(median)}**` : `${number(min)} / **${number(median)}** / ${number(max)}`;
};
const optionalSpread = (values: readonly (number | undefined)[]): string => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? '' : spread(known);
};

/** A process that keeps less than this busy limits nothing. */
const IDLE_CORES = 0.05;

/**
 * A service's runs as Markdown: minimum, **middle** and maximum of the repetitions; cores are the middle ones, its own, the load generator's,
 * and those of every part that did something.
 */
export const formatScale = (unit: string, service: string, repetitions: readonly ScaleRepetition[]): string => {
  const counts = repetitions[0]?.map(({ replicas }) => replicas) ?? [];
  const all = repetitions.flat().map(({ cores }) => cores);
  const others = [...new Set(all.flatMap((cores) => Object.keys(cores)))].filter(
    (part) => part !== service && part !== LOAD_GENERATOR && all.some((cores) => (cores[part] ?? 0) >= IDLE_CORES),
  );
  const parts = [service, LOAD_GENERATOR, ...others];
  const lines = counts.map((count) => {
    const runs = repetitions.map((repetition) => repetition.find(({ replicas }) => replicas === count)!);
    const shares = runs.flatMap((run) => run.shares);
    const cores = parts.map((part) => spreadOf(runs.map((run) => run.cores[part] ?? 0)).median.toFixed(2));
    return `| ${[
      count,
      spread(runs.map((run) => run.perSecond)),
      spread(efficienciesOf(repetitions, count)),
      spread(runs.map((run) => run.perCoreSecond)),
      optionalSpread(runs.map((run) => run.p50Ms)),
      optionalSpread(runs.map((run) => run.p99Ms)),
      count === 1 || shares.length === 0
        ? ''
        : `${(Math.min(...shares) * 100).toFixed(0)} to ${(Math.max(...shares) * 100).toFixed(0)}%`,
      ...cores,
      `${(spreadOf(runs.map((run) => run.machineBusy)).median * 100).toFixed(0)}%`,
    ].join(' | ')} |`;
  });
  const head = [
    'replicas',
    unit,
    'efficiency',
    `${unit} for each core it used`,
    'p50, ms',
    'p99, ms',
    'share of each',
    ...parts.map((part) => `cores: ${part}`),
    'machine busy',
  ];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
};
