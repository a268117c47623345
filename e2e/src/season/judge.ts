import type pg from 'pg';
import type { MonthlyStatement } from '@lectern/contracts/billing/statement';
import { type AcceptedEmail, findViolations } from '../chaos/invariants.ts';
import { membershipOf } from '../testing/person.ts';
import { stripeOf, timeOf } from '../testing/provider.ts';
import { MONTHS } from './plan.ts';
import type { Season } from './season.ts';

const REST_WITHIN_MS = 300_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** The findings about a year that was lived, in words; none where everything is as it should be. */
export const judgeSeason = async (season: Season): Promise<string[]> => {
  const { database } = season;
  const broken = await brokenInvariants(season, database);
  return [
    ...season.surprises,
    ...broken,
    ...(await membershipsAsPlanned(season)),
    ...(await entriesAsPaid(season, database)),
    ...(await checksAsRecorded(database)),
    ...(await remindersSentOnce(database)),
    ...(await emailsSentOnce(database)),
    ...(await statementsEqualTheLedger(season)),
    ...(await creditEqualsTheBalances(season, database)),
  ];
};

/** The invariants of the chaos, which hold within some time after the end. */
const brokenInvariants = async (season: Season, database: pg.Pool): Promise<string[]> => {
  const until = Date.now() + REST_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${season.system.sandboxUrl}/mail/api/messages?limit=1000000&fields=customArgs`);
    const accepted = ((await answer.json()) as { customArgs: Record<string, string> }[]).map(
      ({ customArgs }): AcceptedEmail => ({ recipientId: customArgs['recipientId'] ?? null }),
    );
    const now = new Date(await timeOf(season.system)).toISOString();
    const found = await findViolations(database, { accepted, now });
    if (found.length === 0 || Date.now() > until)
      return found.map(({ invariant, breach, row }) => `${breach}: ${invariant}: ${row}`);
    // No outside signal says that all work is done, so this polls.
    await pause(500);
  }
};

/** A person who paid, and neither cancelled nor lost the card, is a member; a person who cancelled or was refunded in full is none. */
const membershipsAsPlanned = async (season: Season): Promise<string[]> => {
  const findings: string[] = [];
  for (const person of season.people.filter(({ isMember }) => isMember)) {
    const { email } = person.registration;
    const token = await season.logIn(person);
    if (person.isDeleted) {
      if (token !== undefined) findings.push(`${email} deleted the account and can log in`);
      continue;
    }
    if (token === undefined) {
      findings.push(`${email} cannot log in`);
      continue;
    }
    const isActive = (await membershipOf(season.system, token)) === 'active';
    const { isCancelled, isRefunded, isCardBroken, pausedUntil } = person;
    if (!isCancelled && !isRefunded && !isCardBroken && pausedUntil < MONTHS && !isActive)
      findings.push(`${email} pays and is not active`);
    if (isRefunded && isActive) findings.push(`${email} was refunded in full and is active`);
    if (pausedUntil > MONTHS && isActive) findings.push(`${email} has a pause and is active`);
  }
  return findings;
};

/** Each person who paid for a tournament is in it as paid, once, and nobody else is. */
const entriesAsPaid = async (season: Season, database: pg.Pool): Promise<string[]> => {
  // A free entry may have become free after it was made.
  const { rows } = await database.query<{ email: string; title: string; isFree: boolean }>(
    `SELECT r.email, e.title, r.payment_amount = 0 AS "isFree" FROM registrations.tournament_registrations r JOIN registrations.events e ON e.id = r.event_id
     WHERE e.title LIKE 'Season Open %' AND r.payment_status = 'paid' AND r.waitlisted_at IS NULL AND r.email <> ''`,
  );
  const keyOf = (email: string, title: string): string => `${email} in ${title}`;
  const stored = rows.map(({ email, title }) => keyOf(email, title));
  const free = new Set(rows.filter(({ isFree }) => isFree).map(({ email, title }) => keyOf(email, title)));
  const lived = season.people
    .filter(({ isDeleted }) => !isDeleted)
    .flatMap(({ registration: { email }, entered }) => [...entered].map((title) => keyOf(email, title)));
  const ofDeleted = new Set(
    season.people.filter(({ isDeleted }) => isDeleted).map(({ registration }) => registration.email),
  );
  return [
    ...lived.filter((key) => !stored.includes(key)).map((key) => `paid and not in: ${key}`),
    ...stored
      .filter((key) => !lived.includes(key) && !free.has(key) && !ofDeleted.has(key.slice(0, key.indexOf(' in '))))
      .map((key) => `in as paid without having paid: ${key}`),
    ...stored.filter((key, index) => stored.indexOf(key) !== index).map((key) => `twice: ${key}`),
  ];
};

/** The checks of an entry, less those that were undone, are what it is paid with; a wrong one has a row that undoes it. */
const checksAsRecorded = async (database: pg.Pool): Promise<string[]> => {
  const { rows } = await database.query<{ row: string }>(
    `SELECT r.email || ': ' || r.payment_status || ' ' || r.payment_amount || ' with checks of ' || sum(o.amount) AS row
     FROM billing.offline_payments o JOIN billing.purchases p ON p.id = o.purchase_id
     JOIN registrations.tournament_registrations r ON r.id = p.reference
     GROUP BY r.id HAVING sum(o.amount) <> CASE r.payment_status WHEN 'paid' THEN r.payment_amount ELSE 0 END`,
  );
  return rows.map(({ row }) => `checks: ${row}`);
};

/** Each person with a paid place was reminded a day and an hour before a tournament, once each. */
const remindersSentOnce = async (database: pg.Pool): Promise<string[]> => {
  const { rows } = await database.query<{ row: string }>(
    `SELECT r.email || ' of ' || e.title || ': ' || due.notice || ' ' || count(n.*) AS row
     FROM registrations.tournament_registrations r JOIN registrations.events e ON e.id = r.event_id
     CROSS JOIN (VALUES ('one_day'), ('one_hour')) AS due (notice)
     LEFT JOIN registrations.event_notices n ON n.registration_id = r.id AND n.notice = due.notice
     WHERE e.title LIKE 'Season Open %' AND r.payment_status = 'paid' AND r.waitlisted_at IS NULL AND r.email <> ''
     GROUP BY r.email, e.title, due.notice HAVING count(n.*) <> 1`,
  );
  return rows.map(({ row }) => `reminders: ${row}`);
};

/**
 * The emails of these kinds that are due, by what happened in billing and registrations. A key of the delivery ledger is unique, so one that is
 * there was sent once.
 */
const DUE = `
  WITH kept AS (SELECT id FROM billing.customers WHERE erased_at IS NULL),
  dues AS (
    SELECT *, row_number() OVER (PARTITION BY subscription_id ORDER BY paid_at, id) AS place FROM billing.payments
    WHERE status IN ('succeeded', 'refunded') AND subscription_id IS NOT NULL
  )
  SELECT 'welcome:' || subscription_id AS key FROM dues WHERE place = 1 AND customer_id IN (SELECT id FROM kept)
  UNION ALL SELECT 'membership-renewed:' || invoice_id FROM dues WHERE place > 1 AND customer_id IN (SELECT id FROM kept)
  UNION ALL SELECT CASE product WHEN 'tournaments' THEN 'tournament-paid:' ELSE 'bootcamp-confirmed:' END || reference FROM billing.purchases
    WHERE status IN ('paid', 'refunded') AND refusal IS NULL AND customer_id IN (SELECT id FROM kept)
  UNION ALL SELECT 'payment-returned:' || id FROM billing.purchases WHERE returned_at IS NOT NULL AND customer_id IN (SELECT id FROM kept)
  UNION ALL SELECT 'staff-refunded:' || id FROM billing.staff_refunds
    WHERE status = 'made' AND method = 'card' AND ends IS NULL AND customer_id IN (SELECT id FROM kept)
  UNION ALL SELECT 'credit-changed:' || id FROM billing.credit_changes WHERE status = 'made' AND customer_id IN (SELECT id FROM kept)`;
const KINDS = [
  'welcome',
  'membership-renewed',
  'tournament-paid',
  'bootcamp-confirmed',
  'payment-returned',
  'staff-refunded',
  'credit-changed',
];

/** Each email that is due was sent, and no other of its kind. */
const emailsSentOnce = async (database: pg.Pool): Promise<string[]> => {
  const { rows } = await database.query<{ row: string }>(
    `WITH due AS (${DUE}),
     emails AS (
       SELECT dedupe_key AS key, status FROM messaging.email_recipients
       WHERE split_part(dedupe_key, ':', 1) = ANY($1) AND email <> ''
     )
     SELECT coalesce(due.key, emails.key) || CASE WHEN due.key IS NULL THEN ' was not due' ELSE ' was due: ' || coalesce(status, 'not written') END AS row
     FROM due FULL JOIN emails ON emails.key = due.key
     WHERE due.key IS NULL OR status IS NULL OR status NOT IN ('sent', 'delivered')`,
    [KINDS],
  );
  return rows.map(({ row }) => `emails: ${row}`);
};

/** The entries of each customer's credit are those of the balance at the provider, and sum up to it. */
const creditEqualsTheBalances = async (season: Season, database: pg.Pool): Promise<string[]> => {
  const customers = await stripeOf(season.system).customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const { rows } = await database.query<{ id: string; balance: number }>(
    'SELECT customer_id AS id, sum(amount)::int AS balance FROM billing.credit_entries GROUP BY customer_id',
  );
  const stored = new Map(rows.map(({ id, balance }) => [id, balance]));
  return customers
    .filter(({ id, balance }) => (stored.get(id) ?? 0) + balance !== 0)
    .map(({ id, balance }) => `credit of ${id}: ${stored.get(id) ?? 0} here and ${-balance} at the provider`);
};

/** The statement of each month equals the provider's ledger and payouts to the cent, and closes as the next one opens. */
const statementsEqualTheLedger = async (season: Season): Promise<string[]> => {
  const stripe = stripeOf(season.system);
  const ledger = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const payouts = await stripe.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const statementOf = (month?: string): Promise<MonthlyStatement> =>
    season.get(`/api/admin/payments/statement${month === undefined ? '' : `?month=${month}`}`);
  const { months } = await statementOf();
  const findings: string[] = [];
  let opening = 0;
  for (const month of months.toReversed()) {
    const statement = await statementOf(month);
    const isWithin = ({ created }: { created: number }): boolean =>
      created * 1_000 >= Date.parse(statement.from) && created * 1_000 < Date.parse(statement.before);
    const pairs = {
      opening: [statement.opening, opening],
      net: [statement.closing - statement.opening, sum(ledger.filter(isWithin).map(({ net }) => net))],
      fees: [sum(statement.lines.map(({ fee }) => fee)), sum(ledger.filter(isWithin).map(({ fee }) => fee))],
      payouts: [
        sum(statement.payouts.map(({ amount }) => amount)),
        sum(payouts.filter(isWithin).map(({ amount }) => amount)),
      ],
    } as const;
    for (const [what, [ours, theirs]] of Object.entries(pairs))
      if (ours !== theirs) findings.push(`${month}: ${what} is ${ours} here and ${theirs} at the provider`);
    for (const { name, count } of statement.differences)
      if (name === 'missing' || name === 'differing') findings.push(`${month}: ${count} payments are ${name}`);
    opening = statement.closing;
  }
  return findings;
};
