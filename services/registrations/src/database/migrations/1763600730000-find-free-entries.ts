import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries that a membership made free are found by it when it ends. */
export class FindFreeEntries1763600730000 implements MigrationInterface {
  readonly name = 'FindFreeEntries1763600730000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS tournament_registrations_free_subscription');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY tournament_registrations_free_subscription ON tournament_registrations (free_subscription_id) WHERE free_subscription_id IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX tournament_registrations_free_subscription');
  }
}
