import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A referral that was noted on an unverified account ends when the holder of the mailbox takes the account over. */
export class DropStrangersReferrals1763600440000 implements MigrationInterface {
  readonly name = 'DropStrangersReferrals1763600440000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN session_version integer NOT NULL DEFAULT 0');
    await queryRunner.query('ALTER TABLE referrals ADD COLUMN session_version integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referrals DROP COLUMN session_version');
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN session_version');
  }
}
