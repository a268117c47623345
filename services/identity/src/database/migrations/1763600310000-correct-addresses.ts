import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An administrator may ask for an account's change of address, also where its holder must not. */
export class CorrectAddresses1763600310000 implements MigrationInterface {
  readonly name = 'CorrectAddresses1763600310000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN is_change_by_staff boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users DROP COLUMN is_change_by_staff');
  }
}
