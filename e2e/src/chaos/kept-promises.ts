import type pg from 'pg';
import type { Promised, Reported } from './load.ts';

/** How often the promised row of each of these exists; addresses are compared as keys. */
const FOUND: Readonly<Record<Promised, string>> = {
  account: `SELECT email_key AS of, count(*)::int FROM identity.users WHERE email_key = ANY($1) GROUP BY 1`,
  membership: `SELECT c.email_key AS of, count(*)::int FROM billing.subscriptions s JOIN billing.customers c ON c.id = s.customer_id
    JOIN identity.users u ON u.email_key = c.email_key AND u.subscription_status = 'active'
    WHERE s.status = 'active' AND c.email_key = ANY($1) GROUP BY 1`,
  entry: `SELECT email_key AS of, count(*)::int FROM registrations.tournament_registrations WHERE email_key = ANY($1) GROUP BY 1`,
  'paid entry': `SELECT r.email_key AS of, count(*)::int FROM registrations.tournament_registrations r JOIN billing.purchases p ON p.reference = r.id AND p.status = 'paid'
    WHERE r.payment_status = 'paid' AND r.email_key = ANY($1) GROUP BY 1`,
  place: `SELECT r.email_key AS of, count(*)::int FROM registrations.bootcamp_registrations r JOIN billing.purchases p ON p.reference = r.id AND p.status = 'paid'
    WHERE r.seat = 'taken' AND r.payment_status = 'paid' AND r.hidden_at IS NULL AND r.email_key = ANY($1) GROUP BY 1`,
  // A person on the waitlist may have got a seat meanwhile, given it up, or let the offer pass.
  turn: `SELECT email_key AS of, count(*)::int FROM registrations.bootcamp_registrations WHERE email_key = ANY($1) GROUP BY 1`,
  subscription: `SELECT email_key AS of, count(*)::int FROM messaging.newsletter_subscribers WHERE is_active AND email_key = ANY($1) GROUP BY 1`,
  message: `SELECT email AS of, count(*)::int FROM messaging.contact_messages WHERE email = ANY($1) GROUP BY 1`,
  campaign: `SELECT id::text AS of, count(*)::int FROM messaging.email_campaigns WHERE status = 'sent' AND id::text = ANY($1) GROUP BY 1`,
};

export interface BrokenPromise {
  readonly what: Promised;
  readonly of: string;
  /** 0 is lost, more than 1 doubled. */
  readonly times: number;
}

/** Promises that the database does not hold, or holds more than once. */
export const brokenPromises = async (database: pg.Pool, reported: readonly Reported[]): Promise<BrokenPromise[]> => {
  const broken: BrokenPromise[] = [];
  for (const [what, sql] of Object.entries(FOUND) as [Promised, string][]) {
    const promised = reported.filter((one) => one.what === what).map((one) => one.of);
    if (promised.length === 0) continue;
    const { rows } = await database.query<{ of: string; count: number }>(sql, [promised]);
    const times = new Map(rows.map((row) => [row.of, row.count]));
    broken.push(...promised.map((of) => ({ what, of, times: times.get(of) ?? 0 })).filter((one) => one.times !== 1));
  }
  return broken;
};
