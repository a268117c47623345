import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators list, search and delete bootcamp registrations: a deleted one is hidden, and its person may register again. */
export class HideBootcampRegistrations1763600480000 implements MigrationInterface {
  readonly name = 'HideBootcampRegistrations1763600480000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE bootcamp_registrations ADD COLUMN hidden_at timestamptz;
      DROP INDEX bootcamp_registrations_once;
      CREATE UNIQUE INDEX bootcamp_registrations_once
        ON bootcamp_registrations (event_id, email_key) WHERE payment_status <> 'refunded' AND hidden_at IS NULL;
      DROP INDEX bootcamp_registrations_newest;
      CREATE INDEX bootcamp_registrations_newest ON bootcamp_registrations (registered_at, id) WHERE hidden_at IS NULL;
      CREATE INDEX bootcamp_registrations_search ON bootcamp_registrations
        USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX bootcamp_registrations_search; DROP INDEX bootcamp_registrations_newest;
      CREATE INDEX bootcamp_registrations_newest ON bootcamp_registrations (registered_at, id);
      DROP INDEX bootcamp_registrations_once;
      DELETE FROM bootcamp_registrations WHERE hidden_at IS NOT NULL;
      CREATE UNIQUE INDEX bootcamp_registrations_once ON bootcamp_registrations (event_id, email_key) WHERE payment_status <> 'refunded';
      ALTER TABLE bootcamp_registrations DROP COLUMN hidden_at;
    `);
  }
}
