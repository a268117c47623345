import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An unpaid entry holds its place for a while, and gives it back. Those from before hold it until the deadline, as they were told. */
export class EndHolds1763600590000 implements MigrationInterface {
  readonly name = 'EndHolds1763600590000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE tournament_registrations ADD COLUMN held_until timestamptz, ADD COLUMN released_at timestamptz',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tournament_registrations DROP COLUMN held_until, DROP COLUMN released_at');
  }
}
