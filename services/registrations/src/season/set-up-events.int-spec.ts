import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpEvents } from '@lectern/contracts/registrations/setup-rpc';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { SEASON } from './season.ts';

let running: RunningRegistrations;

beforeAll(async () => {
  running = await startRegistrations();
});
afterAll(() => running.stop());

const ids = async (): Promise<string[]> =>
  (await running.dataSource.query<{ id: string }[]>('SELECT id FROM events')).map(({ id }) => id);

describe('the setup’s choice of sample events', () => {
  it('brings none to an installation that was migrated without them', async () => {
    await running.rpc.call(setUpEvents, { startWith: 'sample' });
    expect(await ids()).toEqual([]);
  });

  it('removes those that nobody changed or registered for, for good, until a repeated request brings them back', async () => {
    await running.seed();
    const [changed, entered] = SEASON.map(({ id }) => id);
    await running.dataSource.query('UPDATE events SET version = 2 WHERE id = $1', [changed]);
    await running.dataSource.query(
      `INSERT INTO bootcamp_registrations (event_id, email, email_key, first_name, last_name, experience_level) VALUES ($1, 'a@example.com', 'a@example.com', 'Ada', 'Okafor', 'beginner')`,
      [entered],
    );
    const kept = [changed!, entered!].toSorted();
    for (let request = 0; request < 2; request += 1) {
      await running.rpc.call(setUpEvents, { startWith: 'empty' });
      expect((await ids()).toSorted()).toEqual(kept);
    }
    await running.seed();
    expect((await ids()).toSorted()).toEqual(kept);
    await running.rpc.call(setUpEvents, { startWith: 'sample' });
    expect((await ids()).toSorted()).toEqual(SEASON.map(({ id }) => id).toSorted());
  });
});
