import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A calendar address ends with the sessions of its account. Of those from before nobody knows the session: they end with the next change of an
 * account that ended sessions or got another password since it was opened.
 */
export class EndCalendarsWithSessions1763600600000 implements MigrationInterface {
  readonly name = 'EndCalendarsWithSessions1763600600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE calendar_feeds ADD COLUMN session_version integer NOT NULL DEFAULT 0');
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN session_version integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE calendar_feeds DROP COLUMN session_version');
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN session_version');
  }
}
