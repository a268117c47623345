import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBilling1763600300000 implements MigrationInterface {
  readonly name = 'CreateBilling1763600300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE programs (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        description text NOT NULL,
        type text NOT NULL,
        price_monthly integer,
        price_annual integer,
        benefits jsonb NOT NULL DEFAULT '[]',
        stripe_price_id_monthly text,
        stripe_price_id_annual text,
        is_active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT programs_type_known CHECK (type IN ('debate_club', 'tournaments', 'bootcamps')),
        CONSTRAINT programs_prices_not_negative CHECK (price_monthly >= 0 AND price_annual >= 0)
      );
      CREATE UNIQUE INDEX programs_type ON programs (type);

      CREATE TABLE customers (
        id text PRIMARY KEY,
        user_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL DEFAULT '',
        last_name text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX customers_user ON customers (user_id) WHERE user_id IS NOT NULL;
      CREATE UNIQUE INDEX customers_email_key ON customers (email_key);

      CREATE TABLE checkouts (
        id uuid PRIMARY KEY,
        email_key text NOT NULL,
        plan text NOT NULL,
        amount integer NOT NULL,
        status text NOT NULL,
        customer_id text,
        session_id text,
        url text,
        success_url text NOT NULL,
        cancel_url text NOT NULL,
        expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT checkouts_plan_known CHECK (plan IN ('monthly', 'annual')),
        CONSTRAINT checkouts_status_known CHECK (status IN ('opening', 'open', 'complete', 'expired')),
        CONSTRAINT checkouts_amount_not_negative CHECK (amount >= 0),
        CONSTRAINT checkouts_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX checkouts_one_open ON checkouts (email_key) WHERE status IN ('opening', 'open');
      CREATE UNIQUE INDEX checkouts_session ON checkouts (session_id);
      CREATE INDEX checkouts_customer ON checkouts (customer_id);

      CREATE TABLE subscriptions (
        id text PRIMARY KEY,
        customer_id text NOT NULL,
        status text NOT NULL,
        access boolean NOT NULL,
        plan text NOT NULL,
        amount integer NOT NULL,
        started_at timestamptz NOT NULL,
        current_period_start timestamptz NOT NULL,
        current_period_end timestamptz NOT NULL,
        cancel_at_period_end boolean NOT NULL DEFAULT false,
        ended_at timestamptz,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT subscriptions_status_known CHECK (status IN ('pending', 'active', 'past_due', 'paused', 'cancelled')),
        CONSTRAINT subscriptions_plan_known CHECK (plan IN ('monthly', 'annual')),
        CONSTRAINT subscriptions_amount_not_negative CHECK (amount >= 0),
        CONSTRAINT subscriptions_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions (customer_id) WHERE status IN ('active', 'past_due', 'paused');
      CREATE INDEX subscriptions_customer ON subscriptions (customer_id, started_at);

      CREATE TABLE payments (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        invoice_id text NOT NULL,
        customer_id text NOT NULL,
        subscription_id text,
        status text NOT NULL,
        "interval" text,
        amount integer NOT NULL,
        amount_refunded integer NOT NULL DEFAULT 0,
        currency text NOT NULL DEFAULT 'usd',
        invoice_url text,
        paid_at timestamptz NOT NULL,
        CONSTRAINT payments_status_known CHECK (status IN ('succeeded', 'pending', 'failed', 'refunded')),
        CONSTRAINT payments_amounts_sane CHECK (amount >= 0 AND amount_refunded BETWEEN 0 AND amount),
        CONSTRAINT payments_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX payments_invoice ON payments (invoice_id);
      CREATE INDEX payments_newest ON payments (customer_id, paid_at, id);

      CREATE TABLE promo_codes (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        code varchar(50) NOT NULL,
        name text NOT NULL,
        description text,
        discount_type text NOT NULL,
        discount_value integer NOT NULL,
        minimum_amount integer,
        max_uses integer,
        current_uses integer NOT NULL DEFAULT 0,
        valid_from timestamptz NOT NULL DEFAULT now(),
        valid_until timestamptz,
        is_active boolean NOT NULL DEFAULT true,
        applicable_products jsonb NOT NULL DEFAULT '["debate_club", "tournaments", "bootcamps"]',
        created_by uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT promo_codes_discount_known CHECK (discount_type IN ('percentage', 'fixed_amount')),
        CONSTRAINT promo_codes_discount_sane CHECK (discount_value >= 1 AND (discount_type = 'fixed_amount' OR discount_value <= 100)),
        CONSTRAINT promo_codes_never_overused CHECK (current_uses >= 0 AND (max_uses IS NULL OR current_uses <= max_uses))
      );
      CREATE UNIQUE INDEX promo_codes_code ON promo_codes (code);
      CREATE INDEX promo_codes_newest ON promo_codes (created_at, id);

      CREATE TABLE referrals (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        referrer_id uuid NOT NULL,
        referee_id uuid,
        referee_email text NOT NULL,
        referral_code text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        credit_amount integer NOT NULL DEFAULT 5000,
        credited_at timestamptz,
        registered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT referrals_status_known CHECK (status IN ('pending', 'completed', 'reversed')),
        CONSTRAINT referrals_not_oneself CHECK (referrer_id <> referee_id)
      );
      CREATE UNIQUE INDEX referrals_referee ON referrals (referee_id) WHERE referee_id IS NOT NULL;
      CREATE INDEX referrals_referrer ON referrals (referrer_id, created_at);
      CREATE INDEX referrals_code ON referrals (referral_code);

      CREATE TABLE stripe_events (
        id text PRIMARY KEY,
        type text NOT NULL,
        customer_id text,
        session_id text,
        created_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        next_attempt_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        processed_at timestamptz
      );
      CREATE INDEX stripe_events_waiting ON stripe_events (next_attempt_at) WHERE processed_at IS NULL;
      CREATE INDEX stripe_events_received ON stripe_events (received_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE stripe_events; DROP TABLE referrals; DROP TABLE promo_codes; DROP TABLE payments;
      DROP TABLE subscriptions; DROP TABLE checkouts; DROP TABLE customers; DROP TABLE programs;
    `);
  }
}
