import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Single purchases, promo codes that are held while a checkout is open, referral credits at the provider, refunds, and what
 * reconciliation found. Only adds, so that the previous release goes on working beside it.
 */
export class GrowBilling1763600320000 implements MigrationInterface {
  readonly name = 'GrowBilling1763600320000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE programs ADD COLUMN price_once integer, ADD COLUMN stripe_price_id_once text,
        ADD CONSTRAINT programs_price_once_not_negative CHECK (price_once >= 0);

      ALTER TABLE payments ADD COLUMN payment_intent_id text, ADD COLUMN attempts integer NOT NULL DEFAULT 0;

      ALTER TABLE promo_codes ADD COLUMN held_uses integer NOT NULL DEFAULT 0, ADD COLUMN archived_at timestamptz,
        ADD CONSTRAINT promo_codes_never_overheld
          CHECK (held_uses >= 0 AND (max_uses IS NULL OR current_uses + held_uses <= max_uses));

      ALTER TABLE customers ADD COLUMN account_version integer NOT NULL DEFAULT 0;

      CREATE TABLE promo_uses (
        checkout_key text PRIMARY KEY,
        promo_code_id uuid NOT NULL,
        status text NOT NULL DEFAULT 'held',
        held_at timestamptz NOT NULL,
        settled_at timestamptz,
        CONSTRAINT promo_uses_status_known CHECK (status IN ('held', 'counted', 'released')),
        CONSTRAINT promo_uses_promo_code_fk FOREIGN KEY (promo_code_id) REFERENCES promo_codes (id) ON DELETE RESTRICT
      );
      CREATE INDEX promo_uses_promo_code ON promo_uses (promo_code_id);

      ALTER TABLE checkouts ADD COLUMN promo_code_id uuid, ADD COLUMN amount_off integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT checkouts_amount_off_not_negative CHECK (amount_off >= 0),
        ADD CONSTRAINT checkouts_promo_code_fk FOREIGN KEY (promo_code_id) REFERENCES promo_codes (id) ON DELETE SET NULL;
      CREATE INDEX checkouts_due ON checkouts (expires_at) WHERE status = 'open';

      CREATE TABLE purchases (
        id uuid PRIMARY KEY,
        product text NOT NULL,
        reference uuid NOT NULL,
        customer_id text NOT NULL,
        title text NOT NULL,
        amount integer NOT NULL,
        status text NOT NULL,
        attempt integer NOT NULL DEFAULT 1,
        promo_code_id uuid,
        session_id text,
        url text,
        payment_intent_id text,
        amount_paid integer NOT NULL DEFAULT 0,
        amount_refunded integer NOT NULL DEFAULT 0,
        success_url text NOT NULL,
        cancel_url text NOT NULL,
        expires_at timestamptz,
        paid_at timestamptz,
        version integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT purchases_product_known CHECK (product IN ('bootcamps', 'tournaments')),
        CONSTRAINT purchases_status_known CHECK (status IN ('opening', 'open', 'paid', 'refunded', 'expired')),
        CONSTRAINT purchases_amounts_sane CHECK (amount >= 0 AND amount_paid >= 0 AND amount_refunded BETWEEN 0 AND amount_paid),
        CONSTRAINT purchases_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT,
        CONSTRAINT purchases_promo_code_fk FOREIGN KEY (promo_code_id) REFERENCES promo_codes (id) ON DELETE SET NULL
      );
      CREATE UNIQUE INDEX purchases_reference ON purchases (reference);
      CREATE UNIQUE INDEX purchases_session ON purchases (session_id);
      CREATE INDEX purchases_customer ON purchases (customer_id);
      CREATE INDEX purchases_due ON purchases (expires_at) WHERE status = 'open';

      ALTER TABLE referrals ADD COLUMN first_payment_id text, ADD COLUMN reversed_at timestamptz;

      CREATE TABLE referral_credits (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        referral_id uuid NOT NULL,
        side text NOT NULL,
        user_id uuid NOT NULL,
        amount integer NOT NULL,
        status text NOT NULL,
        granted_id text,
        returned_id text,
        returned_amount integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT referral_credits_side_known CHECK (side IN ('referrer', 'referee')),
        CONSTRAINT referral_credits_status_known CHECK (status IN ('due', 'granted', 'return_due', 'returned', 'dropped')),
        CONSTRAINT referral_credits_amounts_sane CHECK (amount > 0 AND returned_amount BETWEEN 0 AND amount),
        CONSTRAINT referral_credits_referral_fk FOREIGN KEY (referral_id) REFERENCES referrals (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX referral_credits_once ON referral_credits (referral_id, side);
      CREATE INDEX referral_credits_user ON referral_credits (user_id);
      CREATE INDEX referral_credits_due ON referral_credits (created_at) WHERE status IN ('due', 'return_due');

      CREATE TABLE referral_totals (
        user_id uuid PRIMARY KEY,
        total_credits integer NOT NULL,
        version integer NOT NULL,
        CONSTRAINT referral_totals_not_negative CHECK (total_credits >= 0)
      );

      CREATE TABLE reconciliations (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        started_at timestamptz NOT NULL,
        finished_at timestamptz,
        checked integer NOT NULL DEFAULT 0,
        repaired integer NOT NULL DEFAULT 0,
        done_until text,
        CONSTRAINT reconciliations_kind_known CHECK (kind IN ('events', 'full', 'admin'))
      );
      CREATE INDEX reconciliations_newest ON reconciliations (started_at);

      CREATE TABLE reconciliation_differences (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        reconciliation_id uuid NOT NULL,
        customer_id text NOT NULL,
        subject text NOT NULL,
        field text NOT NULL,
        ours text,
        theirs text,
        CONSTRAINT reconciliation_differences_fk FOREIGN KEY (reconciliation_id) REFERENCES reconciliations (id) ON DELETE CASCADE
      );
      CREATE INDEX reconciliation_differences_of ON reconciliation_differences (reconciliation_id);

      INSERT INTO programs (id, name, description, type, price_once, benefits, created_at) VALUES
        ('6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e02', 'Tournament Prep Bootcamp',
         'Four weeks of coached preparation, with the entry to a first tournament.', 'bootcamps', 15500,
         '["Four weekly sessions of two hours, live on Zoom", "Four competition events", "At most twelve people", "The entry to a first tournament"]',
         now() + interval '1 second'),
        ('6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e03', 'Quarterly Tournament',
         'One entry to an online tournament, for up to four events.', 'tournaments', 4000,
         '["Up to four events for one entry", "Development and professional divisions", "Written feedback by the judges"]',
         now() + interval '2 seconds');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM programs WHERE type IN ('bootcamps', 'tournaments');
      DROP TABLE reconciliation_differences; DROP TABLE reconciliations; DROP TABLE referral_totals; DROP TABLE referral_credits;
      ALTER TABLE referrals DROP COLUMN first_payment_id, DROP COLUMN reversed_at;
      DROP TABLE purchases;
      DROP INDEX checkouts_due;
      ALTER TABLE checkouts DROP COLUMN promo_code_id, DROP COLUMN amount_off;
      DROP TABLE promo_uses;
      ALTER TABLE promo_codes DROP COLUMN held_uses, DROP COLUMN archived_at;
      ALTER TABLE customers DROP COLUMN account_version;
      ALTER TABLE payments DROP COLUMN payment_intent_id, DROP COLUMN attempts;
      ALTER TABLE programs DROP COLUMN price_once, DROP COLUMN stripe_price_id_once;
    `);
  }
}
