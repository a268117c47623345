import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Zoom told of recordings, and how far the comparison with its list has come. */
export class AddZoomEvents1763600510000 implements MigrationInterface {
  readonly name = 'AddZoomEvents1763600510000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE zoom_events (
        digest text PRIMARY KEY,
        type text NOT NULL,
        meeting_uuid text,
        received_at timestamptz NOT NULL,
        next_attempt_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        processed_at timestamptz
      );
      CREATE INDEX zoom_events_waiting ON zoom_events (next_attempt_at) WHERE processed_at IS NULL;

      CREATE TABLE recording_syncs (
        id text PRIMARY KEY,
        completed_at timestamptz,
        reached_back_to timestamptz
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE recording_syncs; DROP TABLE zoom_events;');
  }
}
