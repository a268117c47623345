import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unpaid registrations keep a keyed hash of the network from which they were made. */
export class BoundNetworks1763600630000 implements MigrationInterface {
  readonly name = 'BoundNetworks1763600630000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE bootcamp_registrations ADD COLUMN network_key text');
    await queryRunner.query('ALTER TABLE tournament_registrations ADD COLUMN network_key text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE tournament_registrations DROP COLUMN network_key');
    await queryRunner.query('ALTER TABLE bootcamp_registrations DROP COLUMN network_key');
  }
}
