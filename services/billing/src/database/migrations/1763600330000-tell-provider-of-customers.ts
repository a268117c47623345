import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which customers the provider knows by an old name or address. What a checkout's promo code took off was never read. */
export class TellProviderOfCustomers1763600330000 implements MigrationInterface {
  readonly name = 'TellProviderOfCustomers1763600330000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE customers ADD COLUMN provider_is_told boolean NOT NULL DEFAULT true;
      CREATE INDEX customers_untold ON customers (id) WHERE NOT provider_is_told;
      ALTER TABLE checkouts DROP COLUMN amount_off;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE checkouts ADD COLUMN amount_off integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT checkouts_amount_off_not_negative CHECK (amount_off >= 0);
      DROP INDEX customers_untold;
      ALTER TABLE customers DROP COLUMN provider_is_told;
    `);
  }
}
