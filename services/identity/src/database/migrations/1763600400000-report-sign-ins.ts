import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A sign-in in a new browser is reported by an email, with a link that ends its session. */
export class ReportSignIns1763600400000 implements MigrationInterface {
  readonly name = 'ReportSignIns1763600400000';
  /** The index is built beside those who sign in, which no transaction may do. Any of it may have been done before. */
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE sessions ADD COLUMN IF NOT EXISTS is_new_device boolean NOT NULL DEFAULT false, ADD COLUMN IF NOT EXISTS ending_hash text',
    );
    await queryRunner.query('DROP INDEX IF EXISTS sessions_ending');
    await queryRunner.query('CREATE UNIQUE INDEX CONCURRENTLY sessions_ending ON sessions (ending_hash)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN is_new_device, DROP COLUMN ending_hash');
  }
}
