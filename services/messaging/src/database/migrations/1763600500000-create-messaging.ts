import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMessaging1763600500000 implements MigrationInterface {
  readonly name = 'CreateMessaging1763600500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE newsletter_subscribers (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        source text,
        tags jsonb NOT NULL DEFAULT '[]',
        is_active boolean NOT NULL DEFAULT true,
        subscribed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT newsletter_subscribers_tags_list CHECK (jsonb_typeof(tags) = 'array')
      );
      CREATE UNIQUE INDEX newsletter_subscribers_email_key ON newsletter_subscribers (email_key);
      CREATE INDEX newsletter_subscribers_newest ON newsletter_subscribers (subscribed_at, id);
      CREATE INDEX newsletter_subscribers_active ON newsletter_subscribers (subscribed_at, id) WHERE is_active;
      CREATE INDEX newsletter_subscribers_search ON newsletter_subscribers USING gin (lower(' ' || email) gin_trgm_ops);

      CREATE TABLE subscriber_counts (
        id bigserial PRIMARY KEY,
        is_active boolean NOT NULL,
        difference integer NOT NULL
      );
      CREATE FUNCTION count_newsletter_subscribers() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO subscriber_counts (is_active, difference)
          SELECT is_active, count(*) FROM after_change GROUP BY is_active;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO subscriber_counts (is_active, difference)
          SELECT is_active, -count(*) FROM before_change GROUP BY is_active;
        ELSE
          INSERT INTO subscriber_counts (is_active, difference)
          SELECT is_active, sum(one) FROM (
            SELECT is_active, 1 AS one FROM after_change UNION ALL SELECT is_active, -1 FROM before_change
          ) AS moved GROUP BY is_active HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_added AFTER INSERT ON newsletter_subscribers
        REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_newsletter_subscribers();
      CREATE TRIGGER count_changed AFTER UPDATE ON newsletter_subscribers
        REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
        FOR EACH STATEMENT EXECUTE FUNCTION count_newsletter_subscribers();
      CREATE TRIGGER count_removed AFTER DELETE ON newsletter_subscribers
        REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_newsletter_subscribers();

      CREATE TABLE email_campaigns (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        admin_id uuid,
        name text NOT NULL,
        subject text NOT NULL,
        content text NOT NULL,
        target_audience text NOT NULL,
        recipient_count integer NOT NULL DEFAULT 0,
        sent_count integer NOT NULL DEFAULT 0,
        open_count integer NOT NULL DEFAULT 0,
        click_count integer NOT NULL DEFAULT 0,
        status text NOT NULL DEFAULT 'draft',
        scheduled_at timestamptz,
        sent_at timestamptz,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT email_campaigns_audience_known CHECK (target_audience IN ('all', 'debate_club', 'tournament', 'newsletter')),
        CONSTRAINT email_campaigns_status_known CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
        CONSTRAINT email_campaigns_counts_not_negative
          CHECK (recipient_count >= 0 AND sent_count >= 0 AND open_count >= 0 AND click_count >= 0)
      );
      CREATE INDEX email_campaigns_newest ON email_campaigns (created_at, id);
      CREATE INDEX email_campaigns_status ON email_campaigns (status);

      CREATE TABLE email_recipients (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        campaign_id uuid NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL,
        name text,
        status text NOT NULL DEFAULT 'pending',
        sent_at timestamptz,
        opened_at timestamptz,
        clicked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT email_recipients_campaign_fk FOREIGN KEY (campaign_id) REFERENCES email_campaigns (id) ON DELETE CASCADE,
        CONSTRAINT email_recipients_status_known CHECK
          (status IN ('pending', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'uncertain'))
      );
      CREATE UNIQUE INDEX email_recipients_once ON email_recipients (campaign_id, email_key);
      CREATE INDEX email_recipients_status ON email_recipients (campaign_id, status);

      CREATE TABLE contact_messages (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        email text NOT NULL,
        message text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX contact_messages_newest ON contact_messages (created_at, id);

      CREATE TABLE letters (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        dedupe_key text NOT NULL,
        "to" text NOT NULL,
        to_name text,
        template text NOT NULL,
        data jsonb NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        claimed_at timestamptz,
        provider_message_id text,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        CONSTRAINT letters_status_known CHECK (status IN ('pending', 'sending', 'sent', 'failed', 'uncertain')),
        CONSTRAINT letters_sending_claimed CHECK (status <> 'sending' OR claimed_at IS NOT NULL),
        CONSTRAINT letters_sent_dated CHECK (status <> 'sent' OR sent_at IS NOT NULL)
      );
      CREATE UNIQUE INDEX letters_dedupe_key ON letters (dedupe_key);
      CREATE INDEX letters_due ON letters (next_attempt_at) WHERE status = 'pending';
      CREATE INDEX letters_claimed ON letters (claimed_at) WHERE status = 'sending';

      CREATE TABLE provider_events (
        sg_event_id text PRIMARY KEY,
        event text NOT NULL,
        letter_id uuid,
        email text,
        sg_message_id text,
        occurred_at timestamptz NOT NULL,
        payload jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX provider_events_letter ON provider_events (letter_id) WHERE letter_id IS NOT NULL;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE provider_events; DROP TABLE letters; DROP TABLE contact_messages; DROP TABLE email_recipients;
      DROP TABLE email_campaigns; DROP TABLE newsletter_subscribers; DROP FUNCTION count_newsletter_subscribers;
      DROP TABLE subscriber_counts;
    `);
  }
}
