import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIdentity1763600200000 implements MigrationInterface {
  readonly name = 'CreateIdentity1763600200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        password_hash text,
        stripe_customer_id text,
        stripe_subscription_id text,
        subscription_status text NOT NULL DEFAULT 'inactive',
        division text NOT NULL DEFAULT 'development',
        has_set_password boolean NOT NULL DEFAULT false,
        referral_code text NOT NULL,
        referral_credits integer NOT NULL DEFAULT 0,
        session_version integer NOT NULL DEFAULT 0,
        version integer NOT NULL DEFAULT 1,
        deactivated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_subscription_status_known CHECK (subscription_status IN ('active', 'inactive')),
        CONSTRAINT users_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT users_referral_credits_not_negative CHECK (referral_credits >= 0)
      );
      CREATE UNIQUE INDEX users_email_key ON users (email_key);
      CREATE UNIQUE INDEX users_referral_code ON users (referral_code);

      CREATE TABLE memberships (
        subscription_id text PRIMARY KEY,
        customer_id text NOT NULL,
        user_id uuid,
        email_key text NOT NULL,
        access boolean NOT NULL,
        started_at timestamptz NOT NULL,
        version integer NOT NULL
      );
      CREATE INDEX memberships_email_key ON memberships (email_key);
      CREATE INDEX memberships_user ON memberships (user_id);

      CREATE TABLE account_tokens (
        token_hash text PRIMARY KEY,
        purpose text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT account_tokens_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change')),
        CONSTRAINT account_tokens_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX account_tokens_user ON account_tokens (user_id);
      CREATE INDEX account_tokens_expiry ON account_tokens (expires_at);

      CREATE TABLE ended_sessions (
        token_id uuid PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX ended_sessions_expiry ON ended_sessions (expires_at);

      CREATE TABLE admins (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        password_hash text NOT NULL,
        name text NOT NULL,
        role text NOT NULL DEFAULT 'admin',
        is_active boolean NOT NULL DEFAULT true,
        session_version integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_login_at timestamptz
      );
      CREATE UNIQUE INDEX admins_email_key ON admins (email_key);

      CREATE TABLE admin_actions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        admin_id uuid,
        action text NOT NULL,
        details jsonb NOT NULL DEFAULT '{}',
        ip_address text,
        user_agent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT admin_actions_admin FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE SET NULL
      );
      CREATE INDEX admin_actions_newest ON admin_actions (created_at, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE admin_actions; DROP TABLE admins; DROP TABLE ended_sessions; DROP TABLE account_tokens;
      DROP TABLE memberships; DROP TABLE users;
    `);
  }
}
