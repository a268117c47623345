import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAsOwner } from '@lectern/service-kit/database/migrate';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { migrate } from '../migrate.ts';
import { pendingSchemaChanges } from '@lectern/service-kit/database/migrate';
import { problemsWhileServing } from '@lectern/service-kit/testing/migrations-while-serving';
import { messagingSchema } from './schema.ts';

describe('the schema of messaging', () => {
  let database: TestDatabase;
  let environment: { DATABASE_URL: string; DATABASE_ADMIN_URL: string };
  beforeAll(async () => {
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.urlFor('messaging'), DATABASE_ADMIN_URL: database.adminUrl };
    await migrate(environment);
  });
  afterAll(() => database.drop());

  it('matches the entities', async () => {
    expect(await runAsOwner(messagingSchema, environment, pendingSchemaChanges)).toEqual([]);
  });

  it('may change while the previous revision serves requests', async () => {
    expect(await problemsWhileServing(messagingSchema, 'Baseline1795651200000')).toEqual([]);
  });

  it('can be reverted and built again by its migrations', async () => {
    await runAsOwner(messagingSchema, environment, async (dataSource) => {
      for (const _migration of messagingSchema.migrations) await dataSource.undoLastMigration();
      expect(
        await dataSource.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'messaging' ORDER BY 1`),
      ).toEqual(['inbox', 'migrations', 'outbox', 'relay_state'].map((tablename) => ({ tablename })));
    });
    expect(await migrate(environment)).toHaveLength(messagingSchema.migrations.length);
  });

  it('fills in the specified defaults', async () => {
    await runAsOwner(messagingSchema, environment, async (dataSource) => {
      const [campaign] = await dataSource.query<{ id: string }[]>(
        `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'b', 'c', 'all')
         RETURNING id, recipient_count, sent_count, open_count, click_count, status`,
      );
      expect(campaign).toMatchObject({
        recipient_count: 0,
        sent_count: 0,
        open_count: 0,
        click_count: 0,
        status: 'draft',
      });
      const add = (): Promise<object[]> =>
        dataSource.query(
          `INSERT INTO email_recipients (campaign_id, list, email, email_key) VALUES ($1, 'newsletter', 'A@b.c', 'a@b.c') RETURNING status`,
          [campaign!.id],
        );
      expect(await add()).toEqual([{ status: 'pending' }]);
      await expect(add()).rejects.toMatchObject({ driverError: { constraint: 'email_recipients_once' } });
    });
  });

  describe('recipients', () => {
    const campaignIn = async (dataSource: { query: <T>(sql: string) => Promise<T> }): Promise<string> =>
      (
        await dataSource.query<[{ id: string }]>(
          `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'b', 'c', 'all') RETURNING id`,
        )
      )[0].id;
    const ADD = `INSERT INTO email_recipients (campaign_id, list, email, email_key) SELECT $1, 'newsletter', n || '@b.c', n || '@b.c' FROM generate_series(1, 3) AS n`;

    it('belong to an existing campaign', async () => {
      await runAsOwner(messagingSchema, environment, async (dataSource) => {
        await expect(dataSource.query(ADD, ['00000000-0000-4000-8000-000000000000'])).rejects.toMatchObject({
          driverError: { code: '23503', constraint: 'email_recipients_campaign_fk' },
        });
      });
    });

    it('are deleted with their campaign', async () => {
      await runAsOwner(messagingSchema, environment, async (dataSource) => {
        const id = await campaignIn(dataSource);
        await dataSource.query(ADD, [id]);
        await dataSource.query('DELETE FROM email_campaigns WHERE id = $1', [id]);
        expect(await dataSource.query('SELECT 1 FROM email_recipients WHERE campaign_id = $1', [id])).toEqual([]);
      });
    });

    it('are deleted with it also when they are being added', async () => {
      await runAsOwner(messagingSchema, environment, async (dataSource) => {
        const id = await campaignIn(dataSource);
        const adding = dataSource.createQueryRunner();
        await adding.startTransaction();
        await adding.query(ADD, [id]);
        let isRemoved = false as boolean;
        const removing = dataSource
          .query('DELETE FROM email_campaigns WHERE id = $1', [id])
          .then(() => (isRemoved = true));
        // The deletion waits for the campaign's row, which the insertion locks.
        for (let waiting: unknown[] = []; waiting.length === 0 && !isRemoved;)
          waiting = await dataSource.query('SELECT 1 FROM pg_locks WHERE NOT granted');
        expect(isRemoved).toBe(false);
        await adding.commitTransaction();
        await adding.release();
        await removing;
        expect(await dataSource.query('SELECT 1 FROM email_recipients WHERE campaign_id = $1', [id])).toEqual([]);
      });
    });
  });

  it.each([
    [
      'an audience that does not exist',
      `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'b', 'c', 'everybody')`,
      'email_campaigns_audience_known',
    ],
    [
      'an email that is being sent by nobody',
      `INSERT INTO email_recipients (dedupe_key, email, email_key, template, data, status) VALUES ('a', 'b', 'b', 'c', '{}', 'sending')`,
      'email_recipients_sending_claimed',
    ],
    [
      'an email without an occasion or a campaign',
      `INSERT INTO email_recipients (email, email_key, template, data) VALUES ('b', 'b', 'c', '{}')`,
      'email_recipients_kind',
    ],
    [
      'tags that are no list',
      `INSERT INTO newsletter_subscribers (email, email_key, tags) VALUES ('a', 'a', '{}')`,
      'newsletter_subscribers_tags_list',
    ],
  ])('refuses %s', async (_what, statement, constraint) => {
    await runAsOwner(messagingSchema, environment, async (dataSource) => {
      await expect(dataSource.query(statement)).rejects.toMatchObject({ driverError: { constraint } });
    });
  });
});
