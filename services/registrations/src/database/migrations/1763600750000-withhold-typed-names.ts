import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has all contacts published again: from now on without the names that visitors typed. */
export class WithholdTypedNames1763600750000 implements MigrationInterface {
  readonly name = 'WithholdTypedNames1763600750000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('SELECT note_all_contacts()');
  }

  async down(): Promise<void> {
    // What is published does no harm to the revision before, which publishes the names of what changes.
  }
}
