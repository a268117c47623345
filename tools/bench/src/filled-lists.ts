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
  readonly name: 'debate-club-registrations' | 'tournament-registrations' | 'newsletter-subscribers';
  readonly table: string;
  readonly sort: 'registeredAt' | 'subscribedAt';
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

/**
 * Adds the people of these numbers. Rebuilds the search index afterwards, which is much faster than updating it for each row. Disables
 * the trigger that publishes contacts: the lists are measured, and not a million events beside them.
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
    `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = 'contacts_added'`,
    [table],
  );
  await database.query(`DROP INDEX ${index}`);
  for (const { name } of publishing.rows) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  await database.query(fill, [from, to]);
  for (const { name } of publishing.rows) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`);
  await database.query(rows[0]!.made);
  await database.query(`VACUUM ANALYZE ${table}`);
};
