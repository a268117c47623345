import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators search accounts by name and address, and read what was done to a person. */
export class FindPersons1763600250000 implements MigrationInterface {
  readonly name = 'FindPersons1763600250000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX users_newest ON users (created_at, id);
      CREATE INDEX users_search ON users USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
      CREATE INDEX admin_actions_about_address ON admin_actions (lower(btrim(details->>'email')), created_at);
      CREATE INDEX admin_actions_about_account ON admin_actions ((details->>'userId'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP INDEX users_newest, users_search, admin_actions_about_address, admin_actions_about_account',
    );
  }
}
