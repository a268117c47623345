import type pg from 'pg';

/*
 * People by the million, in the lists of administrators. Names and addresses differ, so that a search finds few of them or many;
 * rare states are those of the oldest, where a walk from the newest on would meet them last.
 */

/** When the first of them came; one comes every ten seconds. */
export const FIRST_AT = new Date('2015-01-01T00:00:00Z');
export const EVERY_MS = 10_000;

export interface FilledList {
  /** As in its route. */
  readonly name: 'debate-club-registrations' | 'tournament-registrations' | 'newsletter-subscribers' | 'people/list';
  readonly table: string;
  readonly sort: 'registeredAt' | 'subscribedAt' | 'joinedAt';
  /** A state that most are in, and one that few are in. */
  readonly common: string;
  readonly rare: string;
  /** Adds the people from number $1 to number $2. */
  readonly insertSql: string;
}

const AT = `timestamptz '${FIRST_AT.toISOString()}' + n * interval '${EVERY_MS} milliseconds'`;
const PERSON = `initcap(substr(md5(n::text), 1, 8)), initcap(substr(md5('last' || n), 1, 10)), substr(md5('mail' || n), 1, 12) || n || '@example.com', substr(md5('mail' || n), 1, 12) || n || '@example.com'`;

export const LISTS: readonly FilledList[] = [
  {
    name: 'debate-club-registrations',
    table: 'registrations.debate_club_registrations',
    sort: 'registeredAt',
    common: 'active',
    rare: 'pending',
    insertSql: `INSERT INTO registrations.debate_club_registrations (first_name, last_name, email, email_key, phone, billing_cycle, status, goals, billing_start_date, registered_at)
      SELECT ${PERSON}, '+1 555 ' || n, 'monthly', CASE WHEN n <= 500 THEN 'pending' WHEN n % 5 = 0 THEN 'cancelled' ELSE 'active' END, 'To speak up, "really" well', ${AT}, ${AT}
      FROM generate_series($1::int, $2::int) AS n`,
  },
  {
    name: 'tournament-registrations',
    table: 'registrations.tournament_registrations',
    sort: 'registeredAt',
    common: 'paid',
    rare: 'failed',
    insertSql: `INSERT INTO registrations.tournament_registrations (event_id, first_name, last_name, email, email_key, division, competitions, payment_status, payment_amount, registered_at)
      SELECT (SELECT id FROM registrations.events WHERE type = 'tournament' ORDER BY datetime LIMIT 1), ${PERSON}, 'development', '["prepared_speech"]',
        CASE WHEN n <= 500 THEN 'failed' WHEN n % 5 = 0 THEN 'pending' ELSE 'paid' END, 4000, ${AT}
      FROM generate_series($1::int, $2::int) AS n`,
  },
  {
    name: 'newsletter-subscribers',
    table: 'messaging.newsletter_subscribers',
    sort: 'subscribedAt',
    common: 'active',
    rare: 'inactive',
    insertSql: `INSERT INTO messaging.newsletter_subscribers (email, email_key, source, is_active, unsubscribed_at, subscribed_at)
      SELECT substr(md5('mail' || n), 1, 12) || n || '@example.com', substr(md5('mail' || n), 1, 12) || n || '@example.com', 'homepage', n > 500, CASE WHEN n <= 500 THEN now() END, ${AT}
      FROM generate_series($1::int, $2::int) AS n`,
  },
];

/** A tag of few people, and one of many. */
export const [RARE_TAG, COMMON_TAG] = ['judge', 'volunteer'];

/** The list of all people. Services make it from their events; here its rows are written as they make them. */
export const PEOPLE: FilledList = {
  name: 'people/list',
  table: 'identity.listed_people',
  sort: 'joinedAt',
  common: 'active',
  rare: 'past_due',
  insertSql: `INSERT INTO identity.listed_people (email_key, email, name, sort_name, account, membership_status, plan, division, tags, tag_keys, known_from, event_ids,
      unpaid_until, is_unpaid_sign_up, last_seen_on, joined_at, searched, person_key, mailbox_key, local_key, name_key, has_twin)
    SELECT address, address, full_name, lower(full_name), account, status, CASE WHEN status IS NOT NULL THEN CASE WHEN n % 3 = 0 THEN 'annual' ELSE 'monthly' END END,
      CASE WHEN n % 2 = 0 THEN 'development' ELSE 'professional' END, tags, tags, '{newsletter}', CASE WHEN n % 4 = 0 THEN ARRAY[(SELECT id FROM registrations.events WHERE type = 'tournament' ORDER BY datetime LIMIT 1)] ELSE '{}' END,
      CASE WHEN n <= 500 THEN now() + interval '1 year' END, account = 'active' AND status IS NULL,
      CASE WHEN account = 'active' THEN current_date - n % 400 END, at, lower(' ' || full_name || ' ' || address), address, address, address, lower(full_name), n <= 500
    FROM (
      SELECT n, ${AT} AS at, substr(md5('mail' || n), 1, 12) || n || '@example.com' AS address, initcap(substr(md5(n::text), 1, 8)) || ' ' || initcap(substr(md5('last' || n), 1, 10)) AS full_name,
        CASE WHEN n <= 500 THEN 'deactivated' WHEN n % 3 > 0 THEN 'active' ELSE 'none' END AS account,
        CASE WHEN n <= 500 THEN 'past_due' WHEN n % 3 = 1 THEN 'active' WHEN n % 30 = 2 THEN 'cancelled' END AS status,
        CASE WHEN n <= 500 THEN ARRAY['${RARE_TAG}'] WHEN n % 10 = 0 THEN ARRAY['${COMMON_TAG}'] ELSE '{}' END AS tags
      FROM generate_series($1::int, $2::int) AS n
    ) AS made`,
};

/** Movements of one customer, on average. */
const MOVEMENTS_OF_ONE = 10;

/** An id that one movement has. */
export const movementId = (n: number): string => `txn_bench${n}`;

/**
 * Adds the movements of the balance of these numbers, and a customer for every ten of them. Fifty in a thousand are refunds; disputes are
 * those of the oldest.
 */
export const fillPayments = async (database: pg.Client, from: number, to: number): Promise<void> => {
  await database.query(
    `INSERT INTO billing.customers (id, email, email_key, first_name, last_name)
     SELECT 'cus_bench' || n, substr(md5('mail' || n), 1, 12) || n || '@example.com', substr(md5('mail' || n), 1, 12) || n || '@example.com',
       initcap(substr(md5(n::text), 1, 8)), initcap(substr(md5('last' || n), 1, 10))
     FROM generate_series($1::int / ${MOVEMENTS_OF_ONE}, $2::int / ${MOVEMENTS_OF_ONE}) AS n ON CONFLICT DO NOTHING`,
    [from, to],
  );
  await database.query(
    `INSERT INTO billing.balance_transactions (id, kind, type, amount, fee, net, currency, created_at, available_on, source_id, charge_id, payment_intent_id,
       customer_id, method, last4, invoice_id, product)
     SELECT 'txn_bench' || n, kind, kind, amount, fee, amount - fee, 'usd', ${AT}, ${AT} + interval '2 days', 'src_bench' || n, 'ch_bench' || charge, 'pi_bench' || charge,
       'cus_bench' || charge / ${MOVEMENTS_OF_ONE}, CASE WHEN kind = 'charge' THEN 'visa' END, CASE WHEN kind = 'charge' THEN '4242' END, 'in_bench' || charge, product
     FROM (
       SELECT *, CASE kind WHEN 'charge' THEN price WHEN 'refund' THEN -price / 2 ELSE -price END AS amount,
         CASE kind WHEN 'charge' THEN round(price * 0.029)::int + 30 WHEN 'dispute' THEN 1500 ELSE 0 END AS fee, CASE WHEN kind = 'charge' THEN n ELSE GREATEST(n - 1, 1) END AS charge
       FROM (
         SELECT n, CASE WHEN n <= 500 AND n % 2 = 0 THEN 'dispute' WHEN n % 20 = 0 THEN 'refund' ELSE 'charge' END AS kind,
           CASE WHEN n % 10 < 6 THEN 'membership_monthly' WHEN n % 10 < 8 THEN 'tournament' WHEN n % 10 < 9 THEN 'membership_annual' ELSE 'bootcamp' END AS product,
           CASE WHEN n % 10 < 6 THEN 9500 WHEN n % 10 < 8 THEN 4000 WHEN n % 10 < 9 THEN 95000 ELSE 15500 END AS price
         FROM generate_series($1::int, $2::int) AS n
       ) AS sold
     ) AS made`,
    [from, to],
  );
  await database.query('VACUUM ANALYZE billing.customers');
  await database.query('VACUUM ANALYZE billing.balance_transactions');
};

/**
 * Adds the people of these numbers. Rebuilds the search index afterwards, which is much faster than updating it for each row. Disables
 * the triggers that publish contacts and people: the lists are measured, and not a million events beside them.
 */
export const fillList = async (
  database: pg.Client,
  { table, insertSql: fill }: FilledList,
  from: number,
  to: number,
): Promise<void> => {
  const index = `${table}_search`;
  const { rows } = await database.query<{ made: string }>('SELECT pg_get_indexdef($1::regclass) AS made', [index]);
  const publishing = await database.query<{ name: string }>(
    `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname IN ('contacts_added', 'person_records_added')`,
    [table],
  );
  await database.query(`DROP INDEX ${index}`);
  for (const { name } of publishing.rows) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  await database.query(fill, [from, to]);
  for (const { name } of publishing.rows) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`);
  await database.query(rows[0]!.made);
  await database.query(`VACUUM ANALYZE ${table}`);
};
