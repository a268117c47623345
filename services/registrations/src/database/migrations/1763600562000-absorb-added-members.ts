import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row that staff added by hand is hidden once a membership of the same person has one; it refers to that row. */
export class AbsorbAddedMembers1763600562000 implements MigrationInterface {
  readonly name = 'AbsorbAddedMembers1763600562000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE debate_club_registrations ADD COLUMN replaced_by uuid');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE debate_club_registrations DROP COLUMN replaced_by');
  }
}
