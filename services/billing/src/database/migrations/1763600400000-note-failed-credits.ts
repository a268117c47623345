import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A referral credit that cannot be settled lets others go first. */
export class NoteFailedCredits1763600400000 implements MigrationInterface {
  readonly name = 'NoteFailedCredits1763600400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referral_credits ADD COLUMN tried_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referral_credits DROP COLUMN tried_at');
  }
}
