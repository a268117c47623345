import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepOfficeHours1763600440000 implements MigrationInterface {
  readonly name = 'KeepOfficeHours1763600440000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE office_hours_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        topic text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        requested_at timestamptz NOT NULL,
        cancelled_at timestamptz,
        CONSTRAINT office_hours_requests_end_after_start CHECK (ends_at > starts_at)
      );
      CREATE UNIQUE INDEX office_hours_requests_one_per_slot ON office_hours_requests (starts_at) WHERE cancelled_at IS NULL;
      CREATE INDEX office_hours_requests_user ON office_hours_requests (user_id, ends_at) WHERE cancelled_at IS NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE office_hours_requests;');
  }
}
