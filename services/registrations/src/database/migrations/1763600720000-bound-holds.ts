import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment pages that follow each other hold a seat for an hour at most. */
export class BoundHolds1763600720000 implements MigrationInterface {
  readonly name = 'BoundHolds1763600720000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE bootcamp_registrations ADD COLUMN held_since timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE bootcamp_registrations DROP COLUMN held_since');
  }
}
