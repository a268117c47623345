import type { Served } from './shared-entrance.ts';

/** One step of an upgrade, with the visitors' requests meanwhile. */
export interface StepResult {
  readonly step: string;
  readonly ms: number;
  readonly requests: number;
  /** Answered that they should come again in a moment (503, 429): nothing happened, and they did. */
  readonly refused: number;
  /** Answered with a failure of ours, or cut off in the middle of a write. */
  readonly failed: number;
  /** The slowest request and its duration; undefined for a step without any. */
  readonly slowest: { readonly what: string; readonly ms: number } | undefined;
  /** The failures and the refusals, in short. */
  readonly failures: readonly string[];
  readonly refusals: readonly string[];
}

const COMES_AGAIN = new Set([429, 503]);
const isFailure = ({ status }: Served): boolean => status === 0 || (status >= 500 && !COMES_AGAIN.has(status));

/** Without ids and addresses, so that the same kind is listed once. */
const kindOf = ({ method, path }: Served): string => `${method} ${path.replaceAll(/\/[^/]*\d[^/]*/g, '/…')}`;

const tally = (requests: readonly Served[]): string[] => {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const kind = `${kindOf(request)} ${request.status === 0 ? 'was cut off' : `answered ${request.status}`}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, times]) => `${kind} (${times}×)`);
};

/** The result of a step: of all requests that ended within it. */
export const stepResult = (step: string, beganAt: number, endedAt: number, served: readonly Served[]): StepResult => {
  const within = served.filter(
    (request) => request.beganAt + request.ms >= beganAt && request.beganAt + request.ms < endedAt,
  );
  const slowest = within.reduce<Served | undefined>(
    (most, request) => (most === undefined || request.ms > most.ms ? request : most),
    undefined,
  );
  const failed = within.filter(isFailure);
  const refused = within.filter(({ status }) => COMES_AGAIN.has(status));
  return {
    step,
    ms: endedAt - beganAt,
    requests: within.length,
    refused: refused.length,
    failed: failed.length,
    slowest: slowest === undefined ? undefined : { what: kindOf(slowest), ms: slowest.ms },
    failures: tally(failed),
    refusals: tally(refused),
  };
};

export const formatSteps = (steps: readonly StepResult[]): string => {
  const lines = steps.map(({ step, ms, requests, refused, failed, slowest }) => {
    const slow = slowest === undefined ? '' : `${(slowest.ms / 1_000).toFixed(2)} s, ${slowest.what}`;
    return `| ${[step, (ms / 1_000).toFixed(1), requests, refused, failed, slow].join(' | ')} |`;
  });
  return [
    '| step | seconds | requests | refused | failed | slowest |',
    `| ---${' | ---:'.repeat(4)} | --- |`,
    ...lines,
  ].join('\n');
};
