import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a customer that the provider deleted had of credit, and which referral credits are granted anew for it. */
export class GrantLostCredits1763600510000 implements MigrationInterface {
  readonly name = 'GrantLostCredits1763600510000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers ADD COLUMN lost_credit integer');
    await queryRunner.query('ALTER TABLE referral_credits ADD COLUMN lost_on text, ADD COLUMN lost_amount integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE referral_credits DROP COLUMN lost_on, DROP COLUMN lost_amount');
    await queryRunner.query('ALTER TABLE customers DROP COLUMN lost_credit');
  }
}
