/**
 * For each invariant, by its name, SQL that breaks it in a system where one person joined, one entered a tournament and paid, and a
 * campaign was sent. It is rolled back. It first drops the constraints that forbid the violation.
 */
const WITHOUT_TRIGGERS = `SET LOCAL session_replication_role = replica;`;

export const PLANTED: Readonly<Record<string, string>> = {
  'one live subscription per person': `DROP INDEX billing.subscriptions_one_live;
    INSERT INTO billing.subscriptions (id, customer_id, status, access, plan, amount, started_at, current_period_start, current_period_end)
    SELECT 'sub_planted', customer_id, status, access, plan, amount, started_at, current_period_start, current_period_end FROM billing.subscriptions WHERE status = 'active' LIMIT 1`,
  'a purchase belongs to the account that identity granted it to': `INSERT INTO identity.claims (kind, subject_id, email_key, user_id, granted_by, made_at)
    SELECT 'customer', id, email_key, '00000000-0000-4000-8000-000000000009', 'mailbox', now() FROM billing.customers WHERE erased_at IS NULL LIMIT 1 ON CONFLICT DO NOTHING`,
  'nothing waits for a mailbox that an account has verified': `UPDATE identity.users SET email_verified_at = now();
    INSERT INTO identity.claims (kind, subject_id, email_key, made_at) SELECT 'customer', 'cus_planted', email_key, now() FROM identity.users LIMIT 1`,
  'an account has nothing of a mailbox that it never verified': `UPDATE identity.users SET email_verified_at = NULL;
    INSERT INTO identity.claims (kind, subject_id, email_key, user_id, granted_by, made_at) SELECT 'customer', 'cus_planted', email_key, id, 'mailbox', now() FROM identity.users LIMIT 1`,
  'a deactivated account is not charged again': `UPDATE identity.users SET deactivated_at = now()`,
  'a deactivated account has no place in the debate club': `UPDATE identity.users SET deactivated_at = now()`,
  'a period is charged once': `INSERT INTO billing.payments (invoice_id, customer_id, subscription_id, status, amount, paid_at)
    SELECT 'in_planted', customer_id, subscription_id, status, amount, paid_at + interval '1 hour' FROM billing.payments WHERE status = 'succeeded' AND subscription_id IS NOT NULL AND amount > 0 LIMIT 1`,
  'every member has paid': `DELETE FROM billing.payments`,
  'a membership goes on': `UPDATE billing.subscriptions SET current_period_end = started_at - interval '1 day' WHERE status = 'active'`,
  'identity knows the memberships that billing knows': `DELETE FROM identity.memberships`,
  'registrations knows the memberships that billing knows': `UPDATE registrations.memberships SET version = version - 1`,
  'an account is active exactly while its subscription gives access': `UPDATE identity.users SET subscription_status = 'inactive' WHERE subscription_status = 'active'`,
  'a subscription has one place in the debate club': `DELETE FROM registrations.debate_club_registrations WHERE stripe_subscription_id IS NOT NULL`,
  'who became a member is welcomed': `UPDATE billing.subscriptions SET current_period_start = started_at; DELETE FROM messaging.email_recipients WHERE template = 'welcome'`,
  'what was paid for a membership that was over, or had not begun, is refunded': `UPDATE billing.subscriptions SET ended_at = payments.paid_at - interval '1 day'
    FROM billing.payments WHERE payments.subscription_id = subscriptions.id AND payments.status = 'succeeded' AND payments.amount > 0`,
  'what was paid for is registered as paid': `UPDATE registrations.tournament_registrations SET payment_amount = payment_amount + 1 WHERE payment_status = 'paid'`,
  'what is registered as paid was paid for': `UPDATE billing.balance_transactions SET purchase_id = NULL; DELETE FROM billing.purchases`,
  'seats are never above the capacity': `UPDATE registrations.events SET capacity = 1;
    INSERT INTO registrations.tournament_registrations (event_id, email, email_key, first_name, last_name, division)
    SELECT event_id, 'second@example.com', 'second@example.com', first_name, last_name, division FROM registrations.tournament_registrations WHERE payment_status = 'paid' LIMIT 1`,
  'an entry that is paid has its place': `UPDATE registrations.tournament_registrations SET released_at = now() WHERE payment_status = 'paid'`,
  'who paid for a seat has one': `UPDATE registrations.bootcamp_registrations SET seat = 'released' WHERE payment_status = 'paid'`,
  'nobody waits while a place is free': `UPDATE registrations.events SET capacity = 1000 WHERE type = 'bootcamp';
    UPDATE registrations.bootcamp_registrations SET seat = 'waiting', waitlisted_at = now() WHERE payment_status = 'paid' AND hidden_at IS NULL`,
  'no place is kept past its time': `UPDATE registrations.bootcamp_registrations
    SET seat = 'held', held_until = current_setting('invariants.now')::timestamptz - interval '1 hour', offered_until = NULL WHERE payment_status = 'paid' AND hidden_at IS NULL`,
  'one entry per person and event': `DROP INDEX registrations.tournament_registrations_once_named;
    INSERT INTO registrations.tournament_registrations (event_id, email, email_key, first_name, last_name, division)
    SELECT event_id, email, email_key, first_name, last_name, division FROM registrations.tournament_registrations LIMIT 1`,
  'uses of promo codes are counted': `UPDATE billing.promo_codes SET current_uses = current_uses + 1`,
  'a referral is credited once to each side': `${WITHOUT_TRIGGERS} DROP INDEX billing.referral_credits_once;
    INSERT INTO billing.referral_credits (referral_id, side, user_id, amount, status)
    SELECT '00000000-0000-4000-8000-000000000001', 'referrer', '00000000-0000-4000-8000-000000000002', 5000, 'granted' FROM generate_series(1, 2)`,
  'accounts show the credits that billing granted': `UPDATE identity.users SET referral_credits = referral_credits + 1`,
  'an occasion has one email': `DROP INDEX messaging.email_recipients_dedupe_key;
    INSERT INTO messaging.email_recipients (dedupe_key, email, email_key, template, data)
    SELECT dedupe_key, email, email_key, template, data FROM messaging.email_recipients WHERE campaign_id IS NULL LIMIT 1`,
  'an email is sent at most once': `INSERT INTO accepted_emails SELECT * FROM accepted_emails WHERE recipient_id IS NOT NULL LIMIT 1`,
  'an email with the status sent was accepted by the provider': `DELETE FROM accepted_emails`,
  'an email that the provider accepted has the status sent': `UPDATE messaging.email_recipients SET status = 'uncertain' WHERE status IN ('sent', 'delivered')`,
  'an address is in a campaign once': `DROP INDEX messaging.email_recipients_once;
    INSERT INTO messaging.email_recipients (campaign_id, list, email, email_key)
    SELECT campaign_id, list, email, email_key FROM messaging.email_recipients WHERE campaign_id IS NOT NULL LIMIT 1`,
  'a campaign lost nobody of its audience': `DELETE FROM messaging.email_recipients`,
  'the counts of campaigns equal a recount': `${WITHOUT_TRIGGERS} DELETE FROM messaging.email_recipients`,
  'the counts of subscribers equal a recount': `${WITHOUT_TRIGGERS} DELETE FROM messaging.newsletter_subscribers`,
  'the counts of registrations equal a recount': `${WITHOUT_TRIGGERS} DELETE FROM registrations.debate_club_registrations`,
  'every event is published': `UPDATE billing.outbox SET published_at = NULL, recorded_at = now() - interval '1 minute'`,
  'every event is handled by each subscriber': `DELETE FROM messaging.inbox WHERE name = 'billing.membership-changed.v1'`,
  'no email waits or is under way': `UPDATE messaging.email_recipients SET status = 'sending', claimed_at = now() - interval '11 minutes' WHERE status IN ('sent', 'delivered')`,
  'every event of the payment provider is processed': `UPDATE billing.stripe_events SET processed_at = NULL`,
  'no checkout is open past its end': `UPDATE billing.checkouts SET status = 'open', expires_at = current_setting('invariants.now')::timestamptz - interval '1 hour' WHERE status = 'complete'`,
  'no use of a promo code is held for a checkout that is over': `INSERT INTO billing.promo_uses (checkout_key, promo_code_id, status, held_at)
    SELECT (SELECT id::text FROM billing.checkouts WHERE status = 'complete' AND id::text NOT IN (SELECT checkout_key FROM billing.promo_uses) LIMIT 1), id, 'held', now() FROM billing.promo_codes`,
  'no credit is owed': `${WITHOUT_TRIGGERS} INSERT INTO billing.referral_credits (referral_id, side, user_id, amount, status)
    VALUES ('00000000-0000-4000-8000-000000000001', 'referrer', '00000000-0000-4000-8000-000000000002', 5000, 'due')`,
  'the payment provider knows every customer as we do': `UPDATE billing.customers SET is_provider_updated = false`,
  'mail knows of every registration': `INSERT INTO registrations.contact_changes (list, registration_id) SELECT 'tournament', id FROM registrations.tournament_registrations`,
};
