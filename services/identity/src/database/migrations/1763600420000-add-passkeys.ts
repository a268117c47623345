import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators may sign in with passkeys. Those of a second factor that goes off go with it. */
export class AddPasskeys1763600420000 implements MigrationInterface {
  readonly name = 'AddPasskeys1763600420000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE passkeys (
        id uuid PRIMARY KEY,
        admin_id uuid NOT NULL CONSTRAINT passkeys_second_factor REFERENCES second_factors (admin_id) ON DELETE CASCADE,
        credential_id text NOT NULL CONSTRAINT passkeys_credential UNIQUE,
        public_key bytea NOT NULL,
        transports text[] NOT NULL,
        uses bigint NOT NULL CONSTRAINT passkeys_uses_real CHECK (uses >= 0),
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE INDEX passkeys_admin ON passkeys (admin_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE passkeys');
  }
}
