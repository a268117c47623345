import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that registrations refuses are paid back, and pages that are to end are ended: noted here, and done by a job. */
export class ReturnPayments1763600385000 implements MigrationInterface {
  readonly name = 'ReturnPayments1763600385000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE purchases ADD COLUMN refusal text, ADD COLUMN returned_at timestamptz, ADD COLUMN withdrawn_at timestamptz;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE purchases DROP COLUMN refusal, DROP COLUMN returned_at, DROP COLUMN withdrawn_at',
    );
  }
}
