import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withDataSource } from '@lectern/service-kit/database/migrate';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { migrate } from '../migrate.ts';
import { pendingSchemaChanges } from '@lectern/service-kit/database/migrate';
import { messagingSchema } from './schema.ts';

describe('the schema of messaging', () => {
  let database: TestDatabase;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    url = database.urlFor('messaging');
    await migrate({ DATABASE_URL: url, DATABASE_ADMIN_URL: database.adminUrl });
  });
  afterAll(() => database.drop());

  it('is what the entities say', async () => {
    expect(await withDataSource(messagingSchema, url, pendingSchemaChanges)).toEqual([]);
  });

  it('is undone and made again by its migrations', async () => {
    await withDataSource(messagingSchema, url, async (dataSource) => {
      for (const _migration of messagingSchema.migrations) await dataSource.undoLastMigration();
      expect(await dataSource.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'messaging' ORDER BY 1`)).toEqual(
        ['inbox', 'migrations', 'outbox', 'relay_state'].map((tablename) => ({ tablename })),
      );
    });
    expect(await migrate({ DATABASE_URL: url })).toHaveLength(messagingSchema.migrations.length);
  });

  it('fills in the specified defaults', async () => {
    await withDataSource(messagingSchema, url, async (dataSource) => {
      const [campaign] = await dataSource.query<{ id: string }[]>(
        `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'b', 'c', 'all')
         RETURNING id, recipient_count, sent_count, open_count, click_count, status`,
      );
      expect(campaign).toMatchObject({ recipient_count: 0, sent_count: 0, open_count: 0, click_count: 0, status: 'draft' });
      const add = (): Promise<object[]> =>
        dataSource.query(
          `INSERT INTO email_recipients (campaign_id, email, email_key) VALUES ($1, 'A@b.c', 'a@b.c') RETURNING status`,
          [campaign!.id],
        );
      expect(await add()).toEqual([{ status: 'pending' }]);
      await expect(add()).rejects.toMatchObject({ driverError: { constraint: 'email_recipients_once' } });
    });
  });

  it.each([
    ['an audience that does not exist', `INSERT INTO email_campaigns (name, subject, content, target_audience) VALUES ('a', 'b', 'c', 'everybody')`, 'email_campaigns_audience_known'],
    ['a letter that is being sent by nobody', `INSERT INTO letters (dedupe_key, "to", template, data, status) VALUES ('a', 'b', 'c', '{}', 'sending')`, 'letters_sending_claimed'],
    ['tags that are no list', `INSERT INTO newsletter_subscribers (email, email_key, tags) VALUES ('a', 'a', '{}')`, 'newsletter_subscribers_tags_list'],
  ])('refuses %s', async (_what, statement, constraint) => {
    await withDataSource(messagingSchema, url, async (dataSource) => {
      await expect(dataSource.query(statement)).rejects.toMatchObject({ driverError: { constraint } });
    });
  });
});
