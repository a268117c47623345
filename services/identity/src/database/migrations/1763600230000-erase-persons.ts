import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts are gone, and who has confirmed it. */
export class ErasePersons1763600230000 implements MigrationInterface {
  readonly name = 'ErasePersons1763600230000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE erasures (
        user_id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL,
        confirmed_by text[] NOT NULL DEFAULT '{}'
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE erasures;');
  }
}
