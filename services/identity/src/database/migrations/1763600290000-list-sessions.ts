import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People see where they are signed in, and sign out there. Tokens that are out already are listed once they are used. */
export class ListSessions1763600290000 implements MigrationInterface {
  readonly name = 'ListSessions1763600290000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE sessions (
        token_id uuid PRIMARY KEY,
        user_id uuid CONSTRAINT sessions_user_account REFERENCES users (id) ON DELETE CASCADE,
        admin_id uuid CONSTRAINT sessions_admin_account REFERENCES admins (id) ON DELETE CASCADE,
        session_version integer NOT NULL,
        client text NOT NULL,
        started_at timestamptz NOT NULL,
        last_seen_on date NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sessions_of_one CHECK ((user_id IS NULL) <> (admin_id IS NULL))
      );
      CREATE INDEX sessions_user ON sessions (user_id);
      CREATE INDEX sessions_admin ON sessions (admin_id);
      CREATE INDEX sessions_expiry ON sessions (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sessions');
  }
}
