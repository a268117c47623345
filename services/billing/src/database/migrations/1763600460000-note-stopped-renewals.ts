import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Resuming what the deactivation of an account stopped is not emailed, so what stopped a renewal is kept. */
export class NoteStoppedRenewals1763600460000 implements MigrationInterface {
  readonly name = 'NoteStoppedRenewals1763600460000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE subscriptions ADD COLUMN is_stopped boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE subscriptions DROP COLUMN is_stopped');
  }
}
