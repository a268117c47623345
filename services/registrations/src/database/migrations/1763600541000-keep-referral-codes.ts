import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The referral code with which a member joined, as billing publishes it. */
export class KeepReferralCodes1763600541000 implements MigrationInterface {
  readonly name = 'KeepReferralCodes1763600541000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE memberships ADD COLUMN referral_code text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE memberships DROP COLUMN referral_code');
  }
}
