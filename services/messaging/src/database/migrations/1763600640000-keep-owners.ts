import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['contacts', 'contact_messages', 'starter_kit_requests', 'email_recipients'];

/** Whose the rows of an address are that an account had verified and moved away from. */
export class KeepOwners1763600640000 implements MigrationInterface {
  readonly name = 'KeepOwners1763600640000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} ADD user_id uuid`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN user_id`);
  }
}
