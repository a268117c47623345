import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A use of a promo code knows every address that its account moved to, so that none of them uses the code again. */
export class RememberMovedPromoUsers1763600470000 implements MigrationInterface {
  readonly name = 'RememberMovedPromoUsers1763600470000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE promo_uses ADD COLUMN IF NOT EXISTS later_keys text[] NOT NULL DEFAULT '{}'`);
    // An interrupted build leaves an invalid index behind.
    await queryRunner.query('DROP INDEX IF EXISTS promo_uses_user');
    await queryRunner.query('CREATE INDEX CONCURRENTLY promo_uses_user ON promo_uses (user_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX promo_uses_user');
    await queryRunner.query('ALTER TABLE promo_uses DROP COLUMN later_keys');
  }
}
