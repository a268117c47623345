import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import pg from 'pg';
import { emailsTo, emailTo, tokensTo, tokenTo } from './testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * A member's export of their own data, through the whole system: every service that stores personal data contributes.
 */
let system: RunningSystem;
let database: pg.Pool;
let ada: Person;
let ruth: Person;

beforeAll(async () => {
  system = await startSystem({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  await pricesOf(system);
  [ada, ruth] = await Promise.all([newMember('Adaeze', 'Okonjo'), newMember('Ruthanne', 'Lindqvist')]);
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

const api = <T = Record<string, unknown>>(method: string, path: string, options: Parameters<typeof callApi>[3] = {}) =>
  callApi<T>(system, method, path, options);

interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly phone: string;
  readonly token: string;
  readonly userId: string;
}

/** Shows that the mailbox is theirs, by a link that is not among those. */
const verifyAddress = async (
  registration: { email: string; password: string },
  seen: readonly string[] = [],
): Promise<void> => {
  const body = { token: await tokenTo(system, registration.email, '/confirm-email', seen) };
  const answer = await api('POST', '/api/auth/confirm-email', { token: await logInPerson(system, registration), body });
  if (answer.status !== 200) throw new Error(`Confirming the email answered ${answer.status}`);
};

/** A paying member with data in every service. */
const newMember = async (firstName: string, lastName: string): Promise<Person> => {
  const registration = {
    ...newRegistration(),
    email: `${firstName}.${randomUUID().slice(0, 8)}@Example.com`,
    firstName,
    lastName,
  };
  const { email, password } = registration;
  const phone = `555-${randomUUID().slice(0, 8)}`;
  await payAt(await registerPerson(system, registration));
  await verifyAddress(registration);
  const token = await logInPerson(system, registration);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });
  const { body: user } = await api<{ id: string }>('GET', '/api/auth/user', { token });
  const sent = [
    await api('POST', '/api/newsletter', { body: { email } }),
    await api('POST', '/api/contact', {
      body: { name: `${firstName} ${lastName}`, email, message: `A long enough message of ${firstName}` },
    }),
    await api('POST', '/api/starter-kit', { body: { email } }),
    await api('POST', '/api/tournament/register', {
      token,
      body: {
        email,
        firstName,
        lastName,
        phone,
        events: ['prepared_speech'],
        division: 'development',
        waiver: true,
        accommodations: `for ${firstName}`,
      },
    }),
  ];
  const place = await api<{ checkoutUrl: string }>('POST', '/api/bootcamp-checkout', {
    body: { email, firstName, lastName, phone, experienceLevel: 'beginner' },
  });
  for (const { status, body } of [...sent, place])
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await payAt(place.body.checkoutUrl);
  await patiently('the bootcamp seat to be paid', async () => {
    const { rows } = await database.query(
      `SELECT 1 FROM registrations.bootcamp_registrations WHERE email = $1 AND payment_status = 'paid'`,
      [email],
    );
    if (rows.length === 0) throw new Error('Not yet');
  });
  return { email, firstName, lastName, password, phone, token, userId: user.id };
};

const SCHEMAS = ['identity', 'billing', 'registrations', 'messaging', 'content'];

/** Rows of any table of any service that hold one of these texts, as `schema.table: row`. */
const rowsHolding = async (texts: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema = ANY($1) ORDER BY 1`,
    [SCHEMAS],
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>(`SELECT kept::text AS row FROM ${name} kept`);
    found.push(
      ...rows
        .filter(({ row }) => texts.some((text) => row.toLowerCase().includes(text.toLowerCase())))
        .map(({ row }) => `${name}: ${row}`),
    );
  }
  return found;
};
/** Without the marks of changes and events, which pass. */
const lasting = (rows: readonly string[]): string[] =>
  rows.filter((row) => !/^\w+\.(person_changes|outbox)\b/.test(row));
const traces = ({ email, firstName, lastName, phone }: Person) => rowsHolding([email, firstName, lastName, phone]);
const provider = async (path: string, method = 'GET', body?: object) => {
  const answer = await fetch(`${system.sandboxUrl}${path}`, {
    method,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { data: { status: string }[]; deleted?: boolean };
};
/** The account's customer, and the one of the payment as a guest, which an event gives to the account. */
const customersOf = async ({ userId }: Person): Promise<string[]> =>
  patiently('the account to have both customers', async () => {
    const { rows } = await database.query<{ id: string }>('SELECT id FROM billing.customers WHERE user_id = $1', [
      userId,
    ]);
    if (rows.length !== 2) throw new Error(`It has ${rows.length}`);
    return rows.map(({ id }) => id);
  });
const ofEach = async (customers: string[], path: (customer: string) => string) =>
  (await Promise.all(customers.map((customer) => provider(path(customer))))).flatMap(({ data }) => data);
const charges = async (customers: string[]): Promise<number> =>
  (await ofEach(customers, (customer) => `/v1/charges?customer=${customer}&limit=100`)).length;

describe('the file of a member’s stored data', () => {
  it('holds their data from every service, and nothing of another member', async () => {
    const answer = await api<{
      account: Record<string, object[]>;
      payments: Record<string, object[]>;
      registrations: Record<string, object[]>;
      mail: Record<string, object[]>;
    }>('GET', '/api/account/data', { token: ada.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="lectern-data-2026-09-01.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { account, payments, registrations, mail } = answer.body;
    expect(account['account']).toMatchObject([{ id: ada.userId, email: ada.email, firstName: 'Adaeze' }]);
    expect(payments).toMatchObject({
      subscriptions: [{ amountCents: 9_500 }],
      singlePayments: [{ amountPaidCents: 15_500 }],
    });
    expect(registrations).toMatchObject({
      debateClubRegistrations: [{ email: ada.email }],
      tournamentEntries: [{ specialRequests: 'for Adaeze' }],
      bootcampRegistrations: [{ phone: ada.phone }],
    });
    expect(mail).toMatchObject({
      newsletter: [{ email: ada.email }],
      contactMessages: [{ message: 'A long enough message of Adaeze' }],
    });
    expect(mail['emails']!.length).toBeGreaterThanOrEqual(4);
    expect(answer.body).not.toHaveProperty('notIncluded');
    const text = JSON.stringify(answer.body).toLowerCase();
    for (const foreign of [ruth.userId, ruth.email, ruth.phone, 'ruthanne', 'lindqvist', 'argon2'])
      expect(text).not.toContain(foreign.toLowerCase());
    // Nor secrets of links: a person who finds the file cannot act as its owner.
    expect(text).not.toMatch(/token=|key=|[?&]key/);
  });

  it('lists what it leaves out for an address that is not verified', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    const token = await logInPerson(system, person);
    await api('POST', '/api/newsletter', { body: { email: person.email } });
    const { body } = await api<{ notIncluded?: string; mail: Record<string, object[]> }>('GET', '/api/account/data', {
      token,
    });
    expect(body.notIncluded).toContain('Confirm your email');
    const { accountAsKnownHere, ...ofAddress } = body.mail;
    expect(accountAsKnownHere).toMatchObject([{ firstName: person.firstName, emailVerifiedAt: null }]);
    expect(Object.values(ofAddress).flat()).toEqual([]);
  });
});

describe('deleting the account', () => {
  /** The Redis keys that belong to an email address: the failed sign-ins, whose keys have its SHA-256. */
  const keysOf = async (email: string): Promise<string[]> => {
    const redis = new Redis((await system.run()).redisUrl);
    const address = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
    return redis.keys(`*${address}*`).finally(() => redis.disconnect());
  };

  it('leaves nothing of the member anywhere, cancels what was charged, and does not affect another member', async () => {
    const [customers, others] = [await customersOf(ada), await customersOf(ruth)];
    const [paid, paidByOther] = [await charges(customers), await charges(others)];
    const contacts = async (person: Person): Promise<string[]> =>
      (await traces(person)).flatMap((row) => /^messaging\.contacts: \((\w+),/.exec(row)?.[1] ?? []).sort();
    for (const person of [ada, ruth]) {
      await patiently('messaging to have received the lists they are on', async () => {
        if ((await contacts(person)).length < 2) throw new Error('Not yet');
      });
    }
    const before = await traces(ruth);
    for (const schema of ['identity', 'billing', 'registrations', 'messaging'])
      expect((await traces(ada)).filter((row) => row.startsWith(`${schema}.`))).not.toEqual([]);

    await api('POST', '/api/auth/login', { body: { email: ada.email, password: 'not the password' } });
    expect(await keysOf(ada.email)).not.toEqual([]);
    const wrong = await api('POST', '/api/account/delete', {
      token: ada.token,
      body: { currentPassword: 'not the password' },
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'current_password_wrong', fields: { currentPassword: 'Current password is incorrect' } },
    });
    expect(
      await api('POST', '/api/account/delete', {
        token: ada.token,
        body: { currentPassword: ada.password, userId: ruth.userId },
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await api('POST', '/api/account/delete', { token: ada.token, body: { currentPassword: ada.password } }),
    ).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('has been deleted') },
    });
    expect(await keysOf(ada.email)).toEqual([]);
    expect(await api('GET', '/api/auth/user', { token: ada.token })).toMatchObject({
      status: 401,
      body: { code: 'token_invalid' },
    });
    const login = (email: string) => api('POST', '/api/auth/login', { body: { email, password: ada.password } });
    const [gone, unknown] = [await login(ada.email), await login('nobody.at.all@example.com')];
    expect({ ...gone.body, correlationId: '' }).toEqual({ ...unknown.body, correlationId: '' });
    expect([gone.status, unknown.status]).toEqual([401, 401]);

    await patiently('every trace to be gone', async () => {
      const left = await traces(ada);
      if (left.length > 0) throw new Error(left.join('\n'));
    });
    await patiently('the provider to have forgotten the customers', async () => {
      for (const customer of customers)
        if ((await provider(`/v1/customers/${customer}`)).deleted !== true) throw new Error('It has not');
    });
    expect(
      (await ofEach(customers, (customer) => `/v1/subscriptions?customer=${customer}&status=all`)).map(
        ({ status }) => status,
      ),
    ).toEqual(['canceled']);
    const mail = await emailsTo(system, ada.email);
    expect(mail.filter(({ subject }) => subject === 'Your account has been deleted')).toHaveLength(1);

    // Two months later nothing more is charged, and no email mentions a membership that ended.
    await provider('/stripe/test_helpers/advance', 'POST', { seconds: 62 * 86_400 });
    await patiently('the other member to be charged', async () => {
      if ((await charges(others)) < paidByOther + 2) throw new Error('Not yet');
    });
    expect(await charges(customers)).toBe(paid);
    expect(await traces(ada)).toEqual([]);
    expect(await membershipOf(system, await logInPerson(system, ruth))).toBe('active');
    // Rows that time and payments do not change. Postgres returns them in any order.
    const steady = (rows: readonly string[]) =>
      rows
        .filter((row) =>
          /^(registrations\.(bootcamp|tournament|debate)|messaging\.(newsletter|contact_messages|starter)|billing\.customers)/.test(
            row,
          ),
        )
        .sort();
    expect(steady(before).length).toBeGreaterThan(5);
    // A customer whose payments changed is marked until it was read again.
    await patiently('the other member’s rows to be as they were', async () =>
      expect(steady(await traces(ruth))).toEqual(steady(before)),
    );
    expect(await contacts(ruth)).toEqual(['debate_club', 'tournament']);
  });

  it('lets the address register again, months later', async () => {
    const again = { ...newRegistration(), email: ada.email, firstName: 'Again' };
    const checkout = await patiently('registering again', () => registerPerson(system, again));
    const token = await logInPerson(system, again);
    expect(await membershipOf(system, token)).toBe('inactive');
    await payAt(checkout);
    await patiently('becoming a member again', async () => {
      if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
    });
  });
});

describe('staff, on the request of a person', () => {
  const admin = async <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
    api<T>(method, `/api/admin/people${path}`, {
      token: await adminTokenOf(system),
      ...(body !== undefined && { body }),
    });
  const fileOf = (email: string) =>
    admin<Record<string, Record<string, object[]>>>('GET', `/data?email=${encodeURIComponent(email)}`);
  const actions = async (action: string) =>
    (
      await api<{ items: { details: object }[] }>('GET', `/api/admin/actions?limit=50&action=${action}`, {
        token: await adminTokenOf(system),
      })
    ).body.items;
  const erasedEverywhere = (id: string) =>
    patiently('every part to confirm', async () => {
      const { status, body } = await admin('GET', `/erasures/${id}`);
      expect({ status, waitingFor: body['waitingFor'] }).toEqual({ status: 200, waitingFor: [] });
    });
  const goneOf = (person: Pick<Person, 'email' | 'firstName' | 'lastName' | 'phone'>) =>
    patiently('every trace to be gone', async () => {
      expect(await traces(person as Person)).toEqual([]);
    });

  /** A person who never opened an account, with rows in every service; a relative entered with the same address. */
  const newGuest = async () => {
    const guest = {
      firstName: 'Guestina',
      lastName: `Wanderley${randomUUID().slice(0, 6).replaceAll(/\d/g, 'x')}`,
      email: `Guest.${randomUUID().slice(0, 8)}@Example.com`,
      phone: `555-${randomUUID().slice(0, 8)}`,
    };
    const { email, firstName, lastName, phone } = guest;
    const enter = (first: string) =>
      api<{ checkoutUrl?: string }>('POST', '/api/tournament/register', {
        body: {
          email,
          firstName: first,
          lastName,
          phone,
          events: ['prepared_speech'],
          division: 'development',
          waiver: true,
        },
      });
    const seat = await api<{ checkoutUrl: string }>('POST', '/api/bootcamp-checkout', {
      body: { email, firstName, lastName, phone, experienceLevel: 'beginner' },
    });
    const sent = [
      seat,
      await enter(firstName),
      await enter('Relativa'),
      await api('POST', '/api/newsletter', { body: { email } }),
      await api('POST', '/api/contact', { body: { name: firstName, email, message: `A message of ${lastName}` } }),
      await api('POST', '/api/starter-kit', { body: { email } }),
      await admin('POST', '/tags', { email, tag: lastName }),
      await admin('POST', '/notes', { id: randomUUID(), email, note: `A note about ${lastName}` }),
    ];
    for (const { status, body } of sent) if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    await payAt(seat.body.checkoutUrl);
    await patiently('the seat to be paid, and claimed', async () => {
      const { rows } = await database.query(
        `SELECT 1 FROM registrations.bootcamp_registrations JOIN identity.claims ON claims.subject_id = bootcamp_registrations.id::text
         WHERE bootcamp_registrations.email = $1 AND payment_status = 'paid'`,
        [email],
      );
      expect(rows).toHaveLength(1);
    });
    return guest;
  };

  it('export and erase a person without an account in every service, in whatever name, and once', async () => {
    const guest = await newGuest();
    const { email } = guest;
    const [member, others] = [await traces(ruth), await fileOf(ruth.email)];
    const { rows: customers } = await database.query<{ id: string }>(
      'SELECT id FROM billing.customers WHERE email_key = lower($1)',
      [email],
    );
    expect(customers).toHaveLength(1);

    const { status, headers, body: file } = await fileOf(email);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="lectern-data-2026-[\d-]+\.json"$/);
    expect(file).toMatchObject({
      account: {
        account: [],
        notesOfStaff: [{ text: `A note about ${guest.lastName}` }],
        tagsOfStaff: [{ tag: guest.lastName }],
      },
      payments: { singlePayments: [{ amountPaidCents: 15_500 }] },
      registrations: { bootcampRegistrations: [{ phone: guest.phone }] },
      mail: { newsletter: [{ email }], contactMessages: [{ email }] },
    });
    expect(file['registrations']!['tournamentEntries']).toHaveLength(2);
    expect(JSON.stringify(file)).not.toContain(ruth.lastName);
    expect(await actions('export_person')).toContainEqual(expect.objectContaining({ details: { email } }));
    const nobody = 'nobody.at.all@example.com';
    expect(await fileOf(nobody)).toMatchObject({ status: 404, body: { code: 'person_unknown' } });
    expect(await admin('POST', '/erase', { id: randomUUID(), email: nobody })).toMatchObject({
      status: 404,
      body: { code: 'person_unknown' },
    });

    const id = randomUUID();
    const erase = (of = id) => admin('POST', '/erase', { id: of, email });
    expect((await Promise.all([erase(), erase()])).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await erase(randomUUID())).body['code']).toMatch(/^(version_conflict|person_unknown)$/);
    await erasedEverywhere(id);
    await goneOf(guest);
    expect(await traces({ ...guest, firstName: 'Relativa' } as unknown as Person)).toEqual([]);
    await patiently('the provider to have forgotten the customer', async () =>
      expect(await provider(`/v1/customers/${customers[0]!.id}`)).toMatchObject({ deleted: true }),
    );
    expect((await erase()).status).toBe(200);
    const subjects = (await emailsTo(system, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Your data has been erased')).toHaveLength(1);
    expect((await actions('erase_person')).map(({ details }) => details)).toEqual([
      { erasureId: id, hadAccount: false },
    ]);
    // The bookkeeping of the payment stays, and so does everybody else.
    const { rows: kept } = await database.query(
      'SELECT amount_paid, guest_email FROM billing.purchases WHERE customer_id = $1',
      [customers[0]!.id],
    );
    expect(kept).toEqual([{ amount_paid: 15_500, guest_email: null }]);
    expect(lasting(await traces(ruth)).length).toBeGreaterThanOrEqual(lasting(member).length);
    expect((await fileOf(ruth.email)).body['registrations']).toEqual(others.body['registrations']);
  });

  it('erase an account that never verified its address and is deactivated, with its membership, but not one that took its place', async () => {
    const person = {
      ...newRegistration(),
      firstName: 'Unverina',
      lastName: `Sleepwell${randomUUID().slice(0, 6).replaceAll(/\d/g, 'x')}`,
    };
    const { email } = person;
    await payAt(await registerPerson(system, person));
    const token = await logInPerson(system, person);
    await patiently('becoming a member', async () => expect(await membershipOf(system, token)).toBe('active'));
    const { body: user } = await api<{ id: string }>('GET', '/api/auth/user', { token });
    expect((await api('POST', '/api/newsletter', { body: { email } })).status).toBe(200);
    const { rows } = await database.query<{ id: string }>('SELECT id FROM billing.customers WHERE user_id = $1', [
      user.id,
    ]);
    const off = await api('POST', `/api/admin/members/${user.id}/deactivate`, {
      token: await adminTokenOf(system),
      body: { reason: `Asked for by ${email}` },
    });
    expect(off.status).toBe(200);

    const [id, userId] = [randomUUID(), user.id];
    for (const stale of [undefined, ruth.userId])
      expect(await admin('POST', '/erase', { id, userId: stale, email })).toMatchObject({
        status: 409,
        body: { code: 'version_conflict' },
      });
    expect((await fileOf(email)).body).toMatchObject({
      account: { account: [{ email }] },
      mail: { newsletter: [{ email }] },
    });

    // A service that is down erases its part when it runs again.
    const billing = (await system.run()).processes.find(({ name }) => name === 'billing')!;
    process.kill(billing.pid, 'SIGSTOP');
    try {
      expect(await fileOf(email)).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('we cannot load payments') },
      });
      expect((await admin('POST', '/erase', { id, userId, email })).status).toBe(200);
      await patiently('the others to confirm', async () =>
        expect((await admin('GET', `/erasures/${userId}`)).body['waitingFor']).toEqual(['payments']),
      );
    } finally {
      process.kill(billing.pid, 'SIGCONT');
    }
    await erasedEverywhere(userId);
    await goneOf({ ...person, phone: email });
    await patiently('the membership to have ended', async () =>
      expect(
        (await provider(`/v1/subscriptions?customer=${rows[0]!.id}&status=all`)).data.map(({ status }) => status),
      ).toEqual(['canceled']),
    );
    expect(await api('GET', '/api/auth/user', { token })).toMatchObject({ status: 401 });

    // Repeating is harmless until the same person joins again: the page of before does not reach the new account, nor does its account anybody.
    expect((await admin('POST', '/erase', { id, userId, email })).status).toBe(200);
    await registerPerson(system, person);
    for (const address of [email, ruth.email])
      expect(await admin('POST', '/erase', { id, userId, email: address })).toMatchObject({
        status: 409,
        body: { code: 'version_conflict' },
      });
    expect(await admin('POST', '/erase', { id: randomUUID(), email })).toMatchObject({ status: 409 });
    expect((await logInPerson(system, person)).length).toBeGreaterThan(0);
  });
});

describe('an address that moves between accounts', () => {
  /** Moves an account to another mailbox, whose holder it is. */
  const moveTo = async ({ token, firstName, lastName, password }: Person, email: string): Promise<void> => {
    const asked = await api('PUT', '/api/auth/update-profile', {
      token,
      body: { firstName, lastName, email, currentPassword: password },
    });
    if (asked.status !== 200)
      throw new Error(`Asking for another address answered ${asked.status}: ${JSON.stringify(asked.body)}`);
    const confirmed = await api('POST', '/api/auth/confirm-email', {
      token,
      body: { token: await tokenTo(system, email, '/confirm-email') },
    });
    if (confirmed.status !== 200)
      throw new Error(`Confirming answered ${confirmed.status}: ${JSON.stringify(confirmed.body)}`);
  };
  const exportOf = async (token: string): Promise<string> => {
    const answer = await api('GET', '/api/account/data', { token });
    expect(answer.status).toBe(200);
    return JSON.stringify(answer.body);
  };
  /** Everything on the person page of an address. */
  const pageOf = async (email: string): Promise<string> => {
    const answer = await api('GET', `/api/admin/people/timeline?email=${encodeURIComponent(email)}`, {
      token: await adminTokenOf(system),
    });
    expect(answer.status).toBe(200);
    return JSON.stringify(answer.body);
  };
  const traces = async (marks: readonly string[]): Promise<string[]> => {
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema IN ('registrations', 'messaging')`,
    );
    const found = await Promise.all(
      tables.map(async ({ name }) =>
        (await database.query<{ row: string }>(`SELECT kept::text AS row FROM ${name} kept`)).rows.map(
          ({ row }) => `${name}: ${row}`,
        ),
      ),
    );
    return found.flat().filter((row) => marks.some((mark) => row.includes(mark)));
  };

  it('leaves its former holder’s data to them: export, person page and erasure', async () => {
    const ann = await newMember('Annelise', 'Testington');
    const [campaign] = (
      await database.query<{ id: string }>(
        `INSERT INTO messaging.email_campaigns (name, subject, content, target_audience, status) VALUES ('News', 'News of Annelise', 'c', 'newsletter', 'sent') RETURNING id`,
      )
    ).rows;
    await database.query(
      `INSERT INTO messaging.email_recipients (campaign_id, list, email, email_key, name, status, sent_at) VALUES ($1, 'newsletter', $2, lower($2), 'Annelise Testington', 'sent', now())`,
      [campaign!.id, ann.email],
    );
    const [before, moved] = [ann.email, `max.${randomUUID().slice(0, 8)}@example.com`];
    await moveTo(ann, moved);
    await emailTo(system, before, 'The email of your account was changed');
    const next = { ...newRegistration(), email: before, firstName: 'Nextor' };
    const links = await tokensTo(system, before, '/confirm-email');
    await registerPerson(system, next);
    await api('POST', '/api/auth/verify-email', { token: await logInPerson(system, next), body: {} });
    await verifyAddress(next, links);
    expect((await api('POST', '/api/starter-kit', { body: { email: before } })).status).toBe(200);
    const token = await logInPerson(system, next);

    // The lists hear from registrations of the address that the former holder has now.
    await patiently('the lists to follow', async () => {
      const { rows } = await database.query<{ list: string }>(
        'SELECT list FROM messaging.contacts WHERE email_key = lower($1) ORDER BY list',
        [moved],
      );
      if (rows.map(({ list }) => list).join() !== 'debate_club,tournament') throw new Error('not yet');
    });
    const ofNext = [await exportOf(token), await pageOf(before)];
    for (const text of ofNext) {
      expect(text.toLowerCase().replaceAll(before.toLowerCase(), '')).not.toMatch(/annelise|testington/);
      expect(text).toContain('Nextor');
      expect(text).toMatch(/starter/i);
    }
    const data = JSON.parse(ofNext[0]!) as { mail: Record<string, object[]>; registrations: Record<string, object[]> };
    expect(data.mail).toMatchObject({
      listsOfRegistrations: [],
      contactMessages: [],
      starterKitRequests: [{ email: before }],
    });
    expect(data.mail['emails']).not.toContainEqual(expect.objectContaining({ kind: null }));
    const ofAnn = [await exportOf(ann.token), await pageOf(moved)];
    for (const text of ofAnn) {
      for (const own of ['News of Annelise', 'A long enough message of Annelise', 'welcome', 'starter'])
        expect(text).toContain(own);
      expect(text).not.toContain('Nextor');
    }

    const kept = await traces(['Testington', moved]);
    expect((await api('POST', '/api/account/delete', { token, body: { currentPassword: next.password } })).status).toBe(
      200,
    );
    await patiently('the next holder to be erased', async () => {
      const left = await traces(['Nextor']);
      if (left.length > 0) throw new Error(left.join('\n'));
    });
    const after = await traces(['Testington', moved]);
    const rowsIn = (table: string, rows: readonly string[]): number =>
      rows.filter((row) => row.startsWith(`${table}:`)).length;
    // The provider's events about emails may arrive meanwhile. Nothing is removed.
    const tables = [...new Set(kept.map((row) => row.slice(0, row.indexOf(':'))))].filter(
      (name) => !name.includes('outbox'),
    );
    expect(tables.filter((table) => rowsIn(table, after) < rowsIn(table, kept))).toEqual([]);
    expect(tables.length).toBeGreaterThan(3);
    expect(await exportOf(ann.token)).toContain('A long enough message of Annelise');

    expect(
      (await api('POST', '/api/account/delete', { token: ann.token, body: { currentPassword: ann.password } })).status,
    ).toBe(200);
    await patiently('the former holder to be erased', async () => {
      const left = (await traces(['Annelise', 'Testington', before, moved])).filter(
        (row) => !row.startsWith('messaging.email_campaigns'),
      );
      if (left.length > 0) throw new Error(left.join('\n'));
    });
  });
});
