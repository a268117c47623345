import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRegistrations1763600400000 implements MigrationInterface {
  readonly name = 'CreateRegistrations1763600400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE events (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        title text NOT NULL,
        description text NOT NULL,
        type text NOT NULL,
        division text,
        datetime timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        timezone text NOT NULL DEFAULT 'EST',
        location text NOT NULL DEFAULT 'Zoom',
        zoom_link text,
        capacity integer,
        registration_deadline timestamptz NOT NULL,
        price integer NOT NULL,
        is_active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT events_type_known CHECK (type IN ('tournament', 'bootcamp')),
        CONSTRAINT events_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT events_end_after_start CHECK (ends_at > datetime),
        CONSTRAINT events_deadline_before_end CHECK (registration_deadline <= ends_at),
        CONSTRAINT events_capacity_positive CHECK (capacity > 0),
        CONSTRAINT events_price_not_negative CHECK (price >= 0)
      );
      CREATE INDEX events_upcoming ON events (datetime) WHERE is_active;

      CREATE TABLE debate_club_registrations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        phone text,
        division text NOT NULL DEFAULT 'development',
        billing_cycle text NOT NULL,
        experience_level text,
        goals text,
        referral_source text,
        referral_code text,
        status text NOT NULL DEFAULT 'active',
        billing_start_date timestamptz,
        stripe_customer_id text,
        stripe_subscription_id text,
        registered_at timestamptz(3) NOT NULL DEFAULT now(),
        hidden_at timestamptz,
        CONSTRAINT debate_club_registrations_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT debate_club_registrations_billing_cycle_known CHECK (billing_cycle IN ('monthly', 'annual')),
        CONSTRAINT debate_club_registrations_experience_known CHECK (experience_level IN ('beginner', 'intermediate', 'advanced')),
        CONSTRAINT debate_club_registrations_status_known CHECK (status IN ('active', 'pending', 'paused', 'cancelled'))
      );
      CREATE UNIQUE INDEX debate_club_registrations_subscription ON debate_club_registrations (stripe_subscription_id);
      CREATE INDEX debate_club_registrations_newest ON debate_club_registrations (registered_at, id) WHERE hidden_at IS NULL;
      CREATE INDEX debate_club_registrations_newest_of_status
        ON debate_club_registrations (status, registered_at, id) WHERE hidden_at IS NULL;
      CREATE INDEX debate_club_registrations_email_key ON debate_club_registrations (email_key);
      CREATE INDEX debate_club_registrations_user ON debate_club_registrations (user_id);
      CREATE INDEX debate_club_registrations_search ON debate_club_registrations
        USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

      CREATE TABLE tournament_registrations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        event_id uuid NOT NULL,
        user_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        phone text,
        division text NOT NULL,
        experience_level text,
        competitions jsonb NOT NULL DEFAULT '[]',
        special_requests text,
        waiver_accepted_at timestamptz,
        promo_code text,
        payment_status text NOT NULL DEFAULT 'pending',
        payment_amount integer,
        waitlisted_at timestamptz,
        registered_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT tournament_registrations_event_fk FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE RESTRICT,
        CONSTRAINT tournament_registrations_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT tournament_registrations_experience_known CHECK (experience_level IN ('beginner', 'intermediate', 'advanced')),
        CONSTRAINT tournament_registrations_competitions_list CHECK (jsonb_typeof(competitions) = 'array'),
        CONSTRAINT tournament_registrations_payment_status_known CHECK (payment_status IN ('pending', 'paid', 'failed', 'refunded')),
        CONSTRAINT tournament_registrations_payment_not_negative CHECK (payment_amount >= 0)
      );
      CREATE UNIQUE INDEX tournament_registrations_once ON tournament_registrations (event_id, email_key);
      CREATE INDEX tournament_registrations_newest ON tournament_registrations (registered_at, id);
      CREATE INDEX tournament_registrations_newest_of_status ON tournament_registrations (payment_status, registered_at, id);
      CREATE INDEX tournament_registrations_email_key ON tournament_registrations (email_key);
      CREATE INDEX tournament_registrations_user ON tournament_registrations (user_id);
      CREATE INDEX tournament_registrations_search ON tournament_registrations
        USING gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

      CREATE TABLE bootcamp_registrations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        event_id uuid NOT NULL,
        user_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        phone text,
        experience_level text NOT NULL,
        goals text,
        referral_source text,
        payment_status text NOT NULL DEFAULT 'pending',
        payment_amount integer NOT NULL DEFAULT 15500,
        stripe_checkout_session_id text,
        stripe_payment_intent_id text,
        special_requests text,
        promo_code text,
        waitlisted_at timestamptz,
        registered_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT bootcamp_registrations_event_fk FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE RESTRICT,
        CONSTRAINT bootcamp_registrations_experience_known CHECK (experience_level IN ('beginner', 'intermediate', 'advanced')),
        CONSTRAINT bootcamp_registrations_payment_status_known CHECK (payment_status IN ('pending', 'paid', 'failed', 'refunded')),
        CONSTRAINT bootcamp_registrations_payment_not_negative CHECK (payment_amount >= 0)
      );
      CREATE UNIQUE INDEX bootcamp_registrations_checkout ON bootcamp_registrations (stripe_checkout_session_id);
      CREATE INDEX bootcamp_registrations_event ON bootcamp_registrations (event_id);
      CREATE INDEX bootcamp_registrations_newest ON bootcamp_registrations (registered_at, id);
      CREATE INDEX bootcamp_registrations_email_key ON bootcamp_registrations (email_key);

      CREATE TABLE accounts (
        user_id uuid PRIMARY KEY,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        division text NOT NULL,
        version integer NOT NULL
      );
      CREATE INDEX accounts_email_key ON accounts (email_key);

      CREATE TABLE memberships (
        subscription_id text PRIMARY KEY,
        customer_id text NOT NULL,
        user_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        status text NOT NULL,
        access boolean NOT NULL,
        plan text NOT NULL,
        started_at timestamptz NOT NULL,
        version integer NOT NULL
      );
      CREATE INDEX memberships_user ON memberships (user_id);
      CREATE INDEX memberships_email_key ON memberships (email_key);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE memberships; DROP TABLE accounts; DROP TABLE bootcamp_registrations; DROP TABLE tournament_registrations;
      DROP TABLE debate_club_registrations; DROP TABLE events;
    `);
  }
}
