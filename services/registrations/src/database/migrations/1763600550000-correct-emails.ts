import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who entered without an account can correct a mistyped email address, with a key that the answer to their form carries. */
export class CorrectEmails1763600550000 implements MigrationInterface {
  readonly name = 'CorrectEmails1763600550000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE tournament_registrations ADD COLUMN correction_key uuid, ADD COLUMN email_corrections integer NOT NULL DEFAULT 0',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE tournament_registrations DROP COLUMN correction_key, DROP COLUMN email_corrections',
    );
  }
}
