import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { logInPerson, membershipOf, newRegistration, patiently, payAt, registerPerson } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Processes of the real system are killed (SIGKILL) while people register and pay. Nobody who paid may be without their
 * membership afterwards, nobody may have two, and no email may come twice. The seed draws which ones; LECTERN_LONG=1 kills all.
 */
const PEOPLE = 6;
/** The people's journey takes about this long; the kill comes somewhere within. */
const JOURNEY_MS = 900;

const random = seededRandom(process.env['LECTERN_SEED']);

let system: RunningSystem;
let database: pg.Pool;

beforeAll(async () => {
  system = await startSystem();
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  database.on('error', () => undefined); // Postgres itself is killed too
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

/** So many of them, each once. */
const drawn = <T>(all: readonly T[], count: number): T[] => {
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(Math.floor(random.next() * left.length), 1)).flat();
};

type Person = ReturnType<typeof newRegistration>;

/** The whole journey of a patient person. Resolves once the membership is there. */
const becomeMember = async (person: Person): Promise<void> => {
  await pause(Math.floor(random.next() * JOURNEY_MS));
  const checkoutUrl = await patiently('registering', () => registerPerson(system, person));
  await patiently('paying', () => payAt(checkoutUrl));
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, await logInPerson(system, person))) !== 'active') throw new Error('not active yet');
  });
};

const kill = async (name: string): Promise<void> => {
  const target = (await system.run()).processes.find((candidate) => candidate.name === name);
  if (target === undefined || target.pid === 0) throw new Error(`${name} does not run`);
  process.kill(target.pid, 'SIGKILL');
};

const countBy = async (sql: string, people: readonly Person[]): Promise<Record<string, number>> => {
  const rows = await patiently('asking the database', () =>
    database.query<{ email: string; count: number }>(sql, [people.map((person) => person.email)]),
  );
  return Object.fromEntries(rows.rows.map((row) => [row.email, row.count]));
};

const oneOfEach = (people: readonly Person[]): Record<string, number> =>
  Object.fromEntries(people.map((person) => [person.email, 1]));

const MEMBERSHIPS = `SELECT c.email_key AS email, count(*)::int AS count FROM billing.subscriptions s JOIN billing.customers c ON c.id = s.customer_id
  WHERE s.status = 'active' AND c.email_key = ANY($1) GROUP BY 1`;
const PAYMENTS = `SELECT c.email_key AS email, count(*)::int AS count FROM billing.payments p JOIN billing.customers c ON c.id = p.customer_id
  WHERE p.status = 'succeeded' AND p.amount = 9500 AND c.email_key = ANY($1) GROUP BY 1`;
const REGISTRATIONS = `SELECT email_key AS email, count(*)::int AS count FROM registrations.debate_club_registrations
  WHERE status = 'active' AND email_key = ANY($1) GROUP BY 1`;
const EMAILS = `SELECT lower("to") AS email, count(*)::int AS count FROM messaging.emails
  WHERE template = 'welcome' AND status IN ('sent', 'sending', 'uncertain') AND lower("to") = ANY($1) GROUP BY 1`;

const emailsReceived = async (person: Person): Promise<number> => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(person.email)}`);
  return ((await answer.json()) as unknown[]).length;
};

const EVERYONE = [
  'gateway',
  'identity',
  'billing',
  'registrations',
  'messaging',
  'messaging-worker',
  'content',
  'sandbox',
  'redis',
  'postgres',
];
const VICTIMS = process.env['LECTERN_LONG'] === '1' ? EVERYONE : drawn(EVERYONE, 4);

describe(`killing a process while people register and pay (seed ${random.seed})`, () => {
  it.each(VICTIMS)('%s: every payment has its membership, once', async (victim) => {
    const people = Array.from({ length: PEOPLE }, newRegistration);
    const journeys = Promise.all(people.map(becomeMember));
    await pause(Math.floor(random.next() * JOURNEY_MS));
    await kill(victim);
    await journeys;

    expect(await countBy(MEMBERSHIPS, people)).toEqual(oneOfEach(people));
    expect(await countBy(PAYMENTS, people)).toEqual(oneOfEach(people));
    await patiently('every registration', async () =>
      expect(await countBy(REGISTRATIONS, people)).toEqual(oneOfEach(people)),
    );
    await patiently('every email', async () => expect(await countBy(EMAILS, people)).toEqual(oneOfEach(people)));
    for (const person of people)
      expect(await patiently('asking the mailbox', () => emailsReceived(person))).toBeLessThanOrEqual(1);
  });
});
