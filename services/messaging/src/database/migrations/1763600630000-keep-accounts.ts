import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which mailboxes are verified, and the names of their accounts, as identity publishes them. */
export class KeepAccounts1763600630000 implements MigrationInterface {
  readonly name = 'KeepAccounts1763600630000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE accounts (
        user_id uuid PRIMARY KEY,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        email_verified_at timestamptz,
        version integer NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX accounts_email_key ON accounts (email_key)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE accounts`);
  }
}
