// `npm run season`: a year of the association with 500 people, through the public API and the console's, with the clock of the emulators.
// Prints what happened, and ends with 1 where a payment, a place, an email or a statement is not as it should be. SEASON_SEED repeats a
// year, SEASON_PEOPLE changes the number of people.
import pg from 'pg';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { NOW, startSystem } from '../testing/start-system.ts';
import { judgeSeason } from './judge.ts';
import { planSeason } from './plan.ts';
import { Season } from './season.ts';

const people = Number(process.env['SEASON_PEOPLE'] ?? 500);
if (!Number.isInteger(people) || people < 1) {
  console.error('SEASON_PEOPLE is a whole number from 1 on');
  process.exit(2);
}
const random = seededRandom(process.env['SEASON_SEED']);
console.log(`SEASON_SEED=${random.seed}`);
const system = await startSystem({ APP_CLOCK: NOW, RATE_LIMIT_SCALE: '10000', SANDBOX_MAILBOX_CAPACITY: '200000' });
const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 4 });
let findings: readonly string[] = ['The season ended early'];
try {
  const season = new Season(system, database, planSeason(random, people), random, (line) => console.log(line));
  await season.live();
  findings = await judgeSeason(season);
} finally {
  await database.end();
  await system.stop({ keepsData: findings.length > 0 });
  for (const finding of findings) console.error(`NO  ${finding}`);
  if (findings.length > 0) console.error(`The data and logs: ${system.dataDir}`);
}
console.log(
  findings.length === 0
    ? 'ok  Everything is paid, placed, emailed and stated as it should be.'
    : `SEASON_SEED=${random.seed}`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
