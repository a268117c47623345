import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCalendarFeeds1763600450000 implements MigrationInterface {
  readonly name = 'AddCalendarFeeds1763600450000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE calendar_feeds (
        user_id uuid PRIMARY KEY,
        feed_id uuid NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX calendar_feeds_feed ON calendar_feeds (feed_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE calendar_feeds;');
  }
}
