// `npm run chaos`: every fault cell, several rounds; prints the table and ends with 1 when anything was lost, doubled, stuck or wrong, or
// came back too late. Words choose cells whose name has them; CHAOS_ROUNDS says how many rounds, FAULT_SEED repeats their order, the
// referrals and the pauses.
import { seededRandom, type SeededRandom } from '@lectern/sandbox/state/seeded-random';
import { type CellResult, formatCells, isInTime, isWhole } from './cell-table.ts';
import { CELLS, monthAhead } from './cells.ts';
import { ChaosSystem, type FaultCell } from './fault-cell.ts';

const FORM = { joiners: 3, afterMs: 1_500 };
const DEFAULT_ROUNDS = 3;
const REPLICAS = 2;
/** In a longer life of a system, campaigns to everyone who has subscribed would still run during the next faults. */
const CELLS_OF_SYSTEM = 12;

const shuffled = (cells: readonly FaultCell[], random: SeededRandom): FaultCell[] =>
  cells
    .map((cell) => ({ cell, place: cell === monthAhead ? 1 : random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ cell }) => cell);

const groups = (cells: readonly FaultCell[]): FaultCell[][] =>
  Array.from({ length: Math.ceil(cells.length / CELLS_OF_SYSTEM) }, (_, index) =>
    cells.slice(index * CELLS_OF_SYSTEM, (index + 1) * CELLS_OF_SYSTEM),
  );

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = CELLS.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
);
const rounds = Number(process.env['CHAOS_ROUNDS'] ?? DEFAULT_ROUNDS);
if (chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    chosen.length === 0
      ? `No cell is called so. There are:\n${CELLS.map(({ name }) => `  ${name}`).join('\n')}`
      : 'CHAOS_ROUNDS is a whole number from 1 on',
  );
  process.exit(2);
}

const random = seededRandom(process.env['FAULT_SEED']);
console.log(`FAULT_SEED=${random.seed}`);
const results: CellResult[] = [];
let isStopped = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => (isStopped = true));

const drawn = Array.from({ length: rounds }, () => groups(shuffled(chosen, random))).flat();
for (const cells of drawn) {
  if (isStopped) break;
  const chaos = await ChaosSystem.start(random, REPLICAS);
  let isBroken = false;
  try {
    for (const cell of cells) {
      if (isStopped) break;
      const result = await chaos.run(cell, FORM);
      results.push(result);
      const held = isWhole(result) && isInTime(result);
      const reported = result.reported === undefined ? '' : `; ${result.reported}`;
      console.log(
        `${held ? 'ok  ' : 'NO  '} ${cell.name}: ${result.promises} promises, back in ${(result.recoveryMs / 1_000).toFixed(1)} s (${result.recoveredLast}), at rest ${(result.restMs / 1_000).toFixed(1)} s later${reported}`,
      );
      for (const line of held ? [] : [...result.findings, ...result.refusals]) console.log(`       ${line}`);
      // A violation stays in this system, and later cells would be blamed for it; a failed request is over.
      isBroken = !isWhole(result) && (cell.refusesNone !== true || result.lost + result.doubled + result.stuck > 0);
      if (isBroken) break;
    }
  } catch (error) {
    // Ctrl+C at a terminal stops the whole system under the cell.
    if (!isStopped) throw error;
  } finally {
    await chaos.stop({ keepsData: isBroken });
    if (isBroken) console.log(`       its data and logs: ${chaos.system.dataDir}`);
  }
}

const measured = results.flatMap(({ fault, reported }) => (reported === undefined ? [] : [`${fault}: ${reported}`]));
console.log(`\n${formatCells(results)}\n\n${measured.join('\n')}\n\nFAULT_SEED=${random.seed}`);
process.exitCode =
  isStopped || results.length === 0 || !results.every((result) => isWhole(result) && isInTime(result)) ? 1 : 0;
