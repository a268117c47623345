import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsOwner } from '@lectern/service-kit/database/migrate';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { Event } from '../event/event.entity.ts';
import { migrate, seed } from '../migrate.ts';
import { SEASON } from '../season/season.ts';
import { pendingSchemaChanges } from '@lectern/service-kit/database/migrate';
import { problemsWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { registrationsSchema } from './schema.ts';

describe('the schema of registrations', () => {
  let database: TestDatabase;
  let environment: { DATABASE_URL: string; DATABASE_ADMIN_URL: string };
  beforeAll(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.urlFor('registrations'), DATABASE_ADMIN_URL: database.adminUrl };
    await migrate(environment);
  });
  afterAll(() => database.drop());

  it('matches the entities', async () => {
    expect(await runAsOwner(registrationsSchema, environment, pendingSchemaChanges)).toEqual([]);
  });

  it('may run while the revision before serves', async () => {
    expect(await problemsWhileServing(registrationsSchema, 'Baseline1795651200000')).toEqual([]);
  });

  it('is found to differ when it does', async () => {
    await runAsOwner(registrationsSchema, environment, async (dataSource) => {
      await dataSource.query(
        'ALTER TABLE events ALTER COLUMN zoom_link SET NOT NULL; DROP INDEX debate_club_registrations_newest',
      );
      expect(await pendingSchemaChanges(dataSource)).toHaveLength(2);
      await dataSource.query(`
        ALTER TABLE events ALTER COLUMN zoom_link DROP NOT NULL;
        CREATE INDEX debate_club_registrations_newest ON debate_club_registrations (registered_at, id) WHERE hidden_at IS NULL`);
      expect(await pendingSchemaChanges(dataSource)).toEqual([]);
    });
  });

  it('is undone and made again by its migrations', async () => {
    await runAsOwner(registrationsSchema, environment, async (dataSource) => {
      for (const _migration of registrationsSchema.migrations) await dataSource.undoLastMigration();
      expect(
        await dataSource.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'registrations' ORDER BY 1`),
      ).toEqual(['inbox', 'migrations', 'outbox', 'relay_state'].map((tablename) => ({ tablename })));
    });
    expect(await migrate(environment)).toHaveLength(registrationsSchema.migrations.length);
  });

  it.each([
    [
      'a type that does not exist',
      `INSERT INTO events (title, description, type, datetime, ends_at, registration_deadline, price)
      VALUES ('x', 'x', 'party', now(), now() + interval '1 hour', now(), 0)`,
      'events_type_known',
    ],
    [
      'an end before the start',
      `INSERT INTO events (title, description, type, datetime, ends_at, registration_deadline, price)
      VALUES ('x', 'x', 'bootcamp', now(), now() - interval '1 hour', now() - interval '2 hours', 0)`,
      'events_end_after_start',
    ],
    [
      'a status that does not exist',
      `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, status)
      VALUES ('a@b.c', 'a@b.c', 'A', 'B', 'monthly', 'gone')`,
      'debate_club_registrations_status_known',
    ],
  ])('refuses %s', async (_what, statement, constraint) => {
    await runAsOwner(registrationsSchema, environment, async (dataSource) => {
      await expect(dataSource.query(statement)).rejects.toMatchObject({ driverError: { constraint } });
    });
  });

  it('fills in the specified defaults', async () => {
    await runAsOwner(registrationsSchema, environment, async (dataSource) => {
      const [event] = await dataSource.query<object[]>(
        `INSERT INTO events (title, description, type, datetime, ends_at, registration_deadline, price)
         VALUES ('x', 'x', 'bootcamp', now(), now() + interval '1 hour', now(), 0) RETURNING timezone, location, is_active, id`,
      );
      expect(event).toMatchObject({ timezone: 'EST', location: 'Zoom', is_active: true });
      const [bootcamp] = await dataSource.query<object[]>(
        `INSERT INTO bootcamp_registrations (event_id, email, email_key, first_name, last_name, experience_level)
         VALUES ($1, 'a@b.c', 'a@b.c', 'A', 'B', 'beginner') RETURNING payment_status, payment_amount`,
        [(event as { id: string }).id],
      );
      expect(bootcamp).toEqual({ payment_status: 'pending', payment_amount: 15_500 });
    });
  });

  it('takes a name and address once per tournament, whatever the letter case and blanks', async () => {
    await seed(environment);
    await runAsOwner(registrationsSchema, environment, async (dataSource) => {
      const enter = (email: string, firstName = 'Ann Mae'): Promise<unknown> =>
        dataSource.query(
          `INSERT INTO tournament_registrations (event_id, email, email_key, first_name, last_name, division)
           VALUES ($1, $2, lower($2), $3, 'Lee', 'development')`,
          [SEASON[0]!.id, email, firstName],
        );
      await enter('ann@example.com');
      await enter('ann@example.com', 'Ben');
      await expect(enter('Ann@Example.com', ' ann  MAE ')).rejects.toMatchObject({
        driverError: { constraint: 'tournament_registrations_once_named' },
      });
    });
  });

  it('is seeded with the season once, and keeps administrators’ changes', async () => {
    await seed(environment);
    await runAsOwner(registrationsSchema, environment, (dataSource) =>
      dataSource.getRepository(Event).update(SEASON[0]!.id, { title: 'Renamed' }),
    );
    await seed(environment);
    await runAsOwner(registrationsSchema, environment, async (dataSource) => {
      const events = await dataSource.getRepository(Event).find();
      expect(events.filter((event) => SEASON.some(({ id }) => id === event.id))).toHaveLength(SEASON.length);
      expect(events.find((event) => event.id === SEASON[0]!.id)).toMatchObject({
        title: 'Renamed',
        datetime: new Date('2025-11-22T17:00:00Z'),
      });
    });
  });
});
