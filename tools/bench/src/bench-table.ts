import { type Spread, spreadOf } from '@lectern/tools/measured/spread';

/** One line of the table: what was measured beside its control, in the same run. */
export interface BenchRow {
  readonly what: string;
  /** Unit of `ours` and `control`, such as "calls/s". */
  readonly unit: string;
  readonly controlName: string;
  /** One pair for each repetition, measured right after each other. */
  readonly repetitions: readonly { readonly ours: number; readonly control: number }[];
  /** The smallest ratio of ours to the control that is good enough. */
  readonly targetRatio: number;
}

/** One line that has no control, only a limit. */
export interface BenchLimit {
  readonly what: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly atMost: number;
}

/** Whether the middle ratio reaches the target. */
export const isReached = (row: BenchRow): boolean => ratiosOf(row).median >= row.targetRatio;

const ratiosOf = (row: BenchRow): Spread => spreadOf(row.repetitions.map(({ ours, control }) => ours / control));

const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);

/** Whether the middle value stays within the limit. */
export const isWithin = (limit: BenchLimit): boolean => spreadOf(limit.values).median <= limit.atMost;

/** Limits as Markdown. */
export const formatLimits = (limits: readonly BenchLimit[]): string => {
  const lines = limits.map((limit) => {
    const { min, median, max } = spreadOf(limit.values);
    const spread = `${rounded(min)} / **${rounded(median)}** / ${rounded(max)} ${limit.unit}`;
    return `| ${limit.what} | ${spread} | ≤ ${limit.atMost} ${limit.unit} | ${isWithin(limit) ? 'yes' : 'NO'} |`;
  });
  return ['| what | min / median / max | limit | kept |', '| --- | --- | --- | --- |', ...lines].join('\n');
};

/** The table as Markdown, ratios as minimum, median and maximum over the repetitions. */
export const formatTable = (rows: readonly BenchRow[]): string => {
  const lines = rows.map((row) => {
    const ours = spreadOf(row.repetitions.map((pair) => pair.ours)).median;
    const control = spreadOf(row.repetitions.map((pair) => pair.control)).median;
    const { min, median, max } = ratiosOf(row);
    const ratio = `${min.toFixed(2)} / **${median.toFixed(2)}** / ${max.toFixed(2)}`;
    return `| ${row.what} | ${rounded(ours)} ${row.unit} | ${row.controlName}: ${rounded(control)} ${row.unit} | ${ratio} | ≥ ${row.targetRatio} | ${isReached(row) ? 'yes' : 'NO'} |`;
  });
  return [
    '| what | ours (median) | control (median) | ratio min / median / max | target | reached |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
};
