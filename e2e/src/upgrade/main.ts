// `npm run upgrade:test [-- <revision>]`: upgrades a running system from another revision to this one and back, under a load, and ends with 1
// when anybody met a failure or anything that was promised is missing. Without a revision it is the newest one with other migrations.
// `--plant-contraction` renames a column while the previous revision serves: that must be found.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { ChaosSystem } from '../chaos/fault-cell.ts';
import { isWhole } from '../chaos/cell-table.ts';
import { checkOut, chooseRevision } from './previous-revision.ts';
import { TwoRevisions } from './two-revisions.ts';
import { upgradeOf } from './upgrade.ts';
import { formatSteps } from './upgrade-table.ts';

const PLANT = '--plant-contraction';
const FORM = { joiners: 2, afterMs: 1_500 };

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const [named, ...others] = process.argv.slice(2).filter((word) => word !== PLANT);
if (others.length > 0 || named?.startsWith('-') === true) {
  console.error(`Usage: npm run upgrade:test [-- <revision>] [-- ${PLANT}]`);
  process.exit(2);
}
const say = (line: string): void => console.log(line);
const random = seededRandom(process.env['FAULT_SEED']);
const revision = await chooseRevision(root, named);
const beganAt = Date.now();
say(`From ${revision.slice(0, 10)} to what lies here; FAULT_SEED=${random.seed}`);
const previous = await checkOut(root, revision, say);
say(`  the previous revision is built: ${((Date.now() - beganAt) / 1_000).toFixed(1)} s`);

let system: TwoRevisions | undefined;
const stop = async (): Promise<void> => {
  await system?.stop();
  await previous.remove();
};
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => void stop().finally(() => process.exit(1)));

let isKept = false;
try {
  const chaos = await ChaosSystem.start(
    random,
    1,
    async (environment) =>
      (system = await TwoRevisions.start({ roots: { previous: previous.root, next: root }, environment })),
  );
  const upgrade = upgradeOf(system!, { plant: process.argv.includes(PLANT), say });
  const found: string[] = [];
  try {
    const result = await chaos.run(upgrade.cell, FORM);
    isKept = isWhole(result) && system!.unasked.length === 0;
    found.push(...result.findings);
    say(
      `\n${result.promises} promises looked for; at rest ${(result.restMs / 1_000).toFixed(1)} s after the load; ${result.uncertain} emails uncertain`,
    );
    for (const refusal of result.refusals) say(`  repeated by its caller: ${refusal}`);
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error));
  }
  say(`\n${formatSteps(upgrade.steps)}\n`);
  say(`Migrations while the previous revision served: ${upgrade.applied.join(', ') || 'none'}`);
  say(`Routes read all the time: ${upgrade.read}`);
  for (const [complaint, times] of system!.complaints) say(`  logged ${times}×: ${complaint}`);
  for (const each of new Set([...found, ...system!.unasked])) say(`NO  ${each}`);
  say(
    `\n${isKept ? 'Nobody met a failure, and everything that was promised is there.' : 'This upgrade is not safe while serving.'} ${((Date.now() - beganAt) / 1_000).toFixed(0)} s in all.`,
  );
  await chaos.stop();
} finally {
  await stop();
}
process.exitCode = isKept ? 0 : 1;
