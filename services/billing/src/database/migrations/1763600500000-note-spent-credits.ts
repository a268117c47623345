import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The invoices on which a referral's credit may have been spent when it was taken back: what they return later is taken too. */
export class NoteSpentCredits1763600500000 implements MigrationInterface {
  readonly name = 'NoteSpentCredits1763600500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referral_credits ADD COLUMN spent_on text[]');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referral_credits DROP COLUMN spent_on');
  }
}
