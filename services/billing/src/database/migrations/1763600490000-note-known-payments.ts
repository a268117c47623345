import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payments were known before an account was to be deleted: the provider's time of a payment is in whole seconds. */
export class NoteKnownPayments1763600490000 implements MigrationInterface {
  readonly name = 'NoteKnownPayments1763600490000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payments ADD COLUMN known_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE payments DROP COLUMN known_at');
  }
}
