import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is bought without an account is a claim, which identity grants by the verified mailbox. Memberships that an account had by its
 * address alone until now stay with it: nobody loses access by this.
 */
export class KeepClaims1763600300000 implements MigrationInterface {
  readonly name = 'KeepClaims1763600300000';

  static readonly whileServing = {
    'changes rows of memberships and holds them to its end':
      'only those that no account has, and its end comes with the next statements',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE claims (
        kind text NOT NULL,
        subject_id text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        granted_by text,
        made_at timestamptz NOT NULL,
        CONSTRAINT claims_pkey PRIMARY KEY (kind, subject_id),
        CONSTRAINT claims_kind_known CHECK (kind IN ('customer', 'tournament_entry', 'bootcamp_registration', 'debate_club_registration')),
        CONSTRAINT claims_granted_by_known CHECK (granted_by IN ('mailbox', 'payment')),
        CONSTRAINT claims_granted_whole CHECK ((user_id IS NULL) = (granted_by IS NULL))
      );
      CREATE INDEX claims_open ON claims (email_key) WHERE user_id IS NULL;
      CREATE INDEX claims_user ON claims (user_id) WHERE user_id IS NOT NULL;
      UPDATE memberships SET user_id = users.id FROM users WHERE memberships.user_id IS NULL AND memberships.email_key = users.email_key;
      INSERT INTO claims (kind, subject_id, email_key, user_id, granted_by, made_at)
        SELECT DISTINCT ON (paid.customer_id) 'customer', paid.customer_id, paid.email_key, paid.user_id,
          CASE WHEN paid.user_id IS NULL THEN NULL WHEN paid.paid_without_account AND users.email_proven_at IS NULL THEN 'payment' ELSE 'mailbox' END,
          paid.started_at
        FROM memberships paid LEFT JOIN users ON users.id = paid.user_id
        WHERE paid.email_key <> '' ORDER BY paid.customer_id, paid.started_at;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE claims');
  }
}
