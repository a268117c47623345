import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the provider shows the receipt of a single payment. */
export class KeepReceipts1763600420000 implements MigrationInterface {
  readonly name = 'KeepReceipts1763600420000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE purchases ADD COLUMN receipt_url text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE purchases DROP COLUMN receipt_url');
  }
}
