import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mailed links, proven and pending addresses, and what keeps an older fact of referral credits from undoing a newer one. */
export class AddAccountLinks1763600210000 implements MigrationInterface {
  readonly name = 'AddAccountLinks1763600210000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE users
        ADD pending_email text,
        ADD email_proven_at timestamptz,
        ADD referral_credits_version integer NOT NULL DEFAULT 0;

      ALTER TABLE memberships ADD paid_without_account boolean NOT NULL DEFAULT false;
      UPDATE memberships SET paid_without_account = true WHERE user_id IS NULL;

      CREATE INDEX account_tokens_email_key ON account_tokens (email_key);

      CREATE TABLE link_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        purpose text NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        requested_at timestamptz NOT NULL,
        answered_at timestamptz,
        has_letter boolean NOT NULL DEFAULT false,
        CONSTRAINT link_requests_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change')),
        CONSTRAINT link_requests_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX link_requests_open ON link_requests (requested_at) WHERE answered_at IS NULL;
      CREATE INDEX link_requests_email_key ON link_requests (email_key, answered_at);
      CREATE INDEX link_requests_user ON link_requests (user_id, answered_at);
      CREATE INDEX link_requests_answered ON link_requests (answered_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE link_requests;
      DROP INDEX account_tokens_email_key;
      ALTER TABLE memberships DROP paid_without_account;
      ALTER TABLE users DROP pending_email, DROP email_proven_at, DROP referral_credits_version;
    `);
  }
}
