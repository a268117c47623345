import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One mailbox earns a referral once, also after its account was deleted. */
export class ReferMailboxesOnce1763600430000 implements MigrationInterface {
  readonly name = 'ReferMailboxesOnce1763600430000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referrals ADD COLUMN referee_key text');
    await queryRunner.query(`UPDATE referrals SET referee_key = encode(sha256(convert_to('referral ' || lower(btrim(referee_email)), 'UTF8')), 'hex') WHERE referee_email <> ''`);
    await queryRunner.query('CREATE INDEX referrals_referee_key ON referrals (referee_key)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referrals DROP COLUMN referee_key');
  }
}
