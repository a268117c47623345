import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An operator who has everybody compared hears whom that did not succeed with. */
export class CountFailedReconciliations1763600360000 implements MigrationInterface {
  readonly name = 'CountFailedReconciliations1763600360000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE reconciliations ADD COLUMN failed integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE reconciliations DROP COLUMN failed');
  }
}
