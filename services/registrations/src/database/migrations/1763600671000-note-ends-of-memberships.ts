import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A membership that was cancelled prices no tournament after its end. */
export class NoteEndsOfMemberships1763600671000 implements MigrationInterface {
  readonly name = 'NoteEndsOfMemberships1763600671000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE memberships ADD COLUMN ends_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE memberships DROP COLUMN ends_at');
  }
}
