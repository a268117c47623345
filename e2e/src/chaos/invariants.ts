import type pg from 'pg';
import { EVENTS } from '@lectern/contracts/registry';

/** The consequence for the association when an invariant does not hold. `stuck` may still resolve itself; the others may not. */
export type Breach = 'lost' | 'doubled' | 'stuck' | 'wrong';

/** Holds over the schemas of all services once the system is at rest, whatever happened to it before. */
export interface Invariant {
  readonly name: string;
  readonly breach: Breach;
  readonly why: string;
  /** A query that returns the violations, as rows of one text each. */
  readonly violations: string;
}

export interface Violation {
  readonly invariant: string;
  readonly breach: Breach;
  readonly row: string;
}

/** An email that the mail provider accepted, by its custom argument. */
export interface AcceptedEmail {
  readonly recipientId: string | null;
}

const SCHEMAS = ['identity', 'billing', 'registrations', 'messaging', 'content'];
const LIVE = `s.status IN ('active', 'past_due', 'paused')`;
const PRODUCT_NOW = `current_setting('invariants.now')::timestamptz`;
/** How long due work may wait for its job: the jobs poll once a minute. */
const DUE = `${PRODUCT_NOW} - interval '150 seconds'`;

const published = `(${SCHEMAS.map((schema) => `SELECT id, name, published_at, recorded_at FROM ${schema}.outbox`).join(' UNION ALL ')})`;
const received = `(${SCHEMAS.map((schema) => `SELECT '${schema}' AS subscriber, event_id FROM ${schema}.inbox`).join(' UNION ALL ')})`;
const subscriptions = `(VALUES ${EVENTS.flatMap(({ name, subscribers }) => subscribers.map((subscriber) => `('${name}', '${subscriber}')`)).join(', ')})`;
/** Stored sums that differ from their parts; both sides are queries of a text and a number. */
const differing = (kept: string, recounted: string): string =>
  `SELECT what || ': ' || COALESCE(kept.count, 0) || ' kept, ' || COALESCE(recounted.count, 0) || ' counted'
   FROM (${kept}) AS kept (what, count) FULL JOIN (${recounted}) AS recounted (what, count) USING (what)
   WHERE COALESCE(kept.count, 0) <> COALESCE(recounted.count, 0)`;

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'one live subscription per person',
    breach: 'doubled',
    why: 'a second one is charged each month; but what staff made for a mailbox waits beside what its unverified account paid',
    violations: `SELECT COALESCE(u.email_key, c.email_key) FROM billing.subscriptions s JOIN billing.customers c ON c.id = s.customer_id
      LEFT JOIN identity.users u ON u.id = c.user_id
      WHERE ${LIVE} GROUP BY 1 HAVING count(*) > 1
        AND NOT (count(*) = 2 AND count(c.user_id) = 1 AND bool_or(s.is_staff_made))`,
  },
  {
    name: 'a purchase belongs to the account that identity granted it to',
    breach: 'lost',
    why: 'the person who is charged sees it and can cancel it',
    violations: `SELECT k.id FROM identity.claims c JOIN billing.customers k ON k.id = c.subject_id
        WHERE c.kind = 'customer' AND c.user_id IS NOT NULL AND k.erased_at IS NULL AND k.user_id IS DISTINCT FROM c.user_id
      UNION ALL SELECT k.id FROM billing.customers k WHERE k.user_id IS NULL AND k.erased_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM identity.claims c WHERE c.kind = 'customer' AND c.subject_id = k.id)`,
  },
  {
    name: 'nothing waits for a mailbox that an account has verified',
    breach: 'stuck',
    why: 'a claim is granted with the mailbox, in either order',
    violations: `SELECT c.kind || ' ' || c.subject_id FROM identity.claims c JOIN identity.users u ON u.email_key = c.email_key AND u.email_verified_at IS NOT NULL WHERE c.user_id IS NULL`,
  },
  {
    name: 'an account has nothing of a mailbox that it never verified',
    breach: 'wrong',
    why: 'but for what its own payment showed',
    violations: `SELECT c.kind || ' ' || c.subject_id FROM identity.claims c JOIN identity.users u ON u.id = c.user_id WHERE u.email_verified_at IS NULL AND c.granted_by <> 'payment'`,
  },
  {
    name: 'a deactivated account is not charged again',
    breach: 'wrong',
    why: 'nobody can use what it would pay for',
    violations: `SELECT s.id FROM billing.subscriptions s JOIN billing.customers k ON k.id = s.customer_id JOIN identity.users u ON u.id = k.user_id
      WHERE s.status = 'active' AND NOT s.cancel_at_period_end AND u.deactivated_at IS NOT NULL`,
  },
  {
    name: 'a deactivated account has no place in the debate club',
    breach: 'wrong',
    why: 'it is counted and emailed as a member although it has no access',
    violations: `SELECT r.id || ' is ' || r.status FROM registrations.debate_club_registrations r JOIN identity.users u ON u.id = r.user_id
      WHERE u.deactivated_at IS NOT NULL AND r.status <> 'cancelled'`,
  },
  {
    name: 'a period is charged once',
    breach: 'doubled',
    why: 'nobody pays the same month twice; a switch of plan credits what is left of it',
    violations: `SELECT a.invoice_id || ' and ' || b.invoice_id FROM billing.payments a JOIN billing.payments b ON b.subscription_id = a.subscription_id AND b.invoice_id > a.invoice_id
      WHERE a.status = 'succeeded' AND b.status = 'succeeded' AND a.amount > 0 AND b.amount > 0 AND a.unused = 0 AND b.unused = 0
        AND abs(extract(epoch FROM a.paid_at - b.paid_at)) < 20 * 86400`,
  },
  {
    name: 'every member has paid',
    breach: 'lost',
    why: 'the payment history shows every payment',
    violations: `SELECT s.id FROM billing.subscriptions s WHERE s.status = 'active'
      AND NOT EXISTS (SELECT 1 FROM billing.payments p WHERE p.subscription_id = s.id AND p.status = 'succeeded')`,
  },
  {
    name: 'a membership goes on',
    breach: 'lost',
    why: 'a renewal that was not received looks like a membership whose period is over',
    violations: `SELECT s.id || ' until ' || s.current_period_end FROM billing.subscriptions s WHERE s.status = 'active' AND s.current_period_end < ${PRODUCT_NOW} - interval '2 hours'`,
  },
  {
    name: 'identity knows the memberships that billing knows',
    breach: 'lost',
    why: 'identity opens the member area',
    violations: `SELECT s.id FROM billing.subscriptions s LEFT JOIN identity.memberships m ON m.subscription_id = s.id
      WHERE s.status <> 'pending' AND (m.version, m.access) IS DISTINCT FROM (s.version, s.access)`,
  },
  {
    name: 'registrations knows the memberships that billing knows',
    breach: 'lost',
    why: 'it prices entries for members',
    violations: `SELECT s.id FROM billing.subscriptions s LEFT JOIN registrations.memberships m ON m.subscription_id = s.id
      WHERE s.status <> 'pending' AND (m.version, m.access, m.status) IS DISTINCT FROM (s.version, s.access, s.status)`,
  },
  {
    name: 'an account is active exactly while its subscription gives access',
    breach: 'lost',
    why: 'who paid gets in, and nobody else',
    violations: `SELECT u.email_key || ' is ' || u.subscription_status FROM identity.users u WHERE (u.subscription_status = 'active') <> EXISTS (
      SELECT 1 FROM billing.subscriptions s JOIN billing.customers c ON c.id = s.customer_id WHERE s.access AND c.user_id = u.id)`,
  },
  {
    name: 'a subscription has one place in the debate club',
    breach: 'lost',
    why: 'it is what was bought',
    violations: `SELECT s.id || ' has ' || count(r.id) FROM billing.subscriptions s LEFT JOIN registrations.debate_club_registrations r ON r.stripe_subscription_id = s.id
      WHERE s.status = 'active' GROUP BY s.id HAVING count(r.id) <> 1`,
  },
  {
    name: 'who became a member is welcomed',
    breach: 'lost',
    why: 'the email says how to begin',
    violations: `SELECT s.id FROM billing.subscriptions s WHERE s.access AND s.current_period_start = s.started_at
      AND NOT EXISTS (SELECT 1 FROM messaging.email_recipients l WHERE l.dedupe_key = 'welcome:' || s.id)`,
  },
  {
    name: 'what was paid for a membership that was over, or had not begun, is refunded',
    breach: 'lost',
    why: 'it buys nothing; of what came in the second of the end, and of a first payment, what counts is when it was known here',
    // As `operate check` finds it (billing's `KEPT_LATE`).
    violations: `SELECT p.invoice_id || ' of ' || s.id FROM billing.payments p JOIN billing.subscriptions s ON s.id = p.subscription_id
      WHERE p.status = 'succeeded' AND p.amount > p.amount_refunded AND NOT p.is_disputed AND (p.paid_at >= s.ended_at
        OR (s.created_at < s.ended_at AND NOT EXISTS (SELECT 1 FROM billing.payments known WHERE known.subscription_id = s.id
          AND known.status IN ('succeeded', 'refunded') AND COALESCE(known.known_at, known.paid_at) < s.ended_at)))`,
  },
  {
    name: 'what was paid for is registered as paid',
    breach: 'lost',
    why: 'somebody paid for it',
    violations: `SELECT p.id::text FROM billing.purchases p WHERE p.status = 'paid' AND NOT EXISTS (
        SELECT 1 FROM registrations.tournament_registrations r WHERE r.id = p.reference AND r.payment_status = 'paid' AND r.payment_amount = p.amount_paid
        UNION ALL SELECT 1 FROM registrations.bootcamp_registrations r WHERE r.id = p.reference AND r.payment_status = 'paid' AND r.payment_amount = p.amount_paid)`,
  },
  {
    name: 'what is registered as paid was paid for',
    breach: 'wrong',
    why: 'nobody takes part on a payment that there is not',
    violations: `SELECT r.id::text FROM (
        SELECT id FROM registrations.tournament_registrations WHERE payment_status = 'paid' AND payment_amount > 0 AND bootcamp_registration_id IS NULL
        UNION ALL SELECT id FROM registrations.bootcamp_registrations WHERE payment_status = 'paid' AND payment_amount > 0
      ) AS r WHERE NOT EXISTS (SELECT 1 FROM billing.purchases p WHERE p.reference = r.id AND p.status = 'paid')`,
  },
  {
    name: 'seats are never above the capacity',
    breach: 'doubled',
    // A person who pays for a place that was released meanwhile exceeds it (docs/architecture.md); neither this load nor the season does.
    why: 'a place was sold twice',
    violations: `SELECT e.title || ': ' || filled.count || ' of ' || e.capacity FROM registrations.events e JOIN (
        SELECT event_id, count(*) FROM registrations.tournament_registrations WHERE payment_status <> 'refunded' AND waitlisted_at IS NULL AND released_at IS NULL GROUP BY 1
        UNION ALL SELECT event_id, count(*) FROM registrations.bootcamp_registrations WHERE seat IN ('held', 'offered', 'taken') GROUP BY 1
      ) AS filled ON filled.event_id = e.id WHERE filled.count > e.capacity`,
  },
  {
    name: 'who paid for a seat has one',
    breach: 'lost',
    why: 'a payment wins, whatever became of the place before',
    violations: `SELECT id || ' is ' || seat FROM registrations.bootcamp_registrations WHERE payment_status = 'paid' AND hidden_at IS NULL AND seat <> 'taken'`,
  },
  {
    name: 'an entry that is paid has its place',
    breach: 'wrong',
    why: 'its person has a confirmation',
    violations: `SELECT id::text FROM registrations.tournament_registrations WHERE payment_status = 'paid' AND released_at IS NOT NULL`,
  },
  {
    name: 'nobody waits while a place is free',
    breach: 'stuck',
    why: 'what comes free is offered in the transaction that frees it',
    violations: `SELECT e.title || ': ' || r.waiting || ' wait, ' || r.filled || ' of ' || e.capacity FROM registrations.events e JOIN (
        SELECT event_id, count(*) FILTER (WHERE waitlisted_at IS NOT NULL) AS waiting, count(*) FILTER (WHERE waitlisted_at IS NULL) AS filled
          FROM registrations.tournament_registrations WHERE payment_status <> 'refunded' GROUP BY 1
        UNION ALL SELECT event_id, count(*) FILTER (WHERE seat = 'waiting'), count(*) FILTER (WHERE seat IN ('held', 'offered', 'taken')) FROM registrations.bootcamp_registrations GROUP BY 1
      ) AS r ON r.event_id = e.id WHERE r.waiting > 0 AND r.filled < e.capacity AND e.is_active AND e.registration_deadline > ${PRODUCT_NOW}`,
  },
  {
    name: 'no place is kept past its time',
    breach: 'stuck',
    why: 'nobody else could have it',
    violations: `SELECT r.id || ' is ' || r.seat FROM registrations.bootcamp_registrations r
      WHERE (r.seat = 'held' AND COALESCE(r.held_until, '-infinity') < ${DUE} AND COALESCE(r.offered_until, '-infinity') < ${DUE}
          AND NOT EXISTS (SELECT 1 FROM billing.purchases p WHERE p.reference = r.id AND p.status = 'open'))
        OR (r.seat = 'offered' AND r.offered_until < ${DUE})`,
  },
  {
    name: 'one entry per person and event',
    breach: 'doubled',
    why: 'a form that was sent twice is one entry',
    violations: `SELECT email_key FROM (
        SELECT event_id, email_key, lower(first_name || ' ' || last_name) AS name FROM registrations.tournament_registrations WHERE payment_status <> 'refunded'
        UNION ALL SELECT event_id, email_key, lower(first_name || ' ' || last_name) FROM registrations.bootcamp_registrations WHERE payment_status <> 'refunded' AND hidden_at IS NULL
      ) AS entries GROUP BY event_id, email_key, name HAVING count(*) > 1`,
  },
  {
    name: 'uses of promo codes are counted',
    breach: 'wrong',
    why: 'a code gives as many discounts as it says',
    violations: `SELECT c.code FROM billing.promo_codes c LEFT JOIN billing.promo_uses u ON u.promo_code_id = c.id GROUP BY c.id
      HAVING c.current_uses <> count(*) FILTER (WHERE u.status = 'counted') OR c.held_uses <> count(*) FILTER (WHERE u.status = 'held') OR c.current_uses + c.held_uses > c.max_uses`,
  },
  {
    name: 'a referral is credited once to each side',
    breach: 'doubled',
    why: 'a credit is money',
    violations: `SELECT referral_id || ' ' || side FROM billing.referral_credits GROUP BY referral_id, side HAVING count(*) > 1`,
  },
  {
    name: 'accounts show the credits that billing granted',
    breach: 'lost',
    why: 'what somebody earned is shown',
    violations: `SELECT u.email_key FROM identity.users u LEFT JOIN billing.referral_totals t ON t.user_id = u.id WHERE u.referral_credits <> COALESCE(t.total_credits, 0)`,
  },
  {
    name: 'an occasion has one email',
    breach: 'doubled',
    why: 'nobody gets the same email twice',
    violations: `SELECT dedupe_key FROM messaging.email_recipients WHERE campaign_id IS NULL GROUP BY dedupe_key HAVING count(*) > 1`,
  },
  {
    name: 'an email is sent at most once',
    breach: 'doubled',
    why: 'nobody gets the same email twice',
    violations: `SELECT recipient_id FROM accepted_emails WHERE recipient_id IS NOT NULL GROUP BY recipient_id HAVING count(*) > 1`,
  },
  {
    name: 'an email with the status sent was accepted by the provider',
    breach: 'lost',
    why: 'the provider took it, or it is not sent',
    violations: `SELECT COALESCE(r.template, 'campaign') || ' ' || r.id FROM messaging.email_recipients r WHERE r.status IN ('sent', 'delivered', 'bounced')
        AND NOT EXISTS (SELECT 1 FROM accepted_emails p WHERE p.recipient_id = r.id::text)`,
  },
  {
    name: 'an email that the provider accepted has the status sent',
    breach: 'stuck',
    why: 'the provider’s events verify it, whatever was answered',
    violations: `SELECT COALESCE(r.template, 'campaign') || ' ' || r.id || ' is ' || r.status FROM messaging.email_recipients r
      JOIN accepted_emails p ON p.recipient_id = r.id::text WHERE r.status NOT IN ('sent', 'delivered', 'bounced')`,
  },
  {
    name: 'an address is in a campaign once',
    breach: 'doubled',
    why: 'nobody gets the same email twice',
    violations: `SELECT campaign_id || ' ' || email_key FROM messaging.email_recipients WHERE campaign_id IS NOT NULL GROUP BY campaign_id, email_key HAVING count(*) > 1`,
  },
  {
    name: 'a campaign lost nobody of its audience',
    breach: 'lost',
    why: 'every member of the audience when it was fixed has a row',
    violations: `SELECT c.id || ': ' || c.recipient_count || ' in the audience, ' || addressed.count || ' addressed' FROM messaging.email_campaigns c CROSS JOIN LATERAL (
        SELECT count(*) AS count FROM messaging.email_recipients WHERE campaign_id = c.id
      ) AS addressed WHERE c.frozen_at IS NOT NULL AND addressed.count <> c.recipient_count`,
  },
  {
    name: 'the counts of campaigns equal a recount',
    breach: 'wrong',
    why: 'the reports read the counts',
    violations: differing(
      `SELECT campaign_id || ' ' || what, sum(difference) FROM messaging.campaign_counts GROUP BY 1`,
      `SELECT campaign_id || ' ' || what, sum(count) FROM (
         SELECT campaign_id, status AS what, count(*) FROM messaging.email_recipients GROUP BY 1, 2
         UNION ALL SELECT campaign_id, 'opened', count(opened_at) FROM messaging.email_recipients GROUP BY 1
         UNION ALL SELECT campaign_id, 'clicked', count(clicked_at) FROM messaging.email_recipients GROUP BY 1
         UNION ALL SELECT campaign_id, 'machine_opened', count(machine_opened_at) FROM messaging.email_recipients GROUP BY 1
       ) AS counted WHERE campaign_id IS NOT NULL GROUP BY 1`,
    ),
  },
  {
    name: 'the counts of subscribers equal a recount',
    breach: 'wrong',
    why: 'the dashboard reads the counts',
    violations: differing(
      `SELECT is_active::text, sum(difference) FROM messaging.subscriber_counts GROUP BY 1`,
      `SELECT is_active::text, count(*) FROM messaging.newsletter_subscribers GROUP BY 1`,
    ),
  },
  {
    name: 'the counts of registrations equal a recount',
    breach: 'wrong',
    why: 'the dashboard reads the counts',
    violations: differing(
      `SELECT list || ' ' || status, sum(difference) FROM registrations.registration_counts GROUP BY 1`,
      `SELECT 'debate_club ' || status, count(*) FROM registrations.debate_club_registrations WHERE hidden_at IS NULL GROUP BY 1
       UNION ALL SELECT 'tournament ' || payment_status, count(*) FROM registrations.tournament_registrations GROUP BY 1`,
    ),
  },
  {
    name: 'every event is published',
    breach: 'stuck',
    why: 'the relays look each second',
    violations: `SELECT name || ' ' || id FROM ${published} AS published WHERE published_at IS NULL AND recorded_at < now() - interval '3 seconds'`,
  },
  {
    name: 'every event is handled by each subscriber',
    breach: 'lost',
    why: 'a queue that Redis forgot is filled again from Postgres',
    violations: `SELECT published.name || ' ' || published.id || ' by ' || subscription.subscriber FROM ${published} AS published
      JOIN ${subscriptions} AS subscription (name, subscriber) ON subscription.name = published.name
      WHERE NOT EXISTS (SELECT 1 FROM ${received} AS received WHERE received.subscriber = subscription.subscriber AND received.event_id = published.id)`,
  },
  {
    name: 'no email waits or is under way',
    breach: 'stuck',
    why: 'the lanes post everything that may be accepted',
    violations: `SELECT COALESCE(template, 'campaign') || ' ' || id || ' is ' || status FROM messaging.email_recipients WHERE status IN ('pending', 'sending')
      UNION ALL SELECT 'campaign ' || id || ' is sending' FROM messaging.email_campaigns WHERE status = 'sending'`,
  },
  {
    name: 'every event of the payment provider is processed',
    breach: 'stuck',
    why: 'each may report a payment',
    violations: `SELECT type || ' ' || id FROM billing.stripe_events WHERE processed_at IS NULL`,
  },
  {
    name: 'no checkout is open past its end',
    breach: 'stuck',
    why: 'it keeps a place and a use of a promo code',
    violations: `SELECT 'checkout ' || id FROM billing.checkouts WHERE status = 'open' AND expires_at < ${DUE}
      UNION ALL SELECT 'purchase ' || id FROM billing.purchases WHERE status = 'open' AND expires_at < ${DUE}`,
  },
  {
    name: 'no use of a promo code is held for a checkout that is over',
    breach: 'stuck',
    why: 'nobody else could use it',
    violations: `SELECT u.checkout_key FROM billing.promo_uses u JOIN billing.checkouts c ON c.id::text = u.checkout_key WHERE u.status = 'held' AND c.status IN ('complete', 'expired')`,
  },
  {
    name: 'no credit is owed',
    breach: 'stuck',
    why: 'it is granted at the provider or dropped',
    violations: `SELECT referral_id || ' ' || side || ' is ' || status FROM billing.referral_credits WHERE status IN ('due', 'return_due')`,
  },
  {
    name: 'the payment provider knows every customer as we do',
    breach: 'stuck',
    why: 'its emails and receipts name them',
    violations: `SELECT id FROM billing.customers WHERE NOT is_provider_updated`,
  },
  {
    name: 'mail knows of every registration',
    breach: 'stuck',
    why: 'audiences are made from what it received',
    violations: `SELECT list || ' ' || registration_id FROM registrations.contact_changes`,
  },
];

/**
 * The invariants that are broken now, from one snapshot; nothing is stored. `accepted` are the emails that the mail provider accepted, `now`
 * is the product's time. `of` limits them. `before`, for tests of this function, runs first in the transaction, which is rolled back at the end.
 */
export const findViolations = async (
  database: pg.Pool,
  {
    accepted,
    now,
    before,
    of = INVARIANTS,
  }: { accepted: readonly AcceptedEmail[]; now: string; before?: string; of?: readonly Invariant[] },
): Promise<Violation[]> => {
  const client = await database.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query(`SELECT set_config('invariants.now', $1, true)`, [now]);
    await client.query('CREATE TEMP TABLE accepted_emails (recipient_id text) ON COMMIT DROP');
    await client.query('INSERT INTO accepted_emails SELECT unnest($1::text[])', [
      accepted.map(({ recipientId }) => recipientId),
    ]);
    await client.query('ANALYZE accepted_emails');
    if (before !== undefined) await client.query(before);
    const found: Violation[] = [];
    for (const { name, breach, violations } of of) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT shown AS "row" FROM (${violations}) AS violations (shown)`,
      );
      found.push(...rows.map(({ row }) => ({ invariant: name, breach, row })));
    }
    return found;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => (broken = error));
    client.release(broken);
  }
};
