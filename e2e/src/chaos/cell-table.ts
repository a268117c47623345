/** The outcome of one fault. */
export interface CellResult {
  readonly fault: string;
  /** Promised and not there. */
  readonly lost: number;
  /** There more than once. */
  readonly doubled: number;
  /** Neither done nor given up. */
  readonly stuck: number;
  /** Sums that do not add up, processes that ended beside the struck one, answers that are failures of ours. */
  readonly wrong: number;
  /** Emails of which it is not known whether they were taken; they are named to administrators. */
  readonly uncertain: number;
  /** How much was promised to people under this fault. */
  readonly promises: number;
  /** From the end of the fault until each kind of request was accepted; infinite when one never was. */
  readonly recoveryMs: number;
  /** The kind of request that was accepted last. */
  readonly recoveredLast: string;
  readonly recoveryLimitMs: number;
  /** From the last person's end until everything had settled. */
  readonly restMs: number;
  /** The findings, in sentences. */
  readonly findings: readonly string[];
  /** Additional measurements, in a sentence. */
  readonly reported?: string;
  /** The refusals that people met meanwhile. */
  readonly refusals: readonly string[];
}

/** Whether nothing was lost, doubled, stuck or wrong, and all came back. */
export const isWhole = ({ lost, doubled, stuck, wrong, recoveryMs }: CellResult): boolean =>
  lost + doubled + stuck + wrong === 0 && Number.isFinite(recoveryMs);

export const isInTime = ({ recoveryMs, recoveryLimitMs }: CellResult): boolean => recoveryMs <= recoveryLimitMs;

const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never');

/** The cells as Markdown; of several rounds, one line each. */
export const formatCells = (results: readonly CellResult[]): string => {
  const lines = results.map((result) => {
    const { fault, promises, lost, doubled, stuck, wrong, uncertain, recoveryMs, recoveryLimitMs, restMs } = result;
    const kept = isWhole(result) && isInTime(result) ? 'yes' : 'NO';
    return `| ${[fault, promises, lost, doubled, stuck, wrong, uncertain, `${seconds(recoveryMs)} (≤ ${recoveryLimitMs / 1_000} s)`, seconds(restMs), kept].join(' | ')} |`;
  });
  return [
    '| fault | promises | lost | doubled | stuck | wrong | uncertain emails | recovery | at rest after | kept |',
    `| ---${' | ---:'.repeat(8)} | --- |`,
    ...lines,
  ].join('\n');
};
