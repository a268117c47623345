import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of billing as of version 1.0.0. */
export class Baseline1795651200000 implements MigrationInterface {
  readonly name = 'Baseline1795651200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A product that is sold (specification, section 3 "programs").
      CREATE TABLE programs (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL,
        description text NOT NULL,
        type text NOT NULL,
        price_monthly integer,
        price_annual integer,
        price_once integer,
        benefits jsonb NOT NULL DEFAULT '[]',
        stripe_price_id_monthly text,
        stripe_price_id_annual text,
        stripe_price_id_once text,
        stripe_product_id text,
        is_active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT programs_price_once_not_negative CHECK (price_once >= 0),
        CONSTRAINT programs_prices_not_negative CHECK (price_monthly >= 0 AND price_annual >= 0),
        CONSTRAINT programs_type_known CHECK (type IN ('debate_club', 'tournaments', 'bootcamps'))
      );
      CREATE UNIQUE INDEX programs_type ON programs (type);

      -- The state of an account that identity published last.
      CREATE TABLE accounts (
        user_id uuid PRIMARY KEY,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        deactivated_at timestamptz,
        session_version integer NOT NULL DEFAULT 0,
        version integer NOT NULL
      );
      CREATE INDEX accounts_deactivated ON accounts (deactivated_at) WHERE deactivated_at IS NOT NULL;

      -- A price of a program at the provider, also one that is no longer sold: members who joined at it go on paying it.
      CREATE TABLE program_prices (
        id text PRIMARY KEY,
        program_id uuid NOT NULL,
        amount integer,
        CONSTRAINT program_prices_program_fk FOREIGN KEY (program_id) REFERENCES programs (id) ON DELETE CASCADE
      );
      CREATE INDEX program_prices_program ON program_prices (program_id);

      -- A customer of the payment provider: of an account, which may have several, or of a guest, whose purchase waits for the account that verifies the mailbox.
      CREATE TABLE customers (
        id text PRIMARY KEY,
        user_id uuid,
        email text NOT NULL,
        email_key text NOT NULL,
        first_name text NOT NULL DEFAULT '',
        last_name text NOT NULL DEFAULT '',
        account_version integer NOT NULL DEFAULT 0,
        is_provider_updated boolean NOT NULL DEFAULT true,
        erased_at timestamptz,
        lost_at timestamptz,
        lost_credit integer,
        sync_due_at timestamptz,
        searched text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX customers_email ON customers (email_key);
      CREATE INDEX customers_search ON customers USING gin (searched gin_trgm_ops);
      CREATE INDEX customers_sync_due ON customers (sync_due_at) WHERE sync_due_at IS NOT NULL;
      CREATE INDEX customers_unclaimed ON customers (id) WHERE user_id IS NULL AND erased_at IS NULL;
      CREATE INDEX customers_not_updated ON customers (id) WHERE NOT is_provider_updated;
      CREATE INDEX customers_user_accounts ON customers (user_id) WHERE user_id IS NOT NULL;

      -- A promo code (specification, section 3 "promo_codes").
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
        held_uses integer NOT NULL DEFAULT 0,
        valid_from timestamptz NOT NULL DEFAULT now(),
        valid_until timestamptz,
        is_active boolean NOT NULL DEFAULT true,
        archived_at timestamptz,
        applicable_products jsonb NOT NULL DEFAULT '["debate_club", "tournaments", "bootcamps"]',
        created_by uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT promo_codes_discount_known CHECK (discount_type IN ('percentage', 'fixed_amount')),
        CONSTRAINT promo_codes_discount_sane CHECK (discount_value >= 1 AND (discount_type = 'fixed_amount' OR discount_value <= 100)),
        CONSTRAINT promo_codes_never_overheld CHECK (held_uses >= 0 AND (max_uses IS NULL OR ((current_uses + held_uses) <= max_uses))),
        CONSTRAINT promo_codes_never_overused CHECK (current_uses >= 0 AND (max_uses IS NULL OR current_uses <= max_uses))
      );
      CREATE UNIQUE INDEX promo_codes_code ON promo_codes (code) WHERE archived_at IS NULL;
      CREATE INDEX promo_codes_newest ON promo_codes (created_at, id);

      -- A membership checkout on the provider's page.
      CREATE TABLE checkouts (
        id uuid PRIMARY KEY,
        email_key text NOT NULL,
        email text,
        attempt_hash text,
        plan text NOT NULL,
        amount integer NOT NULL,
        promo_code_id uuid,
        status text NOT NULL,
        customer_id text,
        session_id text,
        url text,
        success_url text NOT NULL,
        cancel_url text NOT NULL,
        expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT checkouts_amount_not_negative CHECK (amount >= 0),
        CONSTRAINT checkouts_plan_known CHECK (plan IN ('monthly', 'annual')),
        CONSTRAINT checkouts_status_known CHECK (status IN ('opening', 'open', 'complete', 'expired')),
        CONSTRAINT checkouts_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT,
        CONSTRAINT checkouts_promo_code_fk FOREIGN KEY (promo_code_id) REFERENCES promo_codes (id) ON DELETE SET NULL
      );
      CREATE INDEX checkouts_customer ON checkouts (customer_id);
      CREATE INDEX checkouts_due ON checkouts (expires_at) WHERE status = 'open';
      CREATE UNIQUE INDEX checkouts_one_open_of_customer ON checkouts (customer_id) WHERE status IN ('opening', 'open');
      CREATE UNIQUE INDEX checkouts_one_open_of_guest ON checkouts (attempt_hash) WHERE status IN ('opening', 'open');
      CREATE UNIQUE INDEX checkouts_session ON checkouts (session_id);

      -- A single payment, for one registration.
      CREATE TABLE purchases (
        id uuid PRIMARY KEY,
        product text NOT NULL,
        reference uuid NOT NULL,
        customer_id text,
        guest_email text,
        guest_first_name text,
        guest_last_name text,
        title text NOT NULL,
        begins_at timestamptz,
        amount integer NOT NULL,
        status text NOT NULL,
        attempt integer NOT NULL DEFAULT 1,
        promo_code_id uuid,
        session_id text,
        url text,
        payment_intent_id text,
        amount_paid integer NOT NULL DEFAULT 0,
        amount_refunded integer NOT NULL DEFAULT 0,
        amount_credited integer NOT NULL DEFAULT 0,
        is_disputed boolean NOT NULL DEFAULT false,
        is_offline boolean NOT NULL DEFAULT false,
        receipt_url text,
        success_url text NOT NULL,
        cancel_url text NOT NULL,
        expires_at timestamptz,
        paid_at timestamptz,
        refusal text,
        returned_at timestamptz,
        withdrawn_at timestamptz,
        ended_at timestamptz,
        version integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT purchases_amounts_sane CHECK (amount >= 0 AND amount_paid >= 0 AND (amount_refunded >= 0 AND amount_refunded <= amount_paid) AND (amount_credited >= 0 AND amount_credited <= amount_paid)),
        CONSTRAINT purchases_product_known CHECK (product IN ('bootcamps', 'tournaments')),
        CONSTRAINT purchases_status_known CHECK (status IN ('opening', 'open', 'paid', 'refunded', 'expired')),
        CONSTRAINT purchases_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT,
        CONSTRAINT purchases_promo_code_fk FOREIGN KEY (promo_code_id) REFERENCES promo_codes (id) ON DELETE SET NULL
      );
      CREATE INDEX purchases_charged ON purchases (paid_at) INCLUDE (product, amount_paid, amount_refunded) WHERE status IN ('paid', 'refunded');
      CREATE INDEX purchases_customer ON purchases (customer_id);
      CREATE INDEX purchases_due ON purchases (expires_at) WHERE status = 'open';
      CREATE INDEX purchases_intent ON purchases (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
      CREATE UNIQUE INDEX purchases_session ON purchases (session_id);
      CREATE UNIQUE INDEX purchases_unrefused ON purchases (reference) WHERE refusal IS NULL;

      -- A membership subscription as the provider last reported it.
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
        has_begun boolean NOT NULL DEFAULT true,
        is_staff_made boolean NOT NULL DEFAULT false,
        is_stopped boolean NOT NULL DEFAULT false,
        paused_from timestamptz,
        paused_until timestamptz,
        discount_percent integer,
        discount_until timestamptz,
        card_id text,
        card_last4 text,
        card_expires_at timestamptz,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT subscriptions_amount_not_negative CHECK (amount >= 0),
        CONSTRAINT subscriptions_discount_whole CHECK ((discount_percent IS NULL) = (discount_until IS NULL)),
        CONSTRAINT subscriptions_pause_whole CHECK ((paused_from IS NULL) = (paused_until IS NULL)),
        CONSTRAINT subscriptions_plan_known CHECK (plan IN ('monthly', 'annual')),
        CONSTRAINT subscriptions_status_known CHECK (status IN ('pending', 'active', 'past_due', 'paused', 'cancelled')),
        CONSTRAINT subscriptions_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE INDEX subscriptions_begun ON subscriptions (started_at) WHERE has_begun;
      CREATE INDEX subscriptions_card_expiry ON subscriptions (card_expires_at) WHERE status IN ('active', 'paused') AND NOT cancel_at_period_end;
      CREATE INDEX subscriptions_customer ON subscriptions (customer_id, started_at);
      CREATE INDEX subscriptions_ended ON subscriptions (ended_at) WHERE ended_at IS NOT NULL AND has_begun;
      CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions (customer_id) WHERE status IN ('active', 'past_due', 'paused');
      CREATE INDEX subscriptions_running ON subscriptions (started_at) WHERE ended_at IS NULL AND status IN ('active', 'past_due', 'paused');

      -- A notice that a payer got: of the charge at a period's end, or of a card that expires. One row for each.
      CREATE TABLE membership_notices (
        subscription_id text NOT NULL,
        kind text NOT NULL,
        due_at timestamptz NOT NULL,
        card_id text NOT NULL DEFAULT '',
        sent_at timestamptz NOT NULL,
        CONSTRAINT membership_notices_kind_known CHECK (kind IN ('renewal', 'card_month', 'card_week')),
        CONSTRAINT membership_notices_subscription_fk FOREIGN KEY (subscription_id) REFERENCES subscriptions (id) ON DELETE CASCADE,
        PRIMARY KEY (subscription_id, kind, due_at, card_id)
      );

      -- When a membership was cancelled to its period's end, resumed, paused, or its pause ended, by the member or at the provider.
      CREATE TABLE renewal_changes (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        customer_id text NOT NULL,
        subscription_id text NOT NULL,
        change text NOT NULL,
        period_end timestamptz NOT NULL,
        paused_until timestamptz,
        plan text,
        at timestamptz NOT NULL,
        CONSTRAINT renewal_changes_change_known CHECK (change IN ('cancelled', 'resumed', 'paused', 'pause_ended', 'switched'))
      );
      CREATE INDEX renewal_changes_customer ON renewal_changes (customer_id);

      -- Why a member cancelled a membership, in their own words. One row for a cancellation.
      CREATE TABLE cancellation_reasons (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        customer_id text NOT NULL,
        subscription_id text NOT NULL,
        reason text,
        comment text,
        at timestamptz NOT NULL,
        CONSTRAINT cancellation_reasons_reason_known CHECK (reason IN ('too_expensive', 'no_time', 'times', 'not_expected', 'break', 'other'))
      );
      CREATE INDEX cancellation_reasons_customer ON cancellation_reasons (customer_id);
      CREATE INDEX cancellation_reasons_subscription ON cancellation_reasons (subscription_id, at);

      -- The offer at a cancellation, in versions. Without a row: none.
      CREATE TABLE offer_settings (
        version integer NOT NULL,
        offer text NOT NULL,
        percent integer,
        saved_at timestamptz NOT NULL,
        saved_by uuid NOT NULL,
        CONSTRAINT offer_settings_known CHECK (offer IN ('none', 'pause', 'discount')),
        CONSTRAINT offer_settings_percent_sane CHECK ((offer = 'discount') = (percent IS NOT NULL) AND (percent BETWEEN 5 AND 90)),
        CONSTRAINT offer_settings_pkey PRIMARY KEY (version)
      );

      -- The offers that members got before a cancellation, with the reason that they gave.
      CREATE TABLE cancellation_offers (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        customer_id text NOT NULL,
        subscription_id text NOT NULL,
        offer text NOT NULL,
        percent integer,
        reason text,
        comment text,
        offered_at timestamptz NOT NULL,
        accepted_at timestamptz,
        CONSTRAINT cancellation_offers_known CHECK (offer IN ('pause', 'discount')),
        CONSTRAINT cancellation_offers_percent_sane CHECK ((offer = 'discount') = (percent IS NOT NULL)),
        CONSTRAINT cancellation_offers_reason_known CHECK (reason IN ('too_expensive', 'no_time', 'times', 'not_expected', 'break', 'other'))
      );
      CREATE INDEX cancellation_offers_customer ON cancellation_offers (customer_id);

      -- The actions of staff on memberships: stored before the provider is asked, and done once it has answered.
      CREATE TABLE membership_actions (
        id uuid NOT NULL,
        customer_id text NOT NULL,
        subscription_id text NOT NULL,
        kind text NOT NULL,
        action jsonb NOT NULL,
        reason text,
        asked_by uuid NOT NULL,
        asked_at timestamptz NOT NULL,
        done_at timestamptz,
        CONSTRAINT membership_actions_pkey PRIMARY KEY (id),
        CONSTRAINT membership_actions_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE INDEX membership_actions_customer ON membership_actions (customer_id);

      -- A payment as the member sees it: one for each invoice of the provider.
      CREATE TABLE payments (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        invoice_id text NOT NULL,
        customer_id text NOT NULL,
        subscription_id text,
        status text NOT NULL,
        "interval" text,
        amount integer NOT NULL,
        amount_refunded integer NOT NULL DEFAULT 0,
        is_disputed boolean NOT NULL DEFAULT false,
        currency text NOT NULL DEFAULT 'usd',
        payment_intent_id text,
        attempts integer NOT NULL DEFAULT 0,
        invoice_url text,
        number text,
        period_start timestamptz,
        period_end timestamptz,
        price integer NOT NULL DEFAULT 0,
        unused integer NOT NULL DEFAULT 0,
        discount integer NOT NULL DEFAULT 0,
        credit integer NOT NULL DEFAULT 0,
        paid_at timestamptz NOT NULL,
        known_at timestamptz,
        CONSTRAINT payments_amounts_sane CHECK (amount >= 0 AND (amount_refunded >= 0 AND amount_refunded <= amount)),
        CONSTRAINT payments_status_known CHECK (status IN ('succeeded', 'pending', 'failed', 'refunded')),
        CONSTRAINT payments_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE INDEX payments_charged ON payments (paid_at) INCLUDE (amount, amount_refunded) WHERE status IN ('succeeded', 'refunded');
      CREATE INDEX payments_intent ON payments (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
      CREATE UNIQUE INDEX payments_invoice ON payments (invoice_id);
      CREATE INDEX payments_newest ON payments (customer_id, paid_at, id);

      -- A movement of the association's balance, copied from the provider's ledger. Copies are added and never removed; what one belongs to is added to it once that is known.
      CREATE TABLE balance_transactions (
        id text PRIMARY KEY,
        kind text NOT NULL,
        type text NOT NULL,
        amount integer NOT NULL,
        fee integer NOT NULL,
        net integer NOT NULL,
        currency text NOT NULL,
        created_at timestamptz NOT NULL,
        available_on timestamptz NOT NULL,
        description text,
        source_id text,
        charge_id text,
        payment_intent_id text,
        customer_id text,
        method text,
        last4 text,
        invoice_id text,
        purchase_id uuid,
        product text NOT NULL DEFAULT 'other',
        payout_id text,
        CONSTRAINT balance_transactions_kind_known CHECK (kind IN ('charge', 'refund', 'dispute', 'adjustment', 'payout')),
        CONSTRAINT balance_transactions_net CHECK (net = (amount - fee)),
        CONSTRAINT balance_transactions_product_known CHECK (product IN ('membership_monthly', 'membership_annual', 'bootcamp', 'tournament', 'other')),
        CONSTRAINT balance_transactions_purchase_fk FOREIGN KEY (purchase_id) REFERENCES purchases (id) ON DELETE RESTRICT
      );
      CREATE INDEX balance_transactions_amount ON balance_transactions (amount, id) WHERE kind <> 'payout';
      CREATE INDEX balance_transactions_available ON balance_transactions (available_on) INCLUDE (created_at, net);
      CREATE INDEX balance_transactions_charge ON balance_transactions (charge_id) WHERE charge_id IS NOT NULL;
      CREATE INDEX balance_transactions_customer ON balance_transactions (customer_id, created_at, id) WHERE customer_id IS NOT NULL;
      CREATE INDEX balance_transactions_intent ON balance_transactions (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
      CREATE INDEX balance_transactions_kind ON balance_transactions (kind, created_at, id);
      CREATE INDEX balance_transactions_kind_amount ON balance_transactions (kind, amount, id);
      CREATE INDEX balance_transactions_newest ON balance_transactions (created_at, id) INCLUDE (kind, product, amount, fee, net) WHERE kind <> 'payout';
      CREATE INDEX balance_transactions_payout ON balance_transactions (payout_id) WHERE payout_id IS NOT NULL;
      CREATE INDEX balance_transactions_product ON balance_transactions (product, created_at, id);
      CREATE INDEX balance_transactions_product_amount ON balance_transactions (product, amount, id);
      CREATE INDEX balance_transactions_purchase ON balance_transactions (purchase_id) WHERE purchase_id IS NOT NULL;
      CREATE INDEX balance_transactions_source ON balance_transactions (source_id) WHERE source_id IS NOT NULL;
      CREATE INDEX balance_transactions_unlinked ON balance_transactions (id) WHERE invoice_id IS NULL AND purchase_id IS NULL AND payment_intent_id IS NOT NULL;
      CREATE INDEX balance_transactions_unread_payouts ON balance_transactions (id) WHERE kind = 'payout' AND payout_id IS NULL;

      -- How far the provider's ledger was read: one row. A reading that was cut off continues at its position.
      CREATE TABLE balance_readings (
        id integer PRIMARY KEY DEFAULT 1,
        complete_until timestamptz,
        reread_at timestamptz,
        finished_at timestamptz,
        began_at timestamptz,
        listed_from timestamptz,
        position text,
        CONSTRAINT balance_readings_one CHECK (id = 1)
      );

      -- A refund that staff asked for in the console, and what became of it.
      CREATE TABLE staff_refunds (
        id uuid PRIMARY KEY,
        charge_id text,
        payment_intent_id text,
        customer_id text NOT NULL,
        amount integer NOT NULL,
        reason text,
        status text NOT NULL DEFAULT 'asked',
        refusal text,
        ends text,
        method text NOT NULL DEFAULT 'card',
        refund_id text,
        asked_by uuid,
        asked_at timestamptz NOT NULL,
        settled_at timestamptz,
        CONSTRAINT staff_refunds_amount_positive CHECK (amount > 0),
        CONSTRAINT staff_refunds_charge_named CHECK (charge_id IS NOT NULL OR payment_intent_id IS NOT NULL),
        CONSTRAINT staff_refunds_ends_known CHECK (ends IN ('membership', 'registration')),
        CONSTRAINT staff_refunds_method_known CHECK (method IN ('card', 'credit')),
        CONSTRAINT staff_refunds_status_known CHECK (status IN ('asked', 'made', 'refused')),
        CONSTRAINT staff_refunds_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE INDEX staff_refunds_charge ON staff_refunds (charge_id);
      CREATE INDEX staff_refunds_customer ON staff_refunds (customer_id);
      CREATE INDEX staff_refunds_unsettled ON staff_refunds (asked_at) WHERE settled_at IS NULL;

      -- Money that staff recorded and the provider has nothing of, and the records that undo such payments. Rows are only added.
      CREATE TABLE offline_payments (
        id text PRIMARY KEY,
        customer_id text NOT NULL,
        purchase_id uuid NOT NULL,
        product text NOT NULL,
        method text NOT NULL,
        amount integer NOT NULL,
        received_at timestamptz NOT NULL,
        reference text,
        note text,
        undoes text,
        recorded_by uuid,
        recorded_at timestamptz NOT NULL,
        CONSTRAINT offline_payments_amount CHECK (((undoes IS NULL) = (amount > 0)) AND amount <> 0),
        CONSTRAINT offline_payments_method_known CHECK (method IN ('check', 'cash', 'bank_transfer')),
        CONSTRAINT offline_payments_product_known CHECK (product IN ('bootcamp', 'tournament')),
        CONSTRAINT offline_payments_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT,
        CONSTRAINT offline_payments_purchase_fk FOREIGN KEY (purchase_id) REFERENCES purchases (id) ON DELETE RESTRICT,
        CONSTRAINT offline_payments_undoes_fk FOREIGN KEY (undoes) REFERENCES offline_payments (id) ON DELETE RESTRICT
      );
      CREATE INDEX offline_payments_customer ON offline_payments (customer_id);
      CREATE INDEX offline_payments_purchase ON offline_payments (purchase_id);
      CREATE INDEX offline_payments_received ON offline_payments (received_at, id);
      CREATE UNIQUE INDEX offline_payments_undoes ON offline_payments (undoes) WHERE undoes IS NOT NULL;

      -- The credit of members: a copy of the entries on their balances at the provider. Rows are only added.
      CREATE TABLE credit_entries (
        id text PRIMARY KEY,
        customer_id text NOT NULL,
        kind text NOT NULL,
        amount integer NOT NULL,
        invoice_id text,
        change_id uuid,
        created_at timestamptz NOT NULL,
        CONSTRAINT credit_entries_amount CHECK (amount <> 0),
        CONSTRAINT credit_entries_kind_known CHECK (kind IN ('referral', 'goodwill', 'refund', 'switch', 'dues', 'returned', 'withdrawn', 'moved', 'other')),
        CONSTRAINT credit_entries_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE INDEX credit_entries_customer ON credit_entries (customer_id, created_at);

      -- A change of a member's credit that was asked for here, and what became of it.
      CREATE TABLE credit_changes (
        id uuid PRIMARY KEY,
        customer_id text NOT NULL,
        kind text NOT NULL,
        amount integer NOT NULL,
        reason text,
        charge_id text,
        status text NOT NULL DEFAULT 'asked',
        refusal text,
        asked_by uuid NOT NULL,
        asked_at timestamptz NOT NULL,
        CONSTRAINT credit_changes_amount CHECK (amount <> 0),
        CONSTRAINT credit_changes_kind_known CHECK (kind IN ('goodwill', 'refund', 'withdrawn')),
        CONSTRAINT credit_changes_status_known CHECK (status IN ('asked', 'made', 'refused')),
        CONSTRAINT credit_changes_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) ON DELETE RESTRICT
      );
      CREATE INDEX credit_changes_customer ON credit_changes (customer_id);
      CREATE INDEX credit_changes_unsettled ON credit_changes (asked_at) WHERE status = 'asked';

      -- One use of a promo code by one checkout: held while the checkout can be paid, then counted or released.
      CREATE TABLE promo_uses (
        checkout_key text PRIMARY KEY,
        promo_code_id uuid NOT NULL,
        user_id uuid,
        email_key text,
        later_keys text[] NOT NULL DEFAULT '{}',
        status text NOT NULL DEFAULT 'held',
        held_at timestamptz NOT NULL,
        settled_at timestamptz,
        CONSTRAINT promo_uses_status_known CHECK (status IN ('held', 'counted', 'released')),
        CONSTRAINT promo_uses_promo_code_fk FOREIGN KEY (promo_code_id) REFERENCES promo_codes (id) ON DELETE RESTRICT
      );
      CREATE INDEX promo_uses_promo_code ON promo_uses (promo_code_id);
      CREATE INDEX promo_uses_user ON promo_uses (user_id);

      -- A friend referred by a member (specification, section 3 "referrals").
      CREATE TABLE referrals (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        referrer_id uuid NOT NULL,
        referee_id uuid,
        referee_email text NOT NULL,
        referee_key text,
        referral_code text NOT NULL,
        session_version integer NOT NULL DEFAULT 0,
        status text NOT NULL DEFAULT 'pending',
        credit_amount integer NOT NULL DEFAULT 5000,
        credited_at timestamptz,
        first_payment_id text,
        reversed_at timestamptz,
        registered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT referrals_not_oneself CHECK (referrer_id <> referee_id),
        CONSTRAINT referrals_status_known CHECK (status IN ('pending', 'completed', 'reversed'))
      );
      CREATE INDEX referrals_code ON referrals (referral_code);
      CREATE UNIQUE INDEX referrals_referee ON referrals (referee_id) WHERE referee_id IS NOT NULL;
      CREATE INDEX referrals_referee_key ON referrals (referee_key);
      CREATE INDEX referrals_referrer ON referrals (referrer_id, created_at);

      -- The credit of one side of a referral: owed first, then an entry on the balance at the provider.
      CREATE TABLE referral_credits (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        referral_id uuid NOT NULL,
        side text NOT NULL,
        user_id uuid NOT NULL,
        amount integer NOT NULL,
        status text NOT NULL,
        granted_id text,
        returned_id text,
        spent_on text[],
        returned_amount integer NOT NULL DEFAULT 0,
        lost_on text,
        lost_amount integer,
        tried_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT referral_credits_amounts_sane CHECK (amount > 0 AND (returned_amount >= 0 AND returned_amount <= amount)),
        CONSTRAINT referral_credits_side_known CHECK (side IN ('referrer', 'referee')),
        CONSTRAINT referral_credits_status_known CHECK (status IN ('due', 'granted', 'return_due', 'returned', 'dropped')),
        CONSTRAINT referral_credits_referral_fk FOREIGN KEY (referral_id) REFERENCES referrals (id) ON DELETE RESTRICT
      );
      CREATE INDEX referral_credits_due ON referral_credits (created_at) WHERE status IN ('due', 'return_due');
      CREATE UNIQUE INDEX referral_credits_once ON referral_credits (referral_id, side);
      CREATE INDEX referral_credits_user ON referral_credits (user_id);

      -- An account's referral earnings as last published.
      CREATE TABLE referral_totals (
        user_id uuid PRIMARY KEY,
        total_credits integer NOT NULL,
        version integer NOT NULL,
        CONSTRAINT referral_totals_not_negative CHECK (total_credits >= 0)
      );

      -- A webhook event that was received: its id and its subject, never its contents.
      CREATE TABLE stripe_events (
        id text PRIMARY KEY,
        type text NOT NULL,
        customer_id text,
        session_id text,
        charge_id text,
        created_at timestamptz NOT NULL,
        received_at timestamptz NOT NULL,
        next_attempt_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        processed_at timestamptz
      );
      CREATE INDEX stripe_events_received ON stripe_events (received_at);
      CREATE INDEX stripe_events_waiting ON stripe_events (next_attempt_at) WHERE processed_at IS NULL;

      -- One comparison of our records with the provider's.
      CREATE TABLE reconciliations (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        started_at timestamptz NOT NULL,
        finished_at timestamptz,
        checked integer NOT NULL DEFAULT 0,
        repaired integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        done_until text,
        CONSTRAINT reconciliations_kind_known CHECK (kind IN ('events', 'full', 'admin'))
      );
      CREATE INDEX reconciliations_newest ON reconciliations (started_at);

      -- One field in which our records differed from the provider's before they were repaired.
      CREATE TABLE reconciliation_differences (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        reconciliation_id uuid NOT NULL,
        customer_id text NOT NULL,
        subject text NOT NULL,
        field text NOT NULL,
        local text,
        remote text,
        CONSTRAINT reconciliation_differences_fk FOREIGN KEY (reconciliation_id) REFERENCES reconciliations (id) ON DELETE CASCADE
      );
      CREATE INDEX reconciliation_differences_of ON reconciliation_differences (reconciliation_id);

      -- An account that its holder deleted.
      CREATE TABLE erased_accounts (
        user_id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL
      );

      CREATE FUNCTION keep_searched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Without accents, as the typed search is.
        NEW.searched := regexp_replace(normalize(lower(' ' || NEW.first_name || ' ' || NEW.last_name || ' ' || NEW.email), NFD), '[\\u0300-\\u036f]', '', 'g');
        RETURN NEW;
      END $$;

      CREATE TRIGGER searched_kept BEFORE INSERT OR UPDATE OF first_name, last_name, email, searched ON customers FOR EACH ROW EXECUTE FUNCTION keep_searched();

      -- The products (specification, section 9), in the order in which they are shown: data that every installation needs.
      INSERT INTO programs (id, type, name, description, price_monthly, price_annual, price_once, benefits, created_at) VALUES
        ('6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e01', 'debate_club', 'Weekly Debate Club',
         'A live debate session every week, in two divisions.', 9500, 95000, NULL,
         '["Weekly live debate sessions on Zoom", "Development and professional divisions", "Session recordings", "Practice topics and member resources", "The members’ chat community", "Discounted tournament entries"]',
         now()),
        ('6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e02', 'bootcamps', 'Tournament Prep Bootcamp',
         'Four weeks of coached preparation, with the entry to a first tournament.', NULL, NULL, 15500,
         '["Four weekly sessions of two hours, live on Zoom", "Four competition events", "At most twelve people", "The entry to a first tournament"]',
         now() + interval '1 second'),
        ('6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e03', 'tournaments', 'Quarterly Tournament',
         'One entry to an online tournament, for up to four events.', NULL, NULL, 4000,
         '["Up to four events for one entry", "Development and professional divisions", "Written feedback by the judges"]',
         now() + interval '2 seconds');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE credit_changes, credit_entries, offline_payments, staff_refunds, balance_transactions, balance_readings, erased_accounts, reconciliation_differences, reconciliations, stripe_events, referral_totals, referral_credits, referrals, promo_uses, payments, membership_notices, membership_actions, cancellation_offers, offer_settings, cancellation_reasons, renewal_changes, subscriptions, purchases, checkouts, promo_codes, customers, program_prices, accounts, programs;
      DROP FUNCTION keep_searched();
    `);
  }
}
