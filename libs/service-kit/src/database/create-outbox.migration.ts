import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of published and processed events, the same in every service's schema. */
export class CreateOutbox1763600000000 implements MigrationInterface {
  readonly name = 'CreateOutbox1763600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        sequence bigserial NOT NULL,
        name text NOT NULL,
        payload jsonb NOT NULL,
        correlation_id text NOT NULL,
        occurred_at timestamptz NOT NULL,
        recorded_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz
      );
      CREATE INDEX outbox_unpublished ON outbox (sequence) WHERE published_at IS NULL;
      CREATE INDEX outbox_recorded_at ON outbox (recorded_at);

      CREATE TABLE inbox (
        event_id uuid PRIMARY KEY,
        name text NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX inbox_handled_at ON inbox (handled_at);

      CREATE TABLE relay_state (
        id smallint PRIMARY KEY DEFAULT 1,
        redis_run_id text NOT NULL,
        redis_epoch text NOT NULL,
        CONSTRAINT relay_state_single_row CHECK (id = 1)
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE relay_state; DROP TABLE inbox; DROP TABLE outbox;');
  }
}
