import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators make, change, close and copy events. */
export class EditEvents1763600470000 implements MigrationInterface {
  readonly name = 'EditEvents1763600470000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE events
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ADD COLUMN field_versions jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN sequence integer NOT NULL DEFAULT 0,
        ADD COLUMN closed_at timestamptz,
        ADD COLUMN cloned_from uuid;
      CREATE INDEX events_newest ON events (datetime, id);
      CREATE UNIQUE INDEX events_once ON events (type, datetime, title);
      CREATE UNIQUE INDEX events_cloned_once ON events (cloned_from);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX events_cloned_once; DROP INDEX events_once; DROP INDEX events_newest;
      ALTER TABLE events DROP COLUMN cloned_from, DROP COLUMN closed_at, DROP COLUMN sequence, DROP COLUMN field_versions, DROP COLUMN version;
    `);
  }
}
