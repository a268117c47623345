import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { type CellResult, formatCells } from './cell-table.ts';
import { killed, PROCESSES, redisFlushed } from './cells.ts';
import { ChaosSystem } from './fault-cell.ts';
import { INVARIANTS } from './invariants.ts';
import { PLANTED } from './planted-violations.ts';

/*
 * The short form of `npm run chaos`: two faults strike the real system while people join, enter, subscribe and write, and SQL over all
 * schemas checks the result. FAULT_SEED repeats the killed process, the referrals and the pauses. The recovery time is reported, and judged
 * by the long form alone: here other suites run at the same time.
 */
const random = seededRandom(process.env['FAULT_SEED']);
const CELLS = [killed(PROCESSES[Math.floor(random.next() * PROCESSES.length)]!), redisFlushed];
const FORM = { joiners: 2, afterMs: 300 };
/** Longer than a cell waits for anything, so that the cell itself reports what it waited for. */
const CELL_MS = 300_000;

let chaos: ChaosSystem;
const results: CellResult[] = [];

beforeAll(async () => {
  chaos = await ChaosSystem.start(random, 1);
});

afterAll(async () => {
  await chaos.stop();
  process.stderr.write(`${formatCells(results)}\nFAULT_SEED=${random.seed}\n`);
});

describe(`a system under a load (FAULT_SEED=${random.seed})`, () => {
  it.each(CELLS.map((cell) => [cell.name, cell] as const))(
    'keeps what it promised through %s',
    async (_name, cell) => {
      const result = await chaos.run(cell, FORM);
      results.push(result);
      expect(result.findings).toEqual([]);
      // There is a promise of each kind, or nothing was tried.
      expect(result.promises).toBeGreaterThan(6);
    },
    CELL_MS,
  );
});

describe('the invariants', () => {
  it('are each broken by a planted violation', () => {
    expect(Object.keys(PLANTED).toSorted()).toEqual(INVARIANTS.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(PLANTED))('see it when this is broken: %s', async (name, sql) => {
    const found = await chaos.violations(sql);
    expect(found.map(({ invariant }) => invariant)).toContain(name);
  });

  it('hold without a planted violation', async () => {
    expect(await chaos.violations()).toEqual([]);
  });
});
