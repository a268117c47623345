import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Analytics asks which accounts are deactivated. */
export class FindDeactivatedAccounts1763600450000 implements MigrationInterface {
  readonly name = 'FindDeactivatedAccounts1763600450000';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS accounts_deactivated');
    await queryRunner.query(
      'CREATE INDEX CONCURRENTLY accounts_deactivated ON accounts (deactivated_at) WHERE deactivated_at IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX accounts_deactivated');
  }
}
