import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of messaging as of version 1.0.0. */
export class Baseline1795651200000 implements MigrationInterface {
  readonly name = 'Baseline1795651200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE SEQUENCE person_record_versions;

      -- A subscriber of the newsletter (specification, section 3 "newsletter_subscribers").
      CREATE TABLE newsletter_subscribers (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        source text,
        tags jsonb NOT NULL DEFAULT '[]',
        is_active boolean NOT NULL DEFAULT true,
        unsubscribed_at timestamptz,
        subscribed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        correction text,
        correction_until timestamp(3) with time zone,
        confirmed_at timestamp(3) with time zone,
        searched text NOT NULL,
        CONSTRAINT newsletter_subscribers_active_undated CHECK ((NOT is_active) OR unsubscribed_at IS NULL),
        CONSTRAINT newsletter_subscribers_correction_whole CHECK ((correction IS NULL) = (correction_until IS NULL)),
        CONSTRAINT newsletter_subscribers_tags_list CHECK (jsonb_typeof(tags) = 'array')
      );
      CREATE INDEX newsletter_subscribers_active ON newsletter_subscribers (subscribed_at, id) WHERE is_active;
      CREATE UNIQUE INDEX newsletter_subscribers_email_key ON newsletter_subscribers (email_key);
      CREATE INDEX newsletter_subscribers_inactive ON newsletter_subscribers (subscribed_at, id) WHERE NOT is_active;
      CREATE INDEX newsletter_subscribers_newest ON newsletter_subscribers (subscribed_at, id);
      CREATE INDEX newsletter_subscribers_search ON newsletter_subscribers USING gin (searched gin_trgm_ops);

      -- An email to an audience (specification, section 3 "email_campaigns").
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
        unsent_reason text,
        unsent_at timestamptz,
        sent_at timestamptz,
        created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        field_versions jsonb NOT NULL DEFAULT '{}',
        is_public boolean NOT NULL DEFAULT false,
        updated_at timestamptz NOT NULL DEFAULT now(),
        prepared jsonb,
        frozen_at timestamptz,
        held_until timestamptz,
        refusals integer NOT NULL DEFAULT 0,
        CONSTRAINT email_campaigns_audience_known CHECK (target_audience IN ('all', 'debate_club', 'tournament', 'newsletter')),
        CONSTRAINT email_campaigns_counts_not_negative CHECK (recipient_count >= 0 AND sent_count >= 0 AND open_count >= 0 AND click_count >= 0),
        CONSTRAINT email_campaigns_status_known CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
        CONSTRAINT email_campaigns_unsent_whole CHECK (((unsent_reason IS NULL) = (unsent_at IS NULL)) AND unsent_reason IN ('audience_empty', 'email_refused'))
      );
      CREATE INDEX email_campaigns_due ON email_campaigns (scheduled_at) WHERE status = 'scheduled';
      CREATE INDEX email_campaigns_newest ON email_campaigns (created_at, id);
      CREATE INDEX email_campaigns_status ON email_campaigns (status);

      -- One email to one recipient, and its status (specification, section 3 "email_recipients").
      CREATE TABLE email_recipients (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        campaign_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        name text,
        status text NOT NULL DEFAULT 'pending',
        sent_at timestamptz,
        opened_at timestamptz,
        clicked_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        reason text,
        batch_id uuid,
        claimed_at timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        provider_message_id text,
        user_id uuid,
        list text,
        machine_opened_at timestamptz,
        dedupe_key text,
        template text,
        data jsonb,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        erase_when_settled boolean NOT NULL DEFAULT false,
        limit_key text,
        CONSTRAINT email_recipients_kind CHECK ((campaign_id IS NULL) = (list IS NULL) AND (campaign_id IS NULL) = (dedupe_key IS NOT NULL) AND (campaign_id IS NULL) = (template IS NOT NULL)),
        CONSTRAINT email_recipients_list_known CHECK (list IN ('debate_club', 'tournament', 'newsletter')),
        CONSTRAINT email_recipients_sending_claimed CHECK (status <> 'sending' OR (claimed_at IS NOT NULL AND batch_id IS NOT NULL)),
        CONSTRAINT email_recipients_status_known CHECK (status IN ('pending', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'skipped', 'uncertain')),
        CONSTRAINT email_recipients_campaign_fk FOREIGN KEY (campaign_id) REFERENCES email_campaigns (id) ON DELETE CASCADE
      );
      CREATE INDEX email_recipients_about ON email_recipients (lower(btrim(data->>'email'))) WHERE data IS NOT NULL;
      CREATE INDEX email_recipients_claimed ON email_recipients (claimed_at) WHERE status = 'sending';
      CREATE UNIQUE INDEX email_recipients_dedupe_key ON email_recipients (dedupe_key) WHERE dedupe_key IS NOT NULL;
      CREATE INDEX email_recipients_due ON email_recipients (next_attempt_at) WHERE status = 'pending' AND campaign_id IS NULL;
      CREATE INDEX email_recipients_event_notices ON email_recipients ((data->>'eventId')) WHERE template = 'event-notice';
      CREATE INDEX email_recipients_merged ON email_recipients (lower(btrim(email))) WHERE lower(btrim(email)) <> email_key AND email <> '';
      CREATE INDEX email_recipients_limited ON email_recipients (limit_key, created_at) WHERE limit_key IS NOT NULL;
      CREATE UNIQUE INDEX email_recipients_once ON email_recipients (email_key, campaign_id);
      CREATE INDEX email_recipients_status ON email_recipients (campaign_id, status, email_key) WHERE campaign_id IS NOT NULL;
      CREATE INDEX email_recipients_user ON email_recipients (user_id) WHERE user_id IS NOT NULL;

      -- A message from the contact page.
      CREATE TABLE contact_messages (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        email text NOT NULL,
        message text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        user_id uuid
      );
      CREATE INDEX contact_messages_email_key ON contact_messages (lower(btrim(email)));
      CREATE INDEX contact_messages_newest ON contact_messages (created_at, id);
      CREATE INDEX contact_messages_user ON contact_messages (user_id) WHERE user_id IS NOT NULL;

      -- An event that the mail provider reported of an email.
      CREATE TABLE provider_events (
        sg_event_id text PRIMARY KEY,
        event text NOT NULL,
        recipient_id uuid,
        email text,
        sg_message_id text,
        occurred_at timestamptz NOT NULL,
        payload jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX provider_events_email_key ON provider_events (lower(btrim(email)));
      CREATE INDEX provider_events_of_readers ON provider_events (received_at) WHERE payload ?| ARRAY['ip', 'useragent'];
      CREATE INDEX provider_events_recipient ON provider_events (recipient_id) WHERE recipient_id IS NOT NULL;

      -- The change that a statement made to the number of subscribers.
      CREATE TABLE subscriber_counts (
        id bigserial PRIMARY KEY,
        is_active boolean NOT NULL,
        difference integer NOT NULL
      );

      -- An address that gets no campaigns, whichever list it is on (decisions, "Mail").
      CREATE TABLE suppressed_addresses (
        email_key text NOT NULL,
        reason text NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (email_key, reason),
        CONSTRAINT suppressed_addresses_reason_known CHECK (reason IN ('unsubscribed', 'bounced', 'complained'))
      );

      -- An address that left one list by its owner's own choice; it may get emails of other lists.
      CREATE TABLE list_opt_outs (
        email_key text NOT NULL,
        list text NOT NULL,
        since timestamptz NOT NULL,
        PRIMARY KEY (email_key, list),
        CONSTRAINT list_opt_outs_list_known CHECK (list IN ('debate_club', 'tournament', 'newsletter'))
      );

      -- A request for the starter kit.
      CREATE TABLE starter_kit_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        is_emailed boolean NOT NULL,
        requested_at timestamptz NOT NULL,
        user_id uuid
      );
      CREATE INDEX starter_kit_requests_person ON starter_kit_requests (email_key, requested_at);
      CREATE INDEX starter_kit_requests_user ON starter_kit_requests (user_id) WHERE user_id IS NOT NULL;

      -- The result of a write with an idempotency key.
      CREATE TABLE idempotent_requests (
        operation text NOT NULL,
        key text NOT NULL,
        fingerprint text NOT NULL,
        result jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (operation, key)
      );
      CREATE INDEX idempotent_requests_created_at ON idempotent_requests (created_at);

      -- An account that its holder deleted.
      CREATE TABLE erased_accounts (
        user_id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL
      );

      -- The texts of content that this service follows, as content has published them.
      CREATE TABLE published_texts (
        key text NOT NULL,
        version integer NOT NULL,
        value jsonb NOT NULL,
        CONSTRAINT published_texts_pkey PRIMARY KEY (key)
      );

      -- A file that is being imported into a list.
      CREATE TABLE list_imports (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        status text NOT NULL,
        columns jsonb NOT NULL,
        rows integer NOT NULL,
        mapping jsonb NOT NULL,
        ready integer NOT NULL DEFAULT 0,
        refused integer NOT NULL DEFAULT 0,
        read_at timestamptz NOT NULL,
        CONSTRAINT list_imports_status_known CHECK (status IN ('read', 'checked', 'done'))
      );
      CREATE INDEX list_imports_oldest ON list_imports (read_at);

      -- A row of a file that is being imported.
      CREATE TABLE list_import_rows (
        import_id uuid NOT NULL,
        line integer NOT NULL,
        cells jsonb NOT NULL,
        problem text,
        PRIMARY KEY (import_id, line),
        CONSTRAINT list_import_rows_import FOREIGN KEY (import_id) REFERENCES list_imports (id) ON DELETE CASCADE
      );

      -- The last published state of a registration: a read model, which republishing all registrations rebuilds.
      CREATE TABLE contacts (
        list text NOT NULL,
        registration_id uuid NOT NULL,
        version bigint NOT NULL,
        email text,
        email_key text,
        name text,
        until timestamptz,
        user_id uuid,
        PRIMARY KEY (list, registration_id),
        CONSTRAINT contacts_list_known CHECK (list IN ('debate_club', 'tournament')),
        CONSTRAINT contacts_whole_or_empty CHECK (((email IS NULL) = (email_key IS NULL)) AND (email IS NOT NULL OR name IS NULL))
      );
      CREATE INDEX contacts_person ON contacts (email_key) WHERE email_key IS NOT NULL;
      CREATE INDEX contacts_user ON contacts (user_id) WHERE user_id IS NOT NULL;

      -- The change that a statement made to a count of a campaign: recipients in a state, openings or clicks.
      CREATE TABLE campaign_counts (
        id bigserial PRIMARY KEY,
        campaign_id uuid NOT NULL,
        what text NOT NULL,
        difference integer NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX campaign_counts_campaign ON campaign_counts (campaign_id, what);

      -- A recipient's first click on a link of a campaign's email.
      CREATE TABLE link_clicks (
        recipient_id uuid NOT NULL,
        link_index integer NOT NULL,
        campaign_id uuid NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (recipient_id, link_index),
        CONSTRAINT link_clicks_index_not_negative CHECK (link_index >= 0),
        CONSTRAINT link_clicks_recipient_fk FOREIGN KEY (recipient_id) REFERENCES email_recipients (id) ON DELETE CASCADE
      );
      CREATE INDEX link_clicks_campaign ON link_clicks (campaign_id, link_index);

      -- The latest published state of an account.
      CREATE TABLE accounts (
        user_id uuid PRIMARY KEY,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        email_verified_at timestamptz,
        version integer NOT NULL
      );
      CREATE INDEX accounts_email_key ON accounts (email_key);

      -- The latest published state of an account's membership.
      CREATE TABLE memberships (
        subscription_id text PRIMARY KEY,
        user_id uuid,
        version integer NOT NULL,
        plan text NOT NULL,
        access boolean NOT NULL
      );
      CREATE INDEX memberships_user ON memberships (user_id) WHERE user_id IS NOT NULL;

      -- A named text that staff insert into replies.
      CREATE TABLE canned_replies (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        reply text NOT NULL,
        version integer NOT NULL DEFAULT 1,
        field_versions jsonb NOT NULL DEFAULT '{}'
      );
      CREATE UNIQUE INDEX canned_replies_name ON canned_replies (lower(name));

      -- Staff and a person who wrote to the association: a message of the contact page or a request for office hours, and what followed.
      CREATE TABLE conversations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        subject_id uuid NOT NULL,
        name text NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        status text NOT NULL DEFAULT 'open',
        assignee_id uuid,
        assigned_by uuid,
        assigned_at timestamptz,
        closed_by uuid,
        closed_at timestamptz,
        waiting_since timestamptz,
        last_message_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        session_starts_at timestamptz,
        session_cancelled_at timestamptz,
        sender_proof text,
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT conversations_kind_known CHECK (kind IN ('contact', 'office_hours')),
        CONSTRAINT conversations_sender_proof_known CHECK (sender_proof IN ('signed_in', 'answered')),
        CONSTRAINT conversations_status_known CHECK (status IN ('open', 'closed')),
        CONSTRAINT conversations_assignment_whole CHECK ((assignee_id IS NULL) = (assigned_at IS NULL) AND (assigned_by IS NULL OR assigned_at IS NOT NULL)),
        CONSTRAINT conversations_closing_whole CHECK ((status = 'closed') = (closed_at IS NOT NULL) AND (closed_by IS NULL OR closed_at IS NOT NULL)),
        CONSTRAINT conversations_closed_waits_not CHECK (status = 'open' OR waiting_since IS NULL),
        CONSTRAINT conversations_session_whole CHECK ((kind = 'office_hours') = (session_starts_at IS NOT NULL) AND (session_cancelled_at IS NULL OR session_starts_at IS NOT NULL))
      );
      CREATE INDEX conversations_closed ON conversations (last_message_at, id) WHERE status = 'closed';
      CREATE INDEX conversations_open ON conversations (assignee_id) WHERE status = 'open';
      CREATE INDEX conversations_person ON conversations (email_key);
      CREATE UNIQUE INDEX conversations_subject ON conversations (kind, subject_id);
      CREATE INDEX conversations_user ON conversations (user_id) WHERE user_id IS NOT NULL;

      -- A message of a conversation.
      CREATE TABLE conversation_messages (
        id uuid PRIMARY KEY,
        conversation_id uuid NOT NULL,
        text text NOT NULL,
        quoted text,
        admin_id uuid,
        other_email text,
        is_unconfirmed boolean NOT NULL DEFAULT false,
        received_key text,
        created_at timestamptz NOT NULL,
        CONSTRAINT conversation_messages_conversation_fk FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE
      );
      CREATE INDEX conversation_messages_conversation ON conversation_messages (conversation_id, created_at);
      CREATE INDEX conversation_messages_other_email ON conversation_messages (lower(btrim(other_email))) WHERE other_email IS NOT NULL;
      CREATE UNIQUE INDEX conversation_messages_received ON conversation_messages (received_key) WHERE received_key IS NOT NULL;

      -- Marks a record of a person that changed.
      CREATE TABLE person_record_changes (
        id bigserial PRIMARY KEY,
        source text NOT NULL,
        record_id uuid NOT NULL
      );

      CREATE FUNCTION count_email_recipients() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, status, count(*) FROM after_change WHERE campaign_id IS NOT NULL GROUP BY campaign_id, status;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, what, -count(*) FROM before_change, unnest(ARRAY[status, CASE WHEN opened_at IS NOT NULL THEN 'opened' END,
            CASE WHEN clicked_at IS NOT NULL THEN 'clicked' END, CASE WHEN machine_opened_at IS NOT NULL THEN 'machine_opened' END]) AS what
          WHERE what IS NOT NULL AND campaign_id IS NOT NULL GROUP BY campaign_id, what;
        ELSE
          INSERT INTO campaign_counts (campaign_id, what, difference)
          SELECT campaign_id, what, sum(one) FROM (
            SELECT campaign_id, status AS what, 1 AS one FROM after_change
            UNION ALL SELECT campaign_id, status, -1 FROM before_change
            UNION ALL SELECT campaign_id, 'opened', 1 FROM after_change WHERE opened_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'opened', -1 FROM before_change WHERE opened_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'clicked', 1 FROM after_change WHERE clicked_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'clicked', -1 FROM before_change WHERE clicked_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'machine_opened', 1 FROM after_change WHERE machine_opened_at IS NOT NULL
            UNION ALL SELECT campaign_id, 'machine_opened', -1 FROM before_change WHERE machine_opened_at IS NOT NULL
          ) AS moved WHERE campaign_id IS NOT NULL GROUP BY campaign_id, what HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;

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

      CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Without accents, as the typed search is.
        NEW.searched := regexp_replace(normalize(lower(' ' || NEW.email), NFD), '[\\u0300-\\u036f]', '', 'g');
        RETURN NEW;
      END $$;

      CREATE FUNCTION note_person_records() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          INSERT INTO person_record_changes (source, record_id) SELECT TG_ARGV[0], id FROM before_change;
        ELSE
          INSERT INTO person_record_changes (source, record_id) SELECT TG_ARGV[0], id FROM after_change;
        END IF;
        RETURN NULL;
      END $$;

      CREATE TRIGGER count_added AFTER INSERT ON email_recipients REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_email_recipients();
      CREATE TRIGGER count_changed AFTER UPDATE ON email_recipients REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_email_recipients();
      CREATE TRIGGER count_removed AFTER DELETE ON email_recipients REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_email_recipients();
      CREATE TRIGGER count_added AFTER INSERT ON newsletter_subscribers REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_newsletter_subscribers();
      CREATE TRIGGER count_changed AFTER UPDATE ON newsletter_subscribers REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_newsletter_subscribers();
      CREATE TRIGGER count_removed AFTER DELETE ON newsletter_subscribers REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_newsletter_subscribers();
      CREATE TRIGGER person_records_added AFTER INSERT ON contact_messages REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('contact');
      CREATE TRIGGER person_records_changed AFTER UPDATE ON contact_messages REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('contact');
      CREATE TRIGGER person_records_removed AFTER DELETE ON contact_messages REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('contact');
      CREATE TRIGGER person_records_added AFTER INSERT ON newsletter_subscribers REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('newsletter');
      CREATE TRIGGER person_records_changed AFTER UPDATE ON newsletter_subscribers REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('newsletter');
      CREATE TRIGGER person_records_removed AFTER DELETE ON newsletter_subscribers REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('newsletter');
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF email, searched ON newsletter_subscribers FOR EACH ROW EXECUTE FUNCTION keep_searched();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE published_texts, person_record_changes, canned_replies, conversation_messages, conversations, memberships, accounts, link_clicks, campaign_counts, contacts, list_import_rows, list_imports, erased_accounts, idempotent_requests, starter_kit_requests, list_opt_outs, suppressed_addresses, subscriber_counts, provider_events, contact_messages, email_recipients, email_campaigns, newsletter_subscribers;
      DROP FUNCTION count_email_recipients();
      DROP FUNCTION count_newsletter_subscribers();
      DROP FUNCTION keep_searched();
      DROP FUNCTION note_person_records();
      DROP SEQUENCE person_record_versions;
    `);
  }
}
