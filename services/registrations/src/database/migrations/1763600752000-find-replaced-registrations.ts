import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a membership's row hides is found by that row, whenever billing publishes a change of it. */
export class FindReplacedRegistrations1763600752000 implements MigrationInterface {
  readonly name = 'FindReplacedRegistrations1763600752000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS debate_club_registrations_replaced_by');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY debate_club_registrations_replaced_by ON debate_club_registrations (replaced_by) WHERE replaced_by IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX debate_club_registrations_replaced_by');
  }
}
