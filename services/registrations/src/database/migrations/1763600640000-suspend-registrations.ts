import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row that staff added by hand keeps its status while its account is deactivated. */
export class SuspendRegistrations1763600640000 implements MigrationInterface {
  readonly name = 'SuspendRegistrations1763600640000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE debate_club_registrations ADD COLUMN suspended_status text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'UPDATE debate_club_registrations SET status = suspended_status WHERE suspended_status IS NOT NULL',
    );
    await queryRunner.query('ALTER TABLE debate_club_registrations DROP COLUMN suspended_status');
  }
}
