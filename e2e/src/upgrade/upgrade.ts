import { setTimeout as pause } from 'node:timers/promises';
import type { FaultCell, Struck } from '../chaos/fault-cell.ts';
import { startReaders } from './readers.ts';
import { GATEWAY, type Revision, type TwoRevisions } from './two-revisions.ts';
import { type StepResult, stepResult } from './upgrade-table.ts';

/** How long people go on between two steps: several turns of each. */
const HOLD_MS = 6_000;
/** How long two revisions of the same process share their work. */
const BESIDE_MS = 1_500;
/** The previous processes on the next schema, which is what an upgrade lives in longest. */
const PREVIOUS_ON_NEXT_MS = 15_000;

/** It asks every service with little patience, and refuses no request: its answers are reported, not judged. */
const HEALTH = 'GET /api/health ';

/** The effect of an upgrade that contracts on a table that is read and written all the time. */
export const PLANTED_CONTRACTION =
  'ALTER TABLE messaging.newsletter_subscribers RENAME COLUMN is_active TO is_subscribed';

export interface Upgrade {
  readonly cell: FaultCell;
  readonly steps: readonly StepResult[];
  /** Which migrations were run while the previous revision served. */
  readonly applied: readonly string[];
  /** How many routes were read all the time. */
  readonly read: number;
}

/**
 * An upgrade under a load, and the way back: the next schema, the next processes one by one (services, worker, gateway), the previous
 * processes again on the next schema (gateway first), and forward again. Stops at the first step in which something failed.
 */
export const upgradeOf = (
  system: TwoRevisions,
  { plant, say }: { readonly plant: boolean; readonly say: (line: string) => void },
): Upgrade => {
  const steps: StepResult[] = [];
  const applied: string[] = [];
  const upgrade = { steps, applied, read: 0 };
  /** Only who reaches a gateway as it closes may be asked to come again in a moment. */
  const step = async (name: string, work: () => Promise<unknown>, mayRefuse = false): Promise<void> => {
    const beganAt = Date.now();
    await work();
    const result = stepResult(name, beganAt, Date.now(), system.entrance.served);
    steps.push(result);
    say(
      `  ${name}: ${(result.ms / 1_000).toFixed(1)} s, ${result.requests} requests, ${result.refused} refused, ${result.failed} failed, slowest ${result.slowest?.ms ?? 0} ms`,
    );
    const wrong = [
      ...result.failures,
      ...result.refusals.filter((refusal) => !mayRefuse && !refusal.startsWith(HEALTH)),
      ...system.unasked,
    ];
    if (wrong.length > 0) throw new Error(`${name}: ${wrong.join('; ')}`);
  };
  const replace = async (names: readonly string[], by: Revision): Promise<void> => {
    const old = by === 'next' ? 'previous' : 'next';
    for (const name of names) {
      await step(
        `${name}: ${by} beside ${old}, then alone`,
        async () => {
          await system.start(name, by);
          await pause(BESIDE_MS);
          await system.end(name, old);
          await pause(BESIDE_MS / 2);
        },
        name === GATEWAY,
      );
    }
  };
  const strike = async ({ database }: Struck): Promise<void> => {
    const endReaders = await startReaders(system);
    try {
      await step('previous revision, previous schema', () => pause(HOLD_MS));
      await step('migrations of the next', async () => {
        applied.push(...(await system.migrate('next')));
        if (plant) await database.query(PLANTED_CONTRACTION);
      });
      await step('previous revision, next schema', () => pause(PREVIOUS_ON_NEXT_MS));
      await replace(system.replaced, 'next');
      await step('next revision', () => pause(HOLD_MS));
      await replace(system.replaced.toReversed(), 'previous');
      await step('back: previous revision, next schema', () => pause(HOLD_MS));
      await step(
        'forward again: all of the next beside the previous, then alone',
        async () => {
          await Promise.all(system.replaced.map((name) => system.start(name, 'next')));
          await pause(BESIDE_MS);
          for (const name of system.replaced) await system.end(name, 'previous');
          await pause(HOLD_MS);
        },
        true,
      );
    } finally {
      upgrade.read = await endReaders();
    }
  };
  return Object.assign(upgrade, {
    cell: {
      name: 'an upgrade and the way back',
      heldBy: 'migrations that only add',
      recoveryLimitMs: 5_000,
      strike,
    } satisfies FaultCell,
  });
};
