import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment that came for what can no longer be given is refused, and decides nothing from then on. */
export class RefusePayments1763600580000 implements MigrationInterface {
  readonly name = 'RefusePayments1763600580000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE purchases ADD COLUMN refused_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE purchases DROP COLUMN refused_at');
  }
}
