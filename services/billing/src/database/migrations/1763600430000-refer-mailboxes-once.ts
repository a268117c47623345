import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One mailbox earns a referral once, also after its account was deleted. Rows from before are found by their address. */
export class ReferMailboxesOnce1763600430000 implements MigrationInterface {
  readonly name = 'ReferMailboxesOnce1763600430000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referrals ADD COLUMN IF NOT EXISTS referee_key text');
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS referrals_referee_key');
    await queryRunner.query('CREATE INDEX CONCURRENTLY referrals_referee_key ON referrals (referee_key)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referrals DROP COLUMN referee_key');
  }
}
