import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The payment link of an entry that an administrator removed says so. */
export class RememberRemovedEntries1763600690000 implements MigrationInterface {
  readonly name = 'RememberRemovedEntries1763600690000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE removed_entries (registration_id uuid PRIMARY KEY, pay_key uuid NOT NULL, removed_at timestamptz NOT NULL)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE removed_entries');
  }
}
