import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which product each program is at the provider, and every price that was ever one of it. */
export class KeepPrices1763600380000 implements MigrationInterface {
  readonly name = 'KeepPrices1763600380000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE programs ADD COLUMN stripe_product_id text;
      CREATE TABLE program_prices (
        id text PRIMARY KEY,
        program_id uuid NOT NULL,
        amount integer,
        CONSTRAINT program_prices_program_fk FOREIGN KEY (program_id) REFERENCES programs (id) ON DELETE CASCADE
      );
      CREATE INDEX program_prices_program ON program_prices (program_id);
      INSERT INTO program_prices (id, program_id)
      SELECT price.id, programs.id FROM programs
      CROSS JOIN LATERAL (VALUES (stripe_price_id_monthly), (stripe_price_id_annual), (stripe_price_id_once)) AS price (id)
      WHERE price.id IS NOT NULL ON CONFLICT DO NOTHING;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE program_prices; ALTER TABLE programs DROP COLUMN stripe_product_id;');
  }
}
