import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of registrations as of version 1.0.0. */
export class Baseline1795651200000 implements MigrationInterface {
  readonly name = 'Baseline1795651200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`
      CREATE SEQUENCE contact_versions;
      CREATE SEQUENCE person_record_versions;

      -- A dated happening that people register for: a tournament, a bootcamp run (specification, section 3 "events") or a workshop of annual members.
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
        setup jsonb,
        refund_steps jsonb NOT NULL DEFAULT '[]',
        closed_at timestamptz,
        moved_at timestamptz,
        link_changed_at timestamptz,
        version integer NOT NULL DEFAULT 1,
        field_versions jsonb NOT NULL DEFAULT '{}',
        sequence integer NOT NULL DEFAULT 0,
        cloned_from uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT events_capacity_positive CHECK (capacity > 0),
        CONSTRAINT events_deadline_before_end CHECK (registration_deadline <= ends_at),
        CONSTRAINT events_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT events_end_after_start CHECK (ends_at > datetime),
        CONSTRAINT events_price_not_negative CHECK (price >= 0),
        CONSTRAINT events_refund_steps_list CHECK (jsonb_typeof(refund_steps) = 'array'),
        CONSTRAINT events_setup_of_tournament CHECK (setup IS NULL OR type = 'tournament'),
        CONSTRAINT events_type_known CHECK (type IN ('tournament', 'bootcamp', 'workshop')),
        CONSTRAINT events_workshop_included CHECK (type <> 'workshop' OR price = 0 AND division IS NULL)
      );
      CREATE UNIQUE INDEX events_cloned_once ON events (cloned_from);
      CREATE INDEX events_newest ON events (datetime, id);
      CREATE UNIQUE INDEX events_once ON events (type, datetime, title);
      CREATE INDEX events_upcoming ON events (datetime) WHERE is_active;

      -- A person's registration in the debate club (specification, section 3 "debate_club_registrations").
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
        suspended_status text,
        billing_start_date timestamptz,
        stripe_customer_id text,
        stripe_subscription_id text,
        claim_made_at timestamptz,
        registered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        hidden_at timestamptz,
        replaced_by uuid,
        searched text NOT NULL,
        CONSTRAINT debate_club_registrations_billing_cycle_known CHECK (billing_cycle IN ('monthly', 'annual')),
        CONSTRAINT debate_club_registrations_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT debate_club_registrations_experience_known CHECK (experience_level IN ('beginner', 'intermediate', 'advanced')),
        CONSTRAINT debate_club_registrations_status_known CHECK (status IN ('active', 'pending', 'paused', 'cancelled'))
      );
      CREATE INDEX debate_club_registrations_email_key ON debate_club_registrations (email_key);
      CREATE INDEX debate_club_registrations_newest ON debate_club_registrations (registered_at, id) WHERE hidden_at IS NULL;
      CREATE INDEX debate_club_registrations_newest_of_status ON debate_club_registrations (status, registered_at, id) WHERE hidden_at IS NULL;
      CREATE INDEX debate_club_registrations_replaced_by ON debate_club_registrations (replaced_by) WHERE replaced_by IS NOT NULL;
      CREATE INDEX debate_club_registrations_search ON debate_club_registrations USING gin (searched gin_trgm_ops);
      CREATE UNIQUE INDEX debate_club_registrations_subscription ON debate_club_registrations (stripe_subscription_id);
      CREATE INDEX debate_club_registrations_user ON debate_club_registrations (user_id);

      -- A seat in a bootcamp run, or on its waitlist (specification, section 3 "bootcamp_registrations").
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
        refund_steps jsonb NOT NULL DEFAULT '[]',
        stripe_checkout_session_id text,
        stripe_payment_intent_id text,
        special_requests text,
        promo_code text,
        seat text NOT NULL DEFAULT 'held',
        waitlisted_at timestamptz,
        held_since timestamptz,
        held_until timestamptz,
        offered_until timestamptz,
        pay_key uuid NOT NULL DEFAULT gen_random_uuid(),
        network_key text,
        claim_made_at timestamptz,
        in_other_name boolean NOT NULL DEFAULT false,
        registered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        hidden_at timestamptz,
        searched text NOT NULL,
        CONSTRAINT bootcamp_registrations_experience_known CHECK (experience_level IN ('beginner', 'intermediate', 'advanced')),
        CONSTRAINT bootcamp_registrations_offer_dated CHECK (seat <> 'offered' OR offered_until IS NOT NULL),
        CONSTRAINT bootcamp_registrations_payment_not_negative CHECK (payment_amount >= 0),
        CONSTRAINT bootcamp_registrations_payment_status_known CHECK (payment_status IN ('pending', 'paid', 'failed', 'refunded')),
        CONSTRAINT bootcamp_registrations_refund_steps_list CHECK (jsonb_typeof(refund_steps) = 'array'),
        CONSTRAINT bootcamp_registrations_seat_known CHECK (seat IN ('held', 'waiting', 'offered', 'taken', 'released')),
        CONSTRAINT bootcamp_registrations_waiting_dated CHECK ((seat = 'waiting') = (waitlisted_at IS NOT NULL)),
        CONSTRAINT bootcamp_registrations_event_fk FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX bootcamp_registrations_checkout ON bootcamp_registrations (stripe_checkout_session_id);
      CREATE INDEX bootcamp_registrations_email_key ON bootcamp_registrations (email_key);
      CREATE INDEX bootcamp_registrations_newest ON bootcamp_registrations (registered_at, id) WHERE hidden_at IS NULL;
      CREATE UNIQUE INDEX bootcamp_registrations_once_named ON bootcamp_registrations (event_id, email_key, btrim(lower(regexp_replace(((first_name || ' ') || last_name), '\s+', ' ', 'g')))) WHERE payment_status <> 'refunded' AND hidden_at IS NULL;
      CREATE INDEX bootcamp_registrations_seat ON bootcamp_registrations (event_id, seat);
      CREATE INDEX bootcamp_registrations_search ON bootcamp_registrations USING gin (searched gin_trgm_ops);
      CREATE INDEX bootcamp_registrations_user ON bootcamp_registrations (user_id);

      -- An entry for a tournament, one per name and email address (specification, section 3 "tournament_registrations").
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
        answers jsonb NOT NULL DEFAULT '{}',
        special_requests text,
        waiver_accepted_at timestamptz,
        promo_code text,
        payment_status text NOT NULL DEFAULT 'pending',
        payment_amount integer,
        refund_steps jsonb NOT NULL DEFAULT '[]',
        priced_at timestamptz NOT NULL DEFAULT now(),
        price_reason text NOT NULL DEFAULT 'standard',
        bootcamp_registration_id uuid,
        pay_key uuid NOT NULL DEFAULT gen_random_uuid(),
        correction_key uuid,
        email_corrections integer NOT NULL DEFAULT 0,
        network_key text,
        claim_made_at timestamptz,
        in_other_name boolean NOT NULL DEFAULT false,
        free_subscription_id text,
        held_until timestamptz,
        released_at timestamptz,
        waitlisted_at timestamptz,
        withdrawn_at timestamptz,
        withdrawal_refund integer,
        registered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        searched text NOT NULL,
        CONSTRAINT tournament_registrations_answers_named CHECK (jsonb_typeof(answers) = 'object'),
        CONSTRAINT tournament_registrations_competitions_list CHECK (jsonb_typeof(competitions) = 'array'),
        CONSTRAINT tournament_registrations_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT tournament_registrations_experience_known CHECK (experience_level IN ('beginner', 'intermediate', 'advanced')),
        CONSTRAINT tournament_registrations_payment_not_negative CHECK (payment_amount >= 0),
        CONSTRAINT tournament_registrations_payment_status_known CHECK (payment_status IN ('pending', 'paid', 'failed', 'refunded')),
        CONSTRAINT tournament_registrations_refund_steps_list CHECK (jsonb_typeof(refund_steps) = 'array'),
        CONSTRAINT tournament_registrations_price_reason_known CHECK (price_reason IN ('standard', 'member', 'annual_member', 'bootcamp_entry')),
        CONSTRAINT tournament_registrations_withdrawn_ended CHECK (withdrawn_at IS NULL OR payment_status = 'refunded' AND withdrawal_refund >= 0),
        CONSTRAINT tournament_registrations_bootcamp_fk FOREIGN KEY (bootcamp_registration_id) REFERENCES bootcamp_registrations (id) ON DELETE SET NULL,
        CONSTRAINT tournament_registrations_event_fk FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX tournament_registrations_bootcamp ON tournament_registrations (bootcamp_registration_id);
      CREATE INDEX tournament_registrations_email_key ON tournament_registrations (email_key);
      CREATE INDEX tournament_registrations_free_subscription ON tournament_registrations (free_subscription_id) WHERE free_subscription_id IS NOT NULL;
      CREATE INDEX tournament_registrations_newest ON tournament_registrations (registered_at, id);
      CREATE INDEX tournament_registrations_newest_of_status ON tournament_registrations (payment_status, registered_at, id);
      CREATE UNIQUE INDEX tournament_registrations_once_named ON tournament_registrations (event_id, email_key, btrim(lower(regexp_replace(((first_name || ' ') || last_name), '\s+', ' ', 'g')))) WHERE payment_status <> 'refunded';
      CREATE INDEX tournament_registrations_search ON tournament_registrations USING gin (searched gin_trgm_ops);
      CREATE INDEX tournament_registrations_user ON tournament_registrations (user_id);
      CREATE INDEX tournament_registrations_waiting ON tournament_registrations (event_id, waitlisted_at) WHERE waitlisted_at IS NOT NULL;

      -- An account's seat in a workshop, or its position on the waitlist. The annual plan includes it.
      CREATE TABLE workshop_registrations (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        event_id uuid NOT NULL,
        user_id uuid,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        seat text NOT NULL,
        waitlisted_at timestamptz,
        registered_at timestamp(3) with time zone NOT NULL DEFAULT now(),
        ended_at timestamptz,
        searched text NOT NULL,
        CONSTRAINT workshop_registrations_end_dated CHECK ((seat IN ('taken', 'waiting')) = (ended_at IS NULL)),
        CONSTRAINT workshop_registrations_seat_known CHECK (seat IN ('taken', 'waiting', 'cancelled', 'released', 'removed')),
        CONSTRAINT workshop_registrations_waiting_dated CHECK ((seat = 'waiting') = (waitlisted_at IS NOT NULL)),
        CONSTRAINT workshop_registrations_event_fk FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE RESTRICT
      );
      CREATE INDEX workshop_registrations_newest ON workshop_registrations (registered_at, id) WHERE seat <> 'removed';
      CREATE UNIQUE INDEX workshop_registrations_once ON workshop_registrations (event_id, user_id) WHERE seat IN ('taken', 'waiting');
      CREATE INDEX workshop_registrations_search ON workshop_registrations USING gin (searched gin_trgm_ops);
      CREATE INDEX workshop_registrations_user ON workshop_registrations (user_id);

      -- A notice of an event that was published for a registration. The mailbox is a hash of the key of the registration's links.
      CREATE TABLE event_notices (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        event_id uuid NOT NULL,
        registration_id uuid NOT NULL,
        kind text NOT NULL,
        notice text NOT NULL,
        begins_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        mailbox text NOT NULL,
        published_at timestamptz NOT NULL,
        CONSTRAINT event_notices_kind_known CHECK (kind IN ('tournament', 'bootcamp', 'workshop')),
        CONSTRAINT event_notices_notice_known CHECK (notice IN ('seven_days', 'one_day', 'one_hour', 'payment_reminder', 'changed')),
        CONSTRAINT event_notices_event_fk FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE
      );
      CREATE INDEX event_notices_event ON event_notices (event_id);
      CREATE UNIQUE INDEX event_notices_once ON event_notices (registration_id, notice, due_at, mailbox);

      -- The latest state of an account that identity published.
      CREATE TABLE accounts (
        user_id uuid PRIMARY KEY,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        division text NOT NULL,
        email_verified_at timestamptz,
        deactivated_at timestamptz,
        session_version integer NOT NULL DEFAULT 0,
        version integer NOT NULL
      );
      CREATE INDEX accounts_email_key ON accounts (email_key);

      -- The latest state of a subscription that billing published.
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
        ends_at timestamptz,
        referral_code text,
        version integer NOT NULL
      );
      CREATE INDEX memberships_email_key ON memberships (email_key);
      CREATE INDEX memberships_user ON memberships (user_id);

      -- The number of registrations of a status that one statement added or removed.
      CREATE TABLE registration_counts (
        id bigserial PRIMARY KEY,
        list text NOT NULL,
        status text NOT NULL,
        difference integer NOT NULL,
        CONSTRAINT registration_counts_list_known CHECK (list IN ('debate_club', 'tournament'))
      );

      -- The latest state of a payment for a bootcamp seat or a tournament entry that billing published.
      CREATE TABLE purchases (
        purchase_id uuid PRIMARY KEY,
        product text NOT NULL,
        reference uuid NOT NULL,
        status text NOT NULL,
        amount_paid integer NOT NULL,
        amount_refunded integer NOT NULL,
        is_disputed boolean NOT NULL DEFAULT false,
        session_id text,
        payment_intent_id text,
        refused_at timestamptz,
        version integer NOT NULL,
        CONSTRAINT purchases_status_known CHECK (status IN ('open', 'paid', 'refunded', 'expired'))
      );
      CREATE INDEX purchases_reference ON purchases (reference);

      -- A write with an idempotency key that took effect, and its response.
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

      -- A slot of the office hours that a member booked, or booked and cancelled.
      CREATE TABLE office_hours_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        topic text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        requested_at timestamptz NOT NULL,
        cancelled_at timestamptz,
        CONSTRAINT office_hours_requests_end_after_start CHECK (ends_at > starts_at),
        CONSTRAINT office_hours_requests_one_at_a_time EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE (cancelled_at IS NULL)
      );
      CREATE INDEX office_hours_requests_of ON office_hours_requests (user_id);
      CREATE INDEX office_hours_requests_user ON office_hours_requests (user_id, ends_at) WHERE cancelled_at IS NULL;

      -- An account's calendar feed.
      CREATE TABLE calendar_feeds (
        user_id uuid PRIMARY KEY,
        feed_id uuid NOT NULL,
        session_version integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX calendar_feeds_feed ON calendar_feeds (feed_id);

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

      -- Marks a registration whose contact details changed.
      CREATE TABLE contact_changes (
        id bigserial PRIMARY KEY,
        list text NOT NULL,
        registration_id uuid NOT NULL,
        CONSTRAINT contact_changes_list_known CHECK (list IN ('debate_club', 'tournament'))
      );

      -- Marks a record of a person that changed.
      CREATE TABLE person_record_changes (
        id bigserial PRIMARY KEY,
        source text NOT NULL,
        record_id uuid NOT NULL
      );

      -- There while the sample events are not added: the setup of the site chose none.
      CREATE TABLE sample_removal (
        id boolean PRIMARY KEY DEFAULT true,
        removed_at timestamptz NOT NULL,
        CONSTRAINT sample_removal_one CHECK (id)
      );

      -- The remainder of a tournament entry that an administrator removed, from which its payment link explains the removal.
      CREATE TABLE removed_entries (
        registration_id uuid PRIMARY KEY,
        pay_key uuid NOT NULL,
        removed_at timestamptz NOT NULL
      );

      CREATE FUNCTION count_debate_club_registrations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'debate_club', status, count(*) FROM after_change WHERE hidden_at IS NULL GROUP BY status;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'debate_club', status, -count(*) FROM before_change WHERE hidden_at IS NULL GROUP BY status;
        ELSE
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'debate_club', status, sum(one) FROM (
            SELECT status, 1 AS one FROM after_change WHERE hidden_at IS NULL
            UNION ALL SELECT status, -1 FROM before_change WHERE hidden_at IS NULL
          ) AS moved GROUP BY status HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION count_tournament_registrations() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'tournament', payment_status, count(*) FROM after_change GROUP BY payment_status;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'tournament', payment_status, -count(*) FROM before_change GROUP BY payment_status;
        ELSE
          INSERT INTO registration_counts (list, status, difference)
          SELECT 'tournament', payment_status, sum(one) FROM (
            SELECT payment_status, 1 AS one FROM after_change UNION ALL SELECT payment_status, -1 FROM before_change
          ) AS moved GROUP BY payment_status HAVING sum(one) <> 0;
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Without accents, as the typed search is.
        NEW.searched := regexp_replace(normalize(lower(' ' || NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email), NFD), '[\u0300-\u036f]', '', 'g');
        RETURN NEW;
      END $$;

      CREATE FUNCTION note_all_contacts() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
      INSERT INTO contact_changes (list, registration_id)
      SELECT 'debate_club', id FROM debate_club_registrations UNION ALL SELECT 'tournament', id FROM tournament_registrations; $$;

      CREATE FUNCTION note_contacts_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO contact_changes (list, registration_id)
        SELECT 'tournament', tournament_registrations.id
        FROM after_change JOIN before_change USING (id) JOIN tournament_registrations ON tournament_registrations.event_id = after_change.id
        WHERE after_change.ends_at <> before_change.ends_at;
        RETURN NULL;
      END $$;

      CREATE FUNCTION note_debate_club_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'debate_club', id FROM after_change;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'debate_club', id FROM before_change;
        ELSE
          INSERT INTO contact_changes (list, registration_id)
          SELECT 'debate_club', id FROM after_change JOIN before_change USING (id)
          WHERE (after_change.email, after_change.first_name, after_change.last_name, after_change.status, after_change.hidden_at IS NULL)
            IS DISTINCT FROM (before_change.email, before_change.first_name, before_change.last_name, before_change.status, before_change.hidden_at IS NULL);
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION note_tournament_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM after_change;
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM before_change;
        ELSE
          INSERT INTO contact_changes (list, registration_id)
          SELECT 'tournament', id FROM after_change JOIN before_change USING (id)
          WHERE (after_change.email, after_change.first_name, after_change.last_name, after_change.payment_status, after_change.event_id, after_change.released_at IS NULL) IS DISTINCT FROM (before_change.email, before_change.first_name, before_change.last_name, before_change.payment_status, before_change.event_id, before_change.released_at IS NULL);
        END IF;
        RETURN NULL;
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

      CREATE FUNCTION note_person_records_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO person_record_changes (source, record_id)
        SELECT registered.source, registered.id FROM after_change JOIN before_change USING (id) JOIN (
          SELECT 'tournaments' AS source, id, event_id FROM tournament_registrations UNION ALL SELECT 'bootcamp', id, event_id FROM bootcamp_registrations
        ) AS registered ON registered.event_id = after_change.id
        WHERE after_change.registration_deadline <> before_change.registration_deadline;
        RETURN NULL;
      END $$;

      CREATE TRIGGER person_records_added AFTER INSERT ON bootcamp_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('bootcamp');
      CREATE TRIGGER person_records_changed AFTER UPDATE ON bootcamp_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('bootcamp');
      CREATE TRIGGER person_records_removed AFTER DELETE ON bootcamp_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('bootcamp');
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON bootcamp_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE TRIGGER contacts_added AFTER INSERT ON debate_club_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_debate_club_contacts();
      CREATE TRIGGER contacts_changed AFTER UPDATE ON debate_club_registrations REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_debate_club_contacts();
      CREATE TRIGGER contacts_removed AFTER DELETE ON debate_club_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_debate_club_contacts();
      CREATE TRIGGER count_added AFTER INSERT ON debate_club_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_debate_club_registrations();
      CREATE TRIGGER count_changed AFTER UPDATE ON debate_club_registrations REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_debate_club_registrations();
      CREATE TRIGGER count_removed AFTER DELETE ON debate_club_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_debate_club_registrations();
      CREATE TRIGGER person_records_added AFTER INSERT ON debate_club_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('debate_club');
      CREATE TRIGGER person_records_changed AFTER UPDATE ON debate_club_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('debate_club');
      CREATE TRIGGER person_records_removed AFTER DELETE ON debate_club_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('debate_club');
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON debate_club_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE TRIGGER contacts_changed AFTER UPDATE ON events REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_contacts_of_events();
      CREATE TRIGGER contacts_added AFTER INSERT ON tournament_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_contacts();
      CREATE TRIGGER contacts_changed AFTER UPDATE ON tournament_registrations REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_contacts();
      CREATE TRIGGER contacts_removed AFTER DELETE ON tournament_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_contacts();
      CREATE TRIGGER count_added AFTER INSERT ON tournament_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_tournament_registrations();
      CREATE TRIGGER count_changed AFTER UPDATE ON tournament_registrations REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_tournament_registrations();
      CREATE TRIGGER count_removed AFTER DELETE ON tournament_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_tournament_registrations();
      CREATE TRIGGER person_records_added AFTER INSERT ON tournament_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('tournaments');
      CREATE TRIGGER person_records_changed AFTER UPDATE ON tournament_registrations REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('tournaments');
      CREATE TRIGGER person_records_removed AFTER DELETE ON tournament_registrations REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records('tournaments');
      CREATE TRIGGER person_records_changed AFTER UPDATE ON events REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION note_person_records_of_events();
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON tournament_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON workshop_registrations FOR EACH ROW EXECUTE FUNCTION keep_searched();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE sample_removal, removed_entries, person_record_changes, contact_changes, list_import_rows, list_imports, published_texts, calendar_feeds, office_hours_requests, erased_accounts, idempotent_requests, purchases, registration_counts, memberships, accounts, event_notices, workshop_registrations, tournament_registrations, bootcamp_registrations, debate_club_registrations, events;
      DROP FUNCTION count_debate_club_registrations();
      DROP FUNCTION count_tournament_registrations();
      DROP FUNCTION keep_searched();
      DROP FUNCTION note_all_contacts();
      DROP FUNCTION note_contacts_of_events();
      DROP FUNCTION note_debate_club_contacts();
      DROP FUNCTION note_person_records();
      DROP FUNCTION note_person_records_of_events();
      DROP FUNCTION note_tournament_contacts();
      DROP SEQUENCE contact_versions;
      DROP SEQUENCE person_record_versions;
    `);
  }
}
