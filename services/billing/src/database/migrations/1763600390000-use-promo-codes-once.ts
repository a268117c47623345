import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who used a promo code, so that one person uses it once; and names that are free again once their code is archived. */
export class UsePromoCodesOnce1763600390000 implements MigrationInterface {
  static readonly whileServing = {
    'no longer keeps unique: promo_codes (code)':
      'of the same name there is one that is not archived, and at worst the revision before refuses it until it stops',
    'builds promo_codes_code while nobody may write to promo_codes':
      'administrators made these by hand: there are hundreds at most',
    'changes rows of promo_uses and holds them to its end':
      'one for each use of a code, which takes a moment even for a hundred thousand',
  };

  readonly name = 'UsePromoCodesOnce1763600390000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE promo_uses ADD COLUMN user_id uuid, ADD COLUMN email_key text;
      UPDATE promo_uses SET user_id = customers.user_id, email_key = CASE WHEN customers.erased_at IS NULL THEN customers.email_key END
      FROM (SELECT id::text AS key, customer_id FROM checkouts UNION ALL SELECT id || ':' || attempt, customer_id FROM purchases) AS page
      JOIN customers ON customers.id = page.customer_id
      WHERE page.key = promo_uses.checkout_key;
      DROP INDEX promo_codes_code;
      CREATE UNIQUE INDEX promo_codes_code ON promo_codes (code) WHERE archived_at IS NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX promo_codes_code;
      CREATE UNIQUE INDEX promo_codes_code ON promo_codes (code);
      ALTER TABLE promo_uses DROP COLUMN user_id, DROP COLUMN email_key;
    `);
  }
}
