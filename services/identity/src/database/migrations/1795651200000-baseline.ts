import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of identity as of version 1.0.0. */
export class Baseline1795651200000 implements MigrationInterface {
  readonly name = 'Baseline1795651200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A member's account (specification, section 3 "users").
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        pending_email text,
        is_change_by_staff boolean NOT NULL DEFAULT false,
        email_verified_at timestamptz,
        first_name text NOT NULL,
        last_name text NOT NULL,
        password_hash text,
        stripe_customer_id text,
        stripe_subscription_id text,
        subscription_status text NOT NULL DEFAULT 'inactive',
        division text NOT NULL DEFAULT 'development',
        has_chosen_division boolean NOT NULL DEFAULT false,
        has_set_password boolean NOT NULL DEFAULT false,
        referral_code text NOT NULL,
        referral_credits integer NOT NULL DEFAULT 0,
        referral_credits_version integer NOT NULL DEFAULT 0,
        session_version integer NOT NULL DEFAULT 0,
        devices_since integer,
        version integer NOT NULL DEFAULT 1,
        deactivated_at timestamptz,
        last_seen_on date,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_division_known CHECK (division IN ('development', 'professional')),
        CONSTRAINT users_referral_credits_not_negative CHECK (referral_credits >= 0),
        CONSTRAINT users_subscription_status_known CHECK (subscription_status IN ('active', 'inactive'))
      );
      CREATE UNIQUE INDEX users_email_key ON users (email_key);
      CREATE INDEX users_newest ON users (created_at, id);
      CREATE UNIQUE INDEX users_referral_code ON users (referral_code);

      -- A verified email address that an account left and that no account has verified since.
      CREATE TABLE former_addresses (
        email_key text PRIMARY KEY,
        user_id uuid NOT NULL,
        CONSTRAINT former_addresses_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX former_addresses_user ON former_addresses (user_id);

      -- The state of a subscription that billing published last.
      CREATE TABLE memberships (
        subscription_id text PRIMARY KEY,
        customer_id text NOT NULL,
        user_id uuid,
        email_key text NOT NULL,
        email text NOT NULL,
        name text NOT NULL,
        status text NOT NULL,
        plan text NOT NULL,
        access boolean NOT NULL,
        started_at timestamptz NOT NULL,
        version integer NOT NULL
      );
      CREATE INDEX memberships_email_key ON memberships (email_key);
      CREATE INDEX memberships_user ON memberships (user_id);

      -- A purchase, or a registration, that was made without an account.
      CREATE TABLE claims (
        kind text NOT NULL,
        subject_id text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        granted_by text,
        made_at timestamptz NOT NULL,
        PRIMARY KEY (kind, subject_id),
        CONSTRAINT claims_granted_by_known CHECK (granted_by IN ('mailbox', 'payment')),
        CONSTRAINT claims_granted_whole CHECK ((user_id IS NULL) = (granted_by IS NULL)),
        CONSTRAINT claims_kind_known CHECK (kind IN ('customer', 'tournament_entry', 'bootcamp_registration', 'debate_club_registration'))
      );
      CREATE INDEX claims_open ON claims (email_key) WHERE user_id IS NULL;
      CREATE INDEX claims_user ON claims (user_id) WHERE user_id IS NOT NULL;

      -- An administrator's account (specification, section 3 "admins").
      CREATE TABLE admins (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL,
        email_key text NOT NULL,
        password_hash text NOT NULL,
        name text NOT NULL,
        role text NOT NULL,
        is_active boolean NOT NULL DEFAULT true,
        session_version integer NOT NULL DEFAULT 0,
        devices_since integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_login_at timestamptz,
        CONSTRAINT admins_role_known CHECK (role IN ('owner', 'manager', 'treasurer', 'director', 'editor', 'viewer'))
      );
      CREATE UNIQUE INDEX admins_email_key ON admins (email_key);

      -- A single-use credential that somebody holds a mailbox: setup, reset, change, credential or return of an address.
      CREATE TABLE account_tokens (
        token_hash text PRIMARY KEY,
        purpose text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        admin_id uuid,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT account_tokens_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'verify_email', 'email_undo', 'admin_invite', 'admin_reset')),
        CONSTRAINT account_tokens_admin_fk FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE,
        CONSTRAINT account_tokens_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX account_tokens_admin ON account_tokens (admin_id);
      CREATE INDEX account_tokens_email_key ON account_tokens (email_key);
      CREATE INDEX account_tokens_expiry ON account_tokens (expires_at);
      CREATE INDEX account_tokens_user ON account_tokens (user_id);

      -- A request for an email with a link.
      CREATE TABLE link_requests (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        purpose text NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL,
        user_id uuid,
        requested_at timestamptz NOT NULL,
        answered_at timestamptz,
        is_emailed boolean NOT NULL DEFAULT false,
        CONSTRAINT link_requests_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'verify_email', 'email_undo', 'admin_invite', 'admin_reset')),
        CONSTRAINT link_requests_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX link_requests_answered ON link_requests (answered_at);
      CREATE INDEX link_requests_email_key ON link_requests (email_key, answered_at);
      CREATE INDEX link_requests_open ON link_requests (requested_at) WHERE answered_at IS NULL;
      CREATE INDEX link_requests_user ON link_requests (user_id, answered_at);

      -- A token that was issued, so that its holder can recognize it and end it.
      CREATE TABLE sessions (
        token_id uuid PRIMARY KEY,
        user_id uuid,
        admin_id uuid,
        session_version integer NOT NULL,
        client text NOT NULL,
        is_new_device boolean NOT NULL DEFAULT false,
        ending_hash text,
        started_at timestamptz NOT NULL,
        last_seen_on date NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sessions_of_one CHECK ((user_id IS NULL) <> (admin_id IS NULL)),
        CONSTRAINT sessions_admin_account FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE,
        CONSTRAINT sessions_user_account FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX sessions_admin ON sessions (admin_id);
      CREATE UNIQUE INDEX sessions_ending ON sessions (ending_hash);
      CREATE INDEX sessions_expiry ON sessions (expires_at);
      CREATE INDEX sessions_user ON sessions (user_id);

      -- A token that was signed out before it expired.
      CREATE TABLE ended_sessions (
        token_id uuid PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX ended_sessions_expiry ON ended_sessions (expires_at);

      -- An account that its holder deleted: the only row that is left of it here, and the other services that have confirmed that nothing
      -- is left there.
      CREATE TABLE erasures (
        user_id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL,
        confirmed_by text[] NOT NULL DEFAULT '{}',
        request_hash text
      );

      -- An administrator's action and its origin (specification, section 3 "admin_actions").
      CREATE TABLE admin_actions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        admin_id uuid,
        action text NOT NULL,
        details jsonb NOT NULL DEFAULT '{}',
        ip_address text,
        user_agent text,
        is_origin_shortened boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT admin_actions_admin FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE SET NULL
      );
      CREATE INDEX admin_actions_about_account ON admin_actions (((details ->> 'userId')));
      CREATE INDEX admin_actions_about_address ON admin_actions (lower(btrim((details ->> 'email'))), created_at);
      CREATE INDEX admin_actions_about_other ON admin_actions (lower(btrim((details ->> 'otherEmail'))), created_at) WHERE (details ->> 'otherEmail') IS NOT NULL;
      CREATE INDEX admin_actions_newest ON admin_actions (created_at, id);
      CREATE INDEX admin_actions_whole_origin ON admin_actions (created_at) WHERE NOT is_origin_shortened;

      -- The second factor of an administrator's sign-in.
      CREATE TABLE staff_policy (
        id boolean PRIMARY KEY DEFAULT true,
        second_factor_roles text[] NOT NULL,
        version integer NOT NULL,
        CONSTRAINT staff_policy_one CHECK (id)
      );

      -- The setup of an installation without an administrator, and the hash of its code.
      CREATE TABLE setup (
        id boolean PRIMARY KEY DEFAULT true,
        code_hash text NOT NULL,
        admin_id uuid NOT NULL,
        claimed_by text,
        claimed_at timestamptz,
        CONSTRAINT setup_one CHECK (id)
      );

      CREATE TABLE second_factors (
        admin_id uuid PRIMARY KEY,
        sealed_secret text NOT NULL,
        started_at timestamptz NOT NULL,
        enabled_at timestamptz,
        last_step integer NOT NULL DEFAULT 0,
        CONSTRAINT second_factors_last_step_real CHECK (last_step >= 0),
        CONSTRAINT second_factors_admin FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE
      );

      -- A recovery code that was not used.
      CREATE TABLE recovery_codes (
        admin_id uuid NOT NULL,
        code_hash text NOT NULL,
        PRIMARY KEY (admin_id, code_hash),
        CONSTRAINT recovery_codes_second_factor FOREIGN KEY (admin_id) REFERENCES second_factors (admin_id) ON DELETE CASCADE
      );

      -- A passkey with which an administrator signs in whose second factor is on.
      CREATE TABLE passkeys (
        id uuid PRIMARY KEY,
        admin_id uuid NOT NULL,
        credential_id text NOT NULL,
        public_key bytea NOT NULL,
        transports text[] NOT NULL,
        uses bigint NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz,
        CONSTRAINT passkeys_credential UNIQUE (credential_id),
        CONSTRAINT passkeys_uses_real CHECK (uses >= 0),
        CONSTRAINT passkeys_second_factor FOREIGN KEY (admin_id) REFERENCES second_factors (admin_id) ON DELETE CASCADE
      );
      CREATE INDEX passkeys_admin ON passkeys (admin_id);

      -- A note of an administrator about a person.
      CREATE TABLE notes (
        id uuid PRIMARY KEY,
        user_id uuid,
        email_key text NOT NULL,
        text text NOT NULL,
        admin_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT notes_admin_fk FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE RESTRICT,
        CONSTRAINT notes_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX notes_email_key ON notes (email_key);
      CREATE INDEX notes_user ON notes (user_id);

      -- A tag that staff gave a person.
      CREATE TABLE person_tags (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid,
        email_key text NOT NULL,
        tag text NOT NULL,
        tag_key text NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT person_tags_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX person_tags_of_user ON person_tags (user_id, tag_key) WHERE user_id IS NOT NULL;
      CREATE UNIQUE INDEX person_tags_of_mailbox ON person_tags (email_key, tag_key) WHERE user_id IS NULL;
      CREATE INDEX person_tags_tag ON person_tags (tag_key);

      -- A view of a list of the console that an administrator saved.
      CREATE TABLE saved_views (
        id uuid PRIMARY KEY,
        admin_id uuid NOT NULL,
        list text NOT NULL,
        name text NOT NULL,
        is_shared boolean NOT NULL,
        definition jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT saved_views_definition_small CHECK (octet_length(definition::text) <= 8192),
        CONSTRAINT saved_views_admin FOREIGN KEY (admin_id) REFERENCES admins (id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX saved_views_name ON saved_views (admin_id, list, lower(name));
      CREATE INDEX saved_views_shared ON saved_views (list) WHERE is_shared;

      -- The last published state of a registration, a subscriber or a message: a read model, which republishing all of them rebuilds.
      CREATE TABLE person_records (
        source text NOT NULL,
        id uuid NOT NULL,
        version bigint NOT NULL,
        user_id uuid,
        email text,
        email_key text,
        name text,
        division text,
        event_id uuid,
        plan text,
        status text,
        unpaid_until timestamptz,
        since timestamptz NOT NULL,
        PRIMARY KEY (source, id),
        CONSTRAINT person_records_source_known CHECK (source IN ('debate_club', 'tournaments', 'bootcamp', 'newsletter', 'contact')),
        CONSTRAINT person_records_whole_or_empty CHECK ((email IS NULL) = (email_key IS NULL) AND (email IS NOT NULL OR (name IS NULL AND user_id IS NULL)))
      );
      CREATE INDEX person_records_email_key ON person_records (email_key) WHERE email_key IS NOT NULL;
      CREATE INDEX person_records_user ON person_records (user_id) WHERE user_id IS NOT NULL;

      -- Marks a mailbox whose row in listed_people has to be made again.
      CREATE TABLE person_changes (
        id bigserial PRIMARY KEY,
        email_key text NOT NULL
      );

      -- One row for each mailbox that is known, made from the other tables.
      CREATE TABLE listed_people (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email_key text NOT NULL,
        email text NOT NULL,
        name text,
        sort_name text NOT NULL,
        account text NOT NULL,
        membership_status text,
        plan text,
        division text,
        tags text[] NOT NULL DEFAULT '{}',
        tag_keys text[] NOT NULL DEFAULT '{}',
        known_from text[] NOT NULL DEFAULT '{}',
        event_ids uuid[] NOT NULL DEFAULT '{}',
        unpaid_until timestamptz,
        is_unpaid_sign_up boolean NOT NULL DEFAULT false,
        last_seen_on date,
        joined_at timestamptz NOT NULL,
        searched text NOT NULL,
        person_key text NOT NULL,
        mailbox_key text NOT NULL,
        local_key text NOT NULL,
        name_key text,
        has_twin boolean NOT NULL DEFAULT false,
        CONSTRAINT listed_people_account_known CHECK (account IN ('none', 'active', 'deactivated'))
      );
      CREATE INDEX listed_people_account ON listed_people (account, joined_at, id);
      CREATE UNIQUE INDEX listed_people_email_key ON listed_people (email_key);
      CREATE INDEX listed_people_events ON listed_people USING gin (event_ids);
      CREATE INDEX listed_people_mailbox ON listed_people (mailbox_key, id);
      CREATE INDEX listed_people_name ON listed_people (sort_name, id);
      CREATE INDEX listed_people_namesakes ON listed_people (name_key, local_key) WHERE name_key IS NOT NULL;
      CREATE INDEX listed_people_never_seen ON listed_people (joined_at, id) WHERE last_seen_on IS NULL AND account <> 'none';
      CREATE INDEX listed_people_newest ON listed_people (joined_at, id);
      CREATE INDEX listed_people_plan ON listed_people (plan, joined_at, id);
      CREATE INDEX listed_people_search ON listed_people USING gin (searched gin_trgm_ops);
      CREATE INDEX listed_people_seen ON listed_people ((COALESCE(last_seen_on, date '0001-01-01')), id);
      CREATE INDEX listed_people_seen_first ON listed_people ((COALESCE(last_seen_on, date '2999-12-31')), id);
      CREATE INDEX listed_people_status ON listed_people (membership_status, joined_at, id);
      CREATE INDEX listed_people_tags ON listed_people USING gin (tag_keys);
      CREATE INDEX listed_people_twins ON listed_people (joined_at, id) WHERE has_twin;
      CREATE INDEX listed_people_unpaid_sign_up ON listed_people (joined_at, id) WHERE is_unpaid_sign_up;
      CREATE INDEX listed_people_unpaid_until ON listed_people (unpaid_until) WHERE unpaid_until IS NOT NULL;

      -- A mailbox that staff merged into another person, until all services have confirmed it; then only its id and times are left.
      CREATE TABLE merges (
        id uuid PRIMARY KEY,
        merged_at timestamptz NOT NULL,
        old_key text,
        new_key text,
        user_id uuid,
        confirmed_by text[] NOT NULL DEFAULT '{}',
        request_hash text
      );
      CREATE INDEX merges_open ON merges (merged_at) WHERE old_key IS NOT NULL;

      -- Two people that staff keep apart, the lesser key first.
      CREATE TABLE distinct_people (
        one_key text NOT NULL,
        other_key text NOT NULL,
        said_at timestamptz NOT NULL,
        PRIMARY KEY (one_key, other_key),
        CONSTRAINT distinct_people_ordered CHECK (one_key < other_key)
      );
      CREATE INDEX distinct_people_other ON distinct_people (other_key);

      -- The texts of content that this service follows, as content has published them.
      CREATE TABLE published_texts (
        key text NOT NULL,
        version integer NOT NULL,
        value jsonb NOT NULL,
        CONSTRAINT published_texts_pkey PRIMARY KEY (key)
      );

      CREATE FUNCTION hold_admin_action() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        address text;
        network inet;
        remaining text := OLD.details::text;
      BEGIN
        IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN RETURN NEW; END IF;
        IF NEW.user_agent IS DISTINCT FROM OLD.user_agent AND NEW.user_agent IS NOT NULL THEN RAISE EXCEPTION 'An action keeps its browser, or loses it' USING ERRCODE = 'insufficient_privilege'; END IF;
        IF OLD.is_origin_shortened AND NOT NEW.is_origin_shortened THEN RAISE EXCEPTION 'An address that was shortened stays so' USING ERRCODE = 'insufficient_privilege'; END IF;
        IF NEW.ip_address IS DISTINCT FROM OLD.ip_address AND NEW.ip_address IS NOT NULL THEN
          -- As shorten-address.ts: IPv4 that is written as IPv6 is the IPv4 address, and the zone of an IPv6 address is not a part of its network.
          network := regexp_replace(split_part(OLD.ip_address, '%', 1), '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
          network := host(network(set_masklen(network, CASE family(network) WHEN 4 THEN 24 ELSE 48 END)))::inet;
          IF NEW.ip_address::inet <> network THEN RAISE EXCEPTION 'An address gives way to its network alone' USING ERRCODE = 'insufficient_privilege'; END IF;
        END IF;
        IF NEW.details IS DISTINCT FROM OLD.details THEN
          IF NOT NEW.details ? 'changes' THEN remaining := (OLD.details - 'changes')::text; END IF;
          -- Within a reason, as admin-action.repository.ts: the new reason is a pattern that matches the old one, with any address where it says so.
          IF OLD.details->>'reason' ~ ('^' || replace(regexp_replace(NEW.details->>'reason', '([^[:alnum:][:space:]])', '\\\\\\1', 'g'),
            'a deleted address', '(a deleted address|[^[:space:]@]+@[^[:space:]@]+)') || '$') THEN
            remaining := jsonb_set(remaining::jsonb, '{reason}', NEW.details->'reason')::text;
          END IF;
          FOR address IN SELECT DISTINCT parts[1] FROM regexp_matches(remaining, '("[^"@]*@[^"]*")', 'g') AS matched (parts) LOOP
            IF position(address IN NEW.details::text) = 0 THEN remaining := replace(remaining, address, '""'); END IF;
          END LOOP;
          IF NEW.details <> remaining::jsonb THEN RAISE EXCEPTION 'An action loses email addresses and corrected values alone' USING ERRCODE = 'insufficient_privilege'; END IF;
        END IF;
        RETURN NEW;
      END $$;

      CREATE FUNCTION note_changed_account() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO person_changes (email_key) SELECT OLD.email_key WHERE TG_OP <> 'INSERT' UNION SELECT NEW.email_key WHERE TG_OP <> 'DELETE';
        RETURN NULL;
      END $$;

      CREATE FUNCTION note_changed_property() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          INSERT INTO person_changes (email_key) SELECT OLD.email_key WHERE OLD.email_key IS NOT NULL UNION SELECT users.email_key FROM users WHERE users.id = OLD.user_id;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO person_changes (email_key) SELECT NEW.email_key WHERE NEW.email_key IS NOT NULL UNION SELECT users.email_key FROM users WHERE users.id = NEW.user_id;
        END IF;
        RETURN NULL;
      END $$;

      CREATE TRIGGER person_changed AFTER INSERT OR DELETE OR UPDATE OF email, email_key, first_name, last_name, division, deactivated_at, last_seen_on ON users FOR EACH ROW EXECUTE FUNCTION note_changed_account();
      CREATE TRIGGER person_changed AFTER INSERT OR DELETE OR UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION note_changed_property();
      CREATE TRIGGER person_changed AFTER INSERT OR DELETE OR UPDATE ON person_tags FOR EACH ROW EXECUTE FUNCTION note_changed_property();
      CREATE TRIGGER person_changed AFTER INSERT OR DELETE OR UPDATE ON person_records FOR EACH ROW EXECUTE FUNCTION note_changed_property();
      CREATE TRIGGER admin_actions_held BEFORE UPDATE ON admin_actions FOR EACH ROW EXECUTE FUNCTION hold_admin_action();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE published_texts, merges, distinct_people, listed_people, person_changes, person_records, person_tags, notes, setup, staff_policy, saved_views, passkeys, recovery_codes, second_factors, admin_actions, erasures, ended_sessions, sessions, link_requests, account_tokens, admins, claims, memberships, former_addresses, users;
      DROP FUNCTION hold_admin_action();
      DROP FUNCTION note_changed_account();
      DROP FUNCTION note_changed_property();
    `);
  }
}
