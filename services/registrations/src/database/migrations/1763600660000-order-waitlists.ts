import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists and exports of entries show waitlist positions. */
export class OrderWaitlists1763600660000 implements MigrationInterface {
  readonly name = 'OrderWaitlists1763600660000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS tournament_registrations_waiting');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY tournament_registrations_waiting ON tournament_registrations (event_id, waitlisted_at) WHERE waitlisted_at IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX tournament_registrations_waiting');
  }
}
