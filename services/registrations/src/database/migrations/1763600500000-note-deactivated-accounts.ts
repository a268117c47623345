import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose calendar nobody reads any more, because an administrator deactivated the account. */
export class NoteDeactivatedAccounts1763600500000 implements MigrationInterface {
  readonly name = 'NoteDeactivatedAccounts1763600500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts ADD COLUMN deactivated_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts DROP COLUMN deactivated_at');
  }
}
