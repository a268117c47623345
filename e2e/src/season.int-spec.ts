import pg from 'pg';
import { expect, it } from 'vitest';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { judgeSeason } from './season/judge.ts';
import { planSeason } from './season/plan.ts';
import { Season } from './season/season.ts';
import { NOW, startSystem } from './testing/start-system.ts';

/** Enough for a waitlist, a card that fails, a refund and a switch of plan in most years. SEASON_SEED repeats one. */
const PEOPLE = 14;
const random = seededRandom(process.env['SEASON_SEED']);

it(`a year with few people ends with everything paid, placed, emailed and stated (SEASON_SEED=${random.seed})`, async () => {
  const system = await startSystem({ APP_CLOCK: NOW, RATE_LIMIT_SCALE: '10000', SANDBOX_MAILBOX_CAPACITY: '20000' });
  const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 4 });
  try {
    const season = new Season(system, database, planSeason(random, PEOPLE), random, () => {});
    await season.live();
    expect(await judgeSeason(season)).toEqual([]);
  } finally {
    await database.end();
    await system.stop();
  }
});
