import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { patientlyInAudiences } from './testing/jobs.ts';
import { operateOn } from './testing/operate.ts';
import {
  callApi,
  joinAs,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* The operator's commands, as they are built, on the whole system. */
const PREFIX = 'lectern:queue';

let system: RunningSystem;
let database: pg.Pool;
let redis: Redis;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-operator-'));
  system = await startSystem();
  const run = await system.run();
  database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });
  redis = new Redis(run.redisUrl, { maxRetriesPerRequest: null });
});

afterAll(async () => {
  redis.disconnect();
  await database.end();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const operate = (args: string[], typed = '', environment: Record<string, string> = {}) =>
  operateOn(system, args, typed, environment);
const queueOf = (name: string): Queue => new Queue(name, { connection: redis, prefix: PREFIX, skipVersionCheck: true });

describe('the check command', () => {
  const member = newRegistration();
  const guest = `guest+${randomUUID().slice(0, 8)}@example.com`;

  beforeAll(async () => {
    await joinAs(system, member);
    const { body: programs } = await callApi<{ type: string; stripePriceIdMonthly: string }[]>(
      system,
      'GET',
      '/api/programs',
    );
    const priceId = programs.find(({ type }) => type === 'debate_club')!.stripePriceIdMonthly;
    const { body: opened } = await callApi<{ url: string }>(system, 'POST', '/api/create-subscription', {
      body: { priceId, customerEmail: guest },
    });
    await payAt(opened.url);
    await patiently('the guest to be known', async () => {
      const { rowCount } = await database.query('SELECT 1 FROM identity.claims WHERE email_key = $1', [guest]);
      if (rowCount !== 1) throw new Error('not yet');
    });
  });

  it('finds that the services agree about all people, and names a guest who has not opened an account', async () => {
    const agreed = await operate(['check']);
    expect(agreed).toEqual({ status: 0, said: expect.stringContaining('the services agree.') });
    expect(agreed.said).toContain(`${guest} pays for a membership since`);
  });

  it('names the people on which services disagree, payments for expired offers, and payments, mailboxes, entries and seats that do not match, and what to do', async () => {
    const [unverified, verified] = [newRegistration(), newRegistration()];
    for (const person of [unverified, verified]) await registerPerson(system, person);
    const named = (name: string) => `${name}+${randomUUID().slice(0, 8)}@example.com`;
    const [unknown, granted, unregistered, settled, unpaid] = [
      'unknown',
      'granted',
      'unregistered',
      'settled',
      'unpaid',
    ].map(named) as [string, string, string, string, string];
    const idOf = async (email: string) =>
      (await database.query<{ id: string }>('SELECT id FROM identity.users WHERE email_key = $1', [email])).rows[0]!.id;
    const [unverifiedId, verifiedId] = [await idOf(unverified.email), await idOf(verified.email)];
    const [entry, seat, purchase, settledPurchase, registration] = Array.from({ length: 5 }, () => randomUUID());
    const customer = (id: string, email: string, userId: string | null) =>
      database.query('INSERT INTO billing.customers (id, email, email_key, user_id) VALUES ($1, $2, $2, $3)', [
        `cus_planted_${id}`,
        email,
        userId,
      ]);
    const claim = (kind: string, subject: string, email: string, userId: string | null, by: string | null) =>
      database.query(
        'INSERT INTO identity.claims (kind, subject_id, email_key, user_id, granted_by, made_at) VALUES ($1, $2, $3, $4, $5, now())',
        [kind, subject, email, userId, by],
      );
    const paid = (id: string, email: string) =>
      database.query(
        `INSERT INTO billing.purchases (id, product, reference, guest_email, title, amount, amount_paid, status, success_url, cancel_url)
         VALUES ($1, 'tournaments', gen_random_uuid(), $2, 'Fall Classic', 4000, 4000, 'paid', '', '')`,
        [id, email],
      );
    await customer('unknown', unknown, null);
    await customer('granted', granted, null);
    await claim('customer', 'cus_planted_granted', granted, verifiedId, 'payment');
    await customer('of_another', unverified.email, unverifiedId);
    await claim('customer', 'cus_planted_of_another', unverified.email, verifiedId, 'payment');
    await claim('tournament_entry', entry!, unverified.email, unverifiedId, 'mailbox');
    await database.query('UPDATE identity.users SET email_verified_at = now() WHERE id = $1', [verifiedId]);
    await claim('bootcamp_registration', seat!, verified.email, null, null);
    await paid(purchase!, unregistered);
    // Its entry was deleted after it was paid: it stays paid until staff refund it.
    await paid(settledPurchase!, settled);
    await database.query(
      `INSERT INTO registrations.purchases (purchase_id, product, reference, status, amount_paid, amount_refunded, session_id, version)
       SELECT id, product, reference, status, amount_paid, 0, 'cs_planted', 1 FROM billing.purchases WHERE id = $1`,
      [settledPurchase],
    );
    await database.query(
      `INSERT INTO registrations.tournament_registrations (id, event_id, email, email_key, first_name, last_name, division, payment_status, payment_amount)
       SELECT $1, id, $2, $2, 'Ada', 'Okafor', 'development', 'paid', 4000 FROM registrations.events WHERE type = 'tournament' LIMIT 1`,
      [registration, unpaid],
    );
    await database.query(`UPDATE identity.users SET subscription_status = 'inactive' WHERE email_key = $1`, [
      member.email,
    ]);
    // As if the bank had sent the money in the second in which the member's membership ended, and the guest's had ended before the arrival was known.
    const setEnd = (email: string, endedAt: string, knownAt: string) =>
      database.query(
        `WITH paid AS (
           UPDATE billing.payments SET known_at = ${knownAt} FROM billing.customers
           WHERE customers.id = payments.customer_id AND customers.email = $1 RETURNING payments.subscription_id, payments.paid_at
         )
         UPDATE billing.subscriptions SET ended_at = ${endedAt} FROM paid WHERE paid.subscription_id = subscriptions.id`,
        [email],
      );
    await setEnd(member.email, 'paid.paid_at', 'paid_at');
    await setEnd(guest, `paid.paid_at + interval '1 hour'`, `paid_at + interval '2 hours'`);
    try {
      const found = await operate(['check', '--json']);
      expect(found.status).toBe(1);
      const { findings } = JSON.parse(found.said) as { findings: { person: string; what: string; action: string }[] };
      expect(findings).toHaveLength(10);
      expect(findings).toEqual(
        expect.arrayContaining([
          {
            person: member.email,
            what: expect.stringContaining('is not let in, and pays for sub_'),
            action: expect.any(String),
          },
          ...[member.email, guest].map((person) => ({
            person,
            what: expect.stringMatching(/^paid \$95 with in_\w+ for a membership that was over or had not begun$/),
            action: 'Refund it at the payment provider.',
          })),
          {
            person: unknown,
            what: 'paid as cus_planted_unknown, which identity does not know',
            action: expect.stringContaining('Run `operate reconcile`'),
          },
          {
            person: granted,
            what: 'has an account, which does not have the payments of cus_planted_granted yet',
            action: expect.stringContaining('Run `operate reconcile`'),
          },
          {
            person: unverified.email,
            what: `has the payments of cus_planted_of_another, which belong to ${verified.email}`,
            action: expect.stringContaining('find out at the payment provider who paid'),
          },
          {
            person: unverified.email,
            what: `has the tournament entry ${entry} of a mailbox that nobody has verified`,
            action: expect.stringContaining('Ask the person to confirm the email address'),
          },
          {
            person: verified.email,
            what: `does not have the bootcamp registration ${seat} of their mailbox yet`,
            action: expect.stringContaining('Run `operate reconcile`'),
          },
          {
            person: unregistered,
            what: `paid $40 for Fall Classic (${purchase}), and is not registered with that`,
            action: expect.stringContaining('refund it at the payment provider'),
          },
          {
            person: unpaid,
            what: expect.stringMatching(
              new RegExp(`^is registered as paid for .+ \\(${registration}\\), and no payment for it is kept$`),
            ),
            action: expect.stringContaining('delete the registration'),
          },
        ]),
      );
    } finally {
      await database.query(`DELETE FROM billing.customers WHERE id LIKE 'cus_planted_%'`);
      await database.query(
        `DELETE FROM identity.claims WHERE subject_id LIKE 'cus_planted_%' OR subject_id = ANY($1)`,
        [[entry, seat]],
      );
      await database.query('DELETE FROM billing.purchases WHERE id = ANY($1)', [[purchase, settledPurchase]]);
      await database.query('DELETE FROM registrations.purchases WHERE purchase_id = $1', [settledPurchase]);
      await database.query('DELETE FROM registrations.tournament_registrations WHERE id = $1', [registration]);
      for (const email of [member.email, guest]) await setEnd(email, 'NULL', 'paid_at');
      await database.query(`UPDATE identity.users SET subscription_status = 'active' WHERE email_key = $1`, [
        member.email,
      ]);
    }
  });
});

describe('the command line', () => {
  it('is refused with 2 and a sentence when it cannot be meant', async () => {
    const refused = [
      [[], 'Name a command.'],
      [['requeue'], 'say --all'],
      [['rebuild-queues'], 'Say --yes.'],
      [['administrators', '--loud'], '--loud'],
      [['rotate-secrets', 'undo', '.env'], '"undo" is no step'],
    ] as const;
    expect(await Promise.all(refused.map(([args]) => operate([...args])))).toEqual(
      refused.map(([, sentence]) => ({ status: 2, said: expect.stringContaining(sentence) })),
    );
  });

  it('has a help text', async () => {
    const [{ status, said }, ofOne] = await Promise.all([operate(['--help']), operate(['requeue', '--help'])]);
    expect(status).toBe(0);
    for (const command of [
      'create-administrator',
      'requeue',
      'rebuild-queues',
      'reconcile',
      'republish',
      'rotate-secrets',
    ])
      expect(said).toContain(`  ${command} `);
    expect(ofOne).toEqual({ status: 0, said: expect.stringContaining('operate requeue') });
  });

  it('reports in a sentence that no system runs', async () => {
    const { redisUrl, operator } = await system.run();
    const reported = { REQUEST_KEY: operator.requestKey, IDENTITY_REQUEST_KEY: operator.identityRequestKey };
    const at = (url: string) => ({ ...reported, REDIS_URL: url });
    const guessed = at(`redis://:7d1f0a93c25b48e6b0d4@127.0.0.1:${new URL(redisUrl).port}`);
    const outcomes = [
      ['queues', { DATA_DIR: folder }, 1, 'no local system runs on'],
      ['queues', at('redis://:7d1f0a93c25b48e6b0d4@127.0.0.1:1'), 1, 'Redis does not answer'],
      ['queues', guessed, 1, 'refuses this user or password'],
      ['administrators', guessed, 1, 'refuses this user or password'],
      ['queues', at('redis://:secret@127.0.0.1:1'), 2, 'REDIS_URL must hold a password'],
    ] as const;
    expect(await Promise.all(outcomes.map(([command, environment]) => operate([command], '', environment)))).toEqual(
      outcomes.map(([, , status, sentence]) => ({ status, said: expect.stringContaining(sentence) })),
    );
  });
});

describe('administrators', () => {
  const password = 'seventeen quiet llamas';
  const login = (email: string) =>
    callApi<{ token: string }>(system, 'POST', '/api/admin/login', { body: { email, password } });

  it('are created once, sign in with the typed password, and are recorded', async () => {
    const email = 'Second@Association.example';
    expect(await operate(['create-administrator', email, '--name', 'Ada Okafor'], `${password}\n`)).toEqual({
      status: 0,
      said: expect.stringContaining('is an owner now'),
    });
    const { status, body } = await login(email);
    expect(status).toBe(200);
    const again = await operate(['create-administrator', email.toLowerCase(), '--json'], 'another good password\n');
    expect([again.status, JSON.parse(again.said)]).toEqual([0, { email: email.toLowerCase(), isNew: false }]);
    expect((await login(email)).status).toBe(200);
    const { body: actions } = await callApi<{ action: string; adminName: string }[]>(
      system,
      'GET',
      '/api/admin/actions',
      { token: body.token },
    );
    expect(JSON.stringify(actions)).toContain('create_administrator');
    expect(JSON.stringify(actions)).toContain('An operator');
  });

  it('are refused with a password that would do for a member, and with a common one, which is not printed', async () => {
    const [short, common] = await Promise.all(
      ['eleven char\n', 'password1234\n'].map((typed) =>
        operate(['create-administrator', 'third@association.example'], typed),
      ),
    );
    expect(short).toEqual({
      status: 2,
      said: expect.stringContaining('password: Password must be at least 12 characters'),
    });
    expect(common).toEqual({ status: 1, said: expect.stringContaining('common') });
    expect(common!.said).not.toContain('password1234');
    expect((await operate(['administrators'])).said).not.toContain('third@');
  });

  it('are locked out immediately and let in again, except for the last one', async () => {
    const { admin } = await system.run();
    const [first, email] = [admin.email, 'leaving@association.example'];
    // An owner counts once they have logged in.
    expect((await callApi(system, 'POST', '/api/admin/login', { body: admin })).status).toBe(200);
    await operate(['create-administrator', email], password);
    const { token } = (await login(email)).body;
    expect(await operate(['deactivate-administrator', email])).toMatchObject({ status: 0 });
    expect((await callApi(system, 'GET', '/api/admin/second-factor', { token })).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect((await operate(['administrators'])).said).toMatch(/leaving@association\.example .* kept out/);
    expect(await operate(['deactivate-administrator', 'second@association.example'])).toMatchObject({ status: 0 });
    expect(
      await Promise.all([first, 'nobody@association.example'].map((one) => operate(['deactivate-administrator', one]))),
    ).toEqual([
      { status: 1, said: expect.stringContaining('is the last') },
      { status: 1, said: expect.stringContaining('No administrator') },
    ]);
    expect(await operate(['activate-administrator', email])).toMatchObject({ status: 0 });
    expect((await login(email)).status).toBe(200);
    expect(await operate(['reset-second-factor', email])).toEqual({
      status: 0,
      said: expect.stringContaining('was off already'),
    });
  });
});

describe('work that failed', () => {
  const person = newRegistration();

  it('is listed with its reason, and is done once when it is retried', async () => {
    // The inbox refuses every event until the constraint is dropped: a fault that is fixed after several attempts.
    await database.query(
      `ALTER TABLE registrations.inbox ADD CONSTRAINT planted CHECK (name NOT LIKE 'identity.account-changed%') NOT VALID`,
    );
    await registerPerson(system, person);
    const [row] = (
      await database.query<{ id: string; name: string }>(
        `SELECT id, name FROM identity.outbox WHERE name LIKE 'identity.account-changed%' AND payload->>'email' = $1 ORDER BY sequence`,
        [person.email],
      )
    ).rows;
    const { id, name } = row!;
    const named = `registrations-events-of-identity/${id}`;
    const queue = queueOf('registrations-events-of-identity');
    await patiently('its failure', async () => {
      const job = (await queue.getJob(id))!;
      expect(job.attemptsMade).toBeGreaterThan(0);
      // From now on only the command brings the next try.
      await job.changeDelay(3_600_000);
    });
    await queue.close();
    expect((await operate(['queues'])).said).toMatch(new RegExp(`${named}  ${name}  waits, [1-9] tr`));
    await database.query('ALTER TABLE registrations.inbox DROP CONSTRAINT planted');
    expect(await operate(['requeue', named])).toEqual({
      status: 0,
      said: expect.stringContaining(`Tried now: ${named}`),
    });
    await patiently('the event to be handled', async () => {
      const received = await database.query('SELECT 1 FROM registrations.inbox WHERE event_id = $1', [id]);
      expect(received.rowCount).toBe(1);
    });
    expect(await operate(['requeue', named])).toEqual({
      status: 1,
      said: expect.stringContaining('Nothing that failed is called'),
    });
    expect(await operate(['requeue', '--all'])).toMatchObject({ status: 0 });
  });

  it('that failed permanently is retried too', async () => {
    const queue = queueOf('identity-jobs');
    const added = await queue.add('no-such-job', { correlationId: 'test', data: {} }, { attempts: 1 });
    const named = `identity-jobs/${added.id}`;
    await patiently('its being given up', async () =>
      expect((await operate(['queues'])).said).toContain(`${named}  no-such-job  given up`),
    );
    expect(await operate(['requeue', '--all'])).toEqual({ status: 0, said: expect.stringContaining(named) });
    await patiently('its second failure', async () => expect((await queue.getJob(added.id!))!.attemptsMade).toBe(2));
    await added.remove();
    await queue.close();
  });
});

describe('queues that lost something', () => {
  it('get their schedules and recent events back, and nothing has a second effect', async () => {
    const queue = queueOf('billing-jobs');
    await queue.removeJobScheduler('reconcile-everybody');
    // Published, and lost on its way: the subscriber never received it.
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM identity.outbox WHERE name LIKE 'identity.account-changed%' AND published_at IS NOT NULL LIMIT 1`,
    );
    const eventId = rows[0]!.id;
    const received = async () =>
      (await database.query('SELECT 1 FROM registrations.inbox WHERE event_id = $1', [eventId])).rowCount;
    await patiently('the first delivery', async () => expect(await received()).toBe(1));
    await database.query('DELETE FROM registrations.inbox WHERE event_id = $1', [eventId]);
    const members = async () =>
      (await database.query<{ count: string }>('SELECT count(*) FROM registrations.accounts')).rows[0]!.count;
    const before = await members();
    expect(await operate(['rebuild-queues', '--yes'])).toEqual({
      status: 0,
      said: expect.stringContaining('billing-jobs/reconcile-everybody'),
    });
    await patiently('the second delivery', async () => expect(await received()).toBe(1));
    expect(await members()).toBe(before);
    expect((await queue.getJobSchedulers()).map(({ key }) => key)).toContain('reconcile-everybody');
    await queue.close();
  });
});

describe('reconciliation', () => {
  it('repairs records that differ from the provider and names them', async () => {
    const person = newRegistration();
    await payAt(await registerPerson(system, person));
    await logInPerson(system, person);
    const subscription = await patiently('the membership', async () => {
      const { rows } = await database.query<{ id: string }>(
        `SELECT s.id FROM billing.subscriptions s JOIN billing.customers c ON c.id = s.customer_id WHERE c.email_key = $1 AND s.status = 'active'`,
        [person.email],
      );
      return rows[0]!.id;
    });
    await operate(['reconcile']);
    await database.query(`UPDATE billing.subscriptions SET amount = amount + 1 WHERE id = $1`, [subscription]);
    expect(await operate(['reconcile'])).toEqual({
      status: 0,
      said: expect.stringMatching(
        new RegExp(
          `subscription ${subscription}  amount: \\d+ here, \\d+ there; repaired[^]*1 repaired, 0 could not be`,
        ),
      ),
    });
  });

  it('ends with 1 while it fails for a person, and repairs the record when it can', async () => {
    const [row] = (
      await database.query<{ id: string; amount: number }>(
        'UPDATE billing.subscriptions SET amount = amount + 1 RETURNING id, amount - 1 AS amount',
      )
    ).rows;
    // The provider's values for it cannot be stored.
    await database.query(
      `ALTER TABLE billing.subscriptions ADD CONSTRAINT planted CHECK (id <> '${row!.id}' OR amount <> ${row!.amount}) NOT VALID`,
    );
    expect(await operate(['reconcile'])).toEqual({
      status: 1,
      said: expect.stringContaining('1 could not be: billing’s log names them'),
    });
    await database.query('ALTER TABLE billing.subscriptions DROP CONSTRAINT planted');
    expect(await operate(['reconcile'])).toEqual({
      status: 0,
      said: expect.stringContaining('1 repaired, 0 could not be'),
    });
  });
});

describe('forged events', () => {
  const HIGHEST = 2_147_483_647;

  it('are replaced by their publishers’ own once these are published again, whatever version they had', async () => {
    const [member, other] = [newRegistration(), newRegistration()];
    await registerPerson(system, other);
    const [token, others] = [await joinAs(system, member), await logInPerson(system, other)];
    const checkout = await callApi<{ checkoutUrl: string }>(system, 'POST', '/api/bootcamp-checkout', {
      body: {
        email: member.email,
        firstName: member.firstName,
        lastName: member.lastName,
        experienceLevel: 'beginner',
      },
      token,
    });
    await payAt(checkout.body.checkoutUrl);
    const oneOf = async (sql: string): Promise<Record<string, unknown>> =>
      (await database.query<Record<string, unknown>>(sql, [member.email])).rows[0]!;
    const purchase = () =>
      oneOf(
        'SELECT status, amount_paid, version FROM registrations.purchases WHERE reference IN (SELECT id FROM registrations.bootcamp_registrations WHERE email = $1)',
      );
    await patiently('the seat to be paid', async () => expect(await purchase()).toMatchObject({ status: 'paid' }));
    const contact = () =>
      oneOf(`SELECT email FROM messaging.contacts WHERE list = 'debate_club' AND name LIKE 'Forged%' OR email = $1`);
    await patientlyInAudiences(system, 'the list to have the member', async () =>
      expect(await contact()).toBeDefined(),
    );
    const { id: otherId } = (
      await database.query<{ id: string }>('SELECT id FROM identity.users WHERE email_key = $1', [other.email])
    ).rows[0]!;
    const names = async () =>
      Promise.all(
        ['registrations', 'billing', 'messaging'].map(
          async (service) =>
            (
              await database.query<{ first_name: string }>(
                `SELECT first_name FROM ${service}.accounts WHERE user_id = (SELECT id FROM identity.users WHERE email_key = $1)`,
                [member.email],
              )
            ).rows[0]!.first_name,
        ),
      );

    // A person with the password of a service's database role writes to its outbox, and the service publishes it.
    const forge = (service: string, name: string, changes: object, email = member.email) =>
      database.query(
        `INSERT INTO ${service}.outbox (id, name, payload, correlation_id, occurred_at)
         SELECT gen_random_uuid(), name, payload || $2, correlation_id, occurred_at FROM ${service}.outbox
         WHERE name = $1 AND payload::text LIKE '%' || $3 || '%' ORDER BY sequence DESC LIMIT 1`,
        [`${service}.${name}.v1`, { version: HIGHEST, ...changes }, email],
      );
    await forge('billing', 'membership-changed', { access: false, status: 'cancelled' });
    await forge('billing', 'membership-changed', {
      access: true,
      status: 'active',
      subscriptionId: 'sub_forged',
      customerId: 'cus_forged',
      userId: otherId,
      email: other.email,
    });
    await forge('identity', 'account-changed', { firstName: 'Forged' });
    await database.query(
      `INSERT INTO registrations.outbox (id, name, payload, correlation_id, occurred_at)
       SELECT gen_random_uuid(), 'registrations.contacts-changed.v1', jsonb_build_object('contacts', jsonb_build_array(jsonb_build_object(
         'registrationId', id, 'list', 'debate_club', 'version', ${Number.MAX_SAFE_INTEGER}, 'email', 'forged@example.com', 'firstName', 'Forged',
         'lastName', '', 'isIn', true, 'until', NULL))), 'test', now()
       FROM registrations.debate_club_registrations WHERE email = $1`,
      [member.email],
    );
    await database.query(
      `INSERT INTO billing.outbox (id, name, payload, correlation_id, occurred_at)
       SELECT gen_random_uuid(), name, payload || jsonb_build_object('version', ${HIGHEST}, 'amountPaid', 1), correlation_id, occurred_at
       FROM billing.outbox WHERE name = 'billing.purchase-changed.v1' ORDER BY sequence DESC LIMIT 1`,
    );
    await patiently('them to have their effect', async () => {
      expect([await membershipOf(system, token), await membershipOf(system, others)]).toEqual(['inactive', 'active']);
      expect(await names()).toEqual(['Forged', 'Forged', 'Forged']);
      expect(await contact()).toEqual({ email: 'forged@example.com' });
      expect(await purchase()).toMatchObject({ amount_paid: 1, version: HIGHEST });
    });

    expect(await operate(['republish'])).toEqual({ status: 0, said: expect.stringContaining('published again') });
    await patiently('the truth', async () => {
      expect(await membershipOf(system, token)).toBe('active');
      expect(await names()).toEqual([member.firstName, member.firstName, member.firstName]);
      expect(await contact()).toEqual({ email: member.email });
      expect(await purchase()).toMatchObject({ status: 'paid', amount_paid: 15_500 });
    });
    expect((await purchase())['version']).toBeLessThan(HIGHEST);
    // An event that its owner does not know is not published again: docs/operations.md shows how to end it.
    const operations = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    await database.query(/```sql\n(INSERT INTO billing\.outbox [^`]+)```/.exec(operations)![1]!);
    await patiently('the invented membership to end', async () =>
      expect(await membershipOf(system, others)).toBe('inactive'),
    );
    expect(await operate(['check'])).toMatchObject({ said: expect.stringContaining('the services agree.') });
  });
});
