import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { accountsSystem, newEmail } from '../testing/accounts.ts';
import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { emailsTo, emailTo } from '../testing/mailbox.ts';
import { callApi, joinAs, logInPerson, newRegistration, patiently, payAt, registerPerson } from '../testing/person.ts';

/* An administrator's page about one person, through the whole system. */
const { system, stripe, adminToken: token, verified, payAsGuest, isMemberEverywhere } = await accountsSystem();
const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
let ada: Member;
let ruth: Member;

beforeAll(async () => {
  [ada, ruth] = await Promise.all([newMember('Adaeze'), newMember('Ruthanne')]);
});

afterAll(async () => {
  await database.end();
});

interface Timeline {
  readonly person: {
    email: string;
    name: string;
    account: object | null;
    customer: object | null;
    mailbox: object | null;
    counts: Record<string, number>;
    registrations: readonly object[];
  } | null;
  readonly items: { id: string; at: string; what: string; kind: string }[];
  readonly nextCursor: string | null;
  readonly missing: string[];
}

const admin = <T = Record<string, unknown>>(path: string) => callApi<T>(system, 'GET', `/api/admin${path}`, { token });
const timeline = (email: string, rest = '') =>
  admin<Timeline>(`/people/timeline?email=${encodeURIComponent(email)}${rest}`);

/** A paying member, known to every part. */
const newMember = async (firstName: string) => {
  const registration = {
    ...newRegistration(),
    email: `${firstName}.${randomUUID().slice(0, 8)}@Example.com`,
    firstName,
  };
  const { email } = registration;
  const memberToken = await joinAs(system, registration);
  expect((await callApi(system, 'POST', '/api/newsletter', { body: { email } })).status).toBe(200);
  const entry = {
    firstName,
    lastName: 'Okafor',
    email,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  };
  expect((await callApi(system, 'POST', '/api/tournament/register', { token: memberToken, body: entry })).status).toBe(
    201,
  );
  await patiently('every part to know of it', async () => {
    const { counts } = (await timeline(email)).body.person!;
    if ((counts['mail'] ?? 0) < 2 || (counts['registrations'] ?? 0) < 2) throw new Error(JSON.stringify(counts));
  });
  return { ...registration, memberToken };
};
type Member = Awaited<ReturnType<typeof newMember>>;

describe('the list of people', () => {
  interface Listed {
    readonly items: Record<string, unknown>[];
    readonly total: number;
  }
  const listed = async (filters: string) => (await admin<Listed>(`/people/list?limit=10&${filters}`)).body.items;

  it('has a member and a guest who entered a tournament within seconds, filtered, and as a file', async () => {
    const email = `guest.${randomUUID().slice(0, 8)}@example.com`;
    const entry = {
      firstName: 'Gil',
      lastName: 'Guest',
      email,
      events: ['prepared_speech'],
      division: 'professional',
      waiver: true,
    };
    expect((await callApi(system, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
    const guest = { email, name: 'Gil Guest', account: 'none', status: null, from: ['tournaments'], unpaid: ['event'] };
    await patiently('the list to have the guest and the member', async () => {
      expect(await listed(`q=${email}`)).toMatchObject([guest]);
      expect(
        await listed(`account=active&status=active&plan=monthly&seen=week&q=${encodeURIComponent(ada.email)}`),
      ).toMatchObject([
        {
          email: ada.email,
          name: 'Adaeze Okafor',
          from: ['account', 'debate_club', 'tournaments', 'newsletter'],
          unpaid: ['event'],
        },
      ]);
    });
    const { rows } = await database.query<{ event_id: string }>(
      'SELECT event_id FROM registrations.tournament_registrations WHERE email_key = $1',
      [email],
    );
    const event = rows[0]!.event_id;
    expect(await listed(`event=${event}&unpaid=event&division=professional&account=none`)).toMatchObject([guest]);
    expect(await listed(`status=active&q=${email}`)).toEqual([]);
    expect(await admin('/people/list?status=member')).toMatchObject({
      status: 400,
      body: { fields: { status: 'There is no such status' } },
    });
    const file = await fetch(`${system.siteUrl}/api/admin/export/people?event=${event}&account=none&q=${email}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await file.text()).trim().split('\r\n')).toEqual([
      expect.stringContaining('"Name","Email","Account","Membership"'),
      expect.stringMatching(`^"Gil Guest","${email}","none","","","professional","","tournaments","","2[^"]+Z","",`),
    ]);
    expect(await admin('/export/newsletter?tag=judge')).toMatchObject({
      status: 400,
      body: { fields: { tag: 'This list has no tags' } },
    });
  });

  it('names a person who only wrote to us, also on their page', async () => {
    const email = `writer.${randomUUID().slice(0, 8)}@example.com`;
    const body = { name: 'Wilma Writer', email, message: 'When is the next evening for guests?' };
    expect((await callApi(system, 'POST', '/api/contact', { body })).status).toBeLessThan(300);
    await patiently('the list to have the writer', async () => {
      expect(await listed(`q=${email}`)).toMatchObject([
        { email, name: 'Wilma Writer', account: 'none', from: ['contact'] },
      ]);
      expect((await timeline(email)).body.person).toMatchObject({ name: 'Wilma Writer' });
    });
  });
});

describe('a person’s page', () => {
  it('has every service’s records of an address, newest first, whatever its letter case, and no link of an email', async () => {
    const { status, body } = await timeline(ada.email.toUpperCase());
    expect(status).toBe(200);
    expect(body.missing).toEqual([]);
    expect(body.person).toMatchObject({
      email: ada.email,
      name: 'Adaeze Okafor',
      account: { subscriptionStatus: 'active', deactivatedAt: null },
      customer: { paid: 9_500, membership: { status: 'active', hasAccess: true } },
      mailbox: { newsletter: 'active' },
    });
    const reported = body.items.map(({ what }) => what);
    for (const what of [
      'account_opened',
      'membership_began',
      'invoice',
      'debate_club',
      'tournament',
      'email',
      'subscribed',
    ])
      expect(reported).toContain(what);
    expect(body.items.map(({ at }) => at)).toEqual(
      body.items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/ruthanne/i);
    expect(text).not.toMatch(/[?&](token|key)=|argon2/);

    const mail = (await timeline(ada.email, '&kind=mail')).body;
    expect(new Set(mail.items.map(({ kind }) => kind))).toEqual(new Set(['mail']));
    expect(mail.person!.counts).toEqual(body.person!.counts);
    expect(Object.values(body.person!.counts).reduce((sum, count) => sum + count, 0)).toBe(body.items.length);
  });

  it('comes page by page without gaps or repetitions, across all services', async () => {
    const key = ruth.email.toLowerCase();
    // More than two pages, between and at the times of the other services' records.
    await database.query(
      `INSERT INTO messaging.starter_kit_requests (email, email_key, is_emailed, requested_at)
       SELECT $1, $1, false, date_trunc('second', now()) - (number / 3) * interval '1 second' FROM generate_series(1, 120) AS number`,
      [key],
    );
    const read: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const { body }: { body: Timeline } = await timeline(ruth.email, cursor === '' ? '' : `&cursor=${cursor}`);
      expect(body.person === null).toBe(cursor !== '');
      read.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    const { counts } = (await timeline(ruth.email)).body.person!;
    expect(pages).toBe(3);
    expect(new Set(read).size).toBe(read.length);
    expect(read).toHaveLength(Object.values(counts).reduce((sum, count) => sum + count, 0));
  });

  it('is refused for an unknown address, for a missing one, and with an invalid cursor', async () => {
    expect(await timeline('nobody.at.all@example.com')).toMatchObject({
      status: 404,
      body: { code: 'person_unknown' },
    });
    expect(await timeline('no address')).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
    const made = (position: object): string => Buffer.from(JSON.stringify(position)).toString('base64url');
    for (const cursor of [
      'abc',
      made({ at: '0000-01-01T00:00:00.000Z', id: 'x' }),
      made({ at: '2026-01-01T00:00:00.000Z', id: '\0' }),
    ])
      expect(await timeline('nobody@example.com', `&cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'cursor_invalid' },
      });
    expect(await timeline('nobody@example.com', '&kind=secrets')).toMatchObject({ status: 400 });
  });

  it('shows the rest and names what is missing while a service does not answer; a member’s export is refused, never incomplete', async () => {
    const exported = () => callApi(system, 'GET', '/api/account/data', { token: ada.memberToken });
    const messaging = (await system.run()).processes.find(({ name }) => name === 'messaging')!;
    process.kill(messaging.pid, 'SIGSTOP');
    try {
      const [{ status, body }, unknown, file] = await Promise.all([
        timeline(ada.email),
        timeline('nobody.at.all@example.com'),
        exported(),
      ]);
      expect(file).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
      expect(status).toBe(200);
      expect(body.missing).toEqual(['mail']);
      expect(body.person).toMatchObject({ name: 'Adaeze Okafor', mailbox: null, customer: { paid: 9_500 } });
      expect(body.items.map(({ kind }) => kind)).not.toContain('mail');
      expect(body.items.map(({ what }) => what)).toContain('invoice');
      // It is not known yet whether the address exists.
      expect(unknown).toMatchObject({ status: 503 });
    } finally {
      process.kill(messaging.pid, 'SIGCONT');
    }
    await patiently('all parts to answer', async () => expect((await timeline(ada.email)).body.missing).toEqual([]));
    await patiently('the export', async () => expect((await exported()).status).toBe(200));
  });

  it('is recorded once an hour as an action of its reader, and a page that was refused is not', async () => {
    const email = `noted.${randomUUID().slice(0, 8)}@example.com`;
    const views = async () =>
      (await admin<{ items: object[] }>(`/actions?limit=50&q=${encodeURIComponent(email)}`)).body.items;
    expect((await timeline(email)).status).toBe(404);
    expect(await views()).toEqual([]);
    expect((await callApi(system, 'POST', '/api/newsletter', { body: { email } })).status).toBe(200);
    for (const rest of ['', '', '&kind=mail']) expect((await timeline(email, rest)).status).toBe(200);
    expect(await views()).toMatchObject([{ action: 'viewed_person', details: { email } }]);
  });
});

describe('correcting a person', () => {
  interface Registration {
    readonly id: string;
    readonly list: string;
    readonly firstName: string;
  }
  const registrationsOf = async (email: string) =>
    (await timeline(email)).body.person!.registrations as unknown as Registration[];
  const put = (path: string, body: object) =>
    callApi<{ message: string; code?: string }>(system, 'PUT', `/api/admin${path}`, { token, body });

  it('changes a member’s name in the account, the registrations and at Stripe, with the old and the new name on the timeline', async () => {
    const jon = await newMember('Jonh');
    const user = () => callApi<Record<string, string>>(system, 'GET', '/api/auth/user', { token: jon.memberToken });
    const seen = { firstName: 'Jonh', lastName: 'Okafor', division: 'development' };
    const path = `/members/${(await user()).body['id']}/profile`;
    const wanted = { ...seen, firstName: 'John', seen };
    expect(await put(path, wanted)).toMatchObject({ status: 200 });
    expect((await put(path, wanted)).body.message).toBe('Nothing was changed.');
    expect(await put(path, { ...wanted, firstName: 'Johann' })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    expect((await user()).body).toMatchObject({ firstName: 'John' });
    await patiently('registrations and Stripe to follow', async () => {
      expect((await registrationsOf(jon.email)).map(({ firstName }) => firstName)).toEqual(['John', 'John']);
      expect((await stripe.customers.list({ email: jon.email })).data).toMatchObject([{ name: 'John Okafor' }]);
    });
    const { items } = (await timeline(jon.email, '&kind=administration')).body;
    expect(items).toMatchObject([
      {
        details: {
          action: 'correct_member',
          details: { changes: [{ field: 'firstName', from: 'Jonh', to: 'John' }] },
        },
      },
    ]);
    const body = { currentPassword: jon.password };
    expect(await callApi(system, 'POST', '/api/account/delete', { token: jon.memberToken, body })).toMatchObject({
      status: 200,
    });
    await patiently('the record to lose the names', async () => {
      const { rows } = await database.query(`SELECT 1 FROM identity.admin_actions WHERE details::text LIKE '%Jonh%'`);
      expect(rows).toEqual([]);
    });
  });

  it('changes the name in what the person entered with the same email and name without logging in', async () => {
    const person = { ...newRegistration(), firstName: 'Katherin', lastName: 'Jonson' };
    const { email, lastName } = person;
    await registerPerson(system, person);
    const { body: user } = await callApi<{ id: string }>(system, 'GET', '/api/auth/user', {
      token: await logInPerson(system, person),
    });
    for (const firstName of ['Katherin', 'Karl'])
      expect(
        (
          await callApi(system, 'POST', '/api/tournament/register', {
            body: { email, firstName, lastName, events: ['prepared_speech'], division: 'development', waiver: true },
          })
        ).status,
      ).toBeLessThan(300);
    const seat = await callApi(system, 'POST', '/api/bootcamp-checkout', {
      body: { email, firstName: 'Katherin', lastName, experienceLevel: 'beginner' },
    });
    expect(seat.status).toBeLessThan(300);
    const seen = { firstName: 'Katherin', lastName, division: 'development' };
    const wanted = { ...seen, firstName: 'Katherine', lastName: 'Johnson', seen };
    expect(await put(`/members/${user.id}/profile`, wanted)).toMatchObject({ status: 200 });
    const names = async () =>
      ((await timeline(email)).body.person!.registrations as unknown as (Registration & { lastName: string })[]).map(
        (registration) => `${registration.list} ${registration.firstName} ${registration.lastName}`,
      );
    await patiently('the registrations to follow', async () =>
      expect((await names()).toSorted()).toEqual([
        'bootcamp Katherine Johnson',
        'tournament Karl Jonson',
        'tournament Katherine Johnson',
      ]),
    );
  });

  it('changes a guest’s entry, and refuses other lists, other ids and names that are links', async () => {
    const email = `guest.${randomUUID().slice(0, 8)}@example.com`;
    const entry = {
      firstName: 'Jonh',
      lastName: 'Guest',
      email,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    };
    expect((await callApi(system, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
    const [{ id } = { id: '' }] = await registrationsOf(email);
    const seen = { firstName: 'Jonh', lastName: 'Guest', division: 'development' };
    const path = `/registrations/tournament/${id}`;
    expect(await put(path, { ...seen, firstName: 'John', phone: '+1 555 0100', seen })).toMatchObject({ status: 200 });
    expect(await put(`/registrations/bootcamp/${id}`, { ...seen, seen })).toMatchObject({ status: 404 });
    expect(await put(`/registrations/newsletter/${id}`, { ...seen, seen })).toMatchObject({ status: 400 });
    expect(await put(path, { ...seen, firstName: 'www.example.com', seen })).toMatchObject({ status: 400 });
    expect(await registrationsOf(email)).toMatchObject([{ firstName: 'John', phone: '+1 555 0100' }]);
    expect((await timeline(email)).body.person).toMatchObject({ name: 'John Guest', account: null });
  });

  it('takes a guest’s payment along with the entry: in the list of payments, on the page, at Stripe and for refund emails', async () => {
    const [wrong, right] = ['wrong', 'right'].map((word) => `${word}.${randomUUID().slice(0, 8)}@example.com`);
    const entry = {
      firstName: 'Jonh',
      lastName: 'Payer',
      email: wrong,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    };
    const entered = await callApi<{ payment: { token: string } }>(system, 'POST', '/api/tournament/register', {
      body: entry,
    });
    const page = await callApi<{ url: string }>(system, 'POST', '/api/payment-links/checkout', {
      body: { token: entered.body.payment.token },
    });
    await payAt(page.body.url);
    await emailTo(system, wrong!, 'You are in');
    const paymentsOf = async (q: string) =>
      (await admin<{ items: ListedPayment[] }>(`/payments?limit=10&q=${encodeURIComponent(q)}`)).body.items;
    // The list is read from Stripe within seconds.
    await patiently('the payment to be listed', async () =>
      expect(await paymentsOf(wrong!)).toMatchObject([{ person: { name: 'Jonh Payer', email: wrong } }]),
    );
    const [{ id } = { id: '' }] = await registrationsOf(wrong!);
    const seen = { firstName: 'Jonh', lastName: 'Payer', division: 'development', email: wrong };
    const wanted = { ...seen, firstName: 'John', email: right, seen };
    expect(await put(`/registrations/tournament/${id}`, wanted)).toMatchObject({ status: 200 });
    await patiently('the payment to follow', async () => {
      expect(await paymentsOf(right!)).toMatchObject([{ person: { name: 'John Payer', email: right }, amount: 4_000 }]);
      expect((await stripe.customers.list({ email: right! })).data).toMatchObject([{ name: 'John Payer' }]);
    });
    expect(await paymentsOf(wrong!)).toEqual([]);
    expect((await timeline(right!)).body.items.filter(({ what }) => what === 'purchase')).toHaveLength(1);
    expect((await timeline(wrong!)).body.items.filter(({ what }) => what === 'purchase')).toEqual([]);
    const [charge] = await paymentsOf(right!);
    const refund = { id: randomUUID(), amount: 1_000, left: 4_000, reason: 'Half a day only' };
    expect(
      await callApi(system, 'POST', `/api/admin/payments/${charge!.id}/refunds`, { token, body: refund }),
    ).toMatchObject({ status: 200 });
    expect((await emailTo(system, right!, 'We refunded a part')).text).toContain('$10.00');
    expect((await emailsTo(system, wrong!)).filter(({ subject }) => subject.includes('refunded'))).toEqual([]);
  });
});

describe('deactivating a member', () => {
  const turn = (which: string, userId: string, body: object = { reason: 'asked for it' }) =>
    callApi<{ message: string }>(system, 'POST', `/api/admin/members/${userId}/${which}`, { token, body });

  it('ends their sign-ins and their calendar, stops the renewal of what they paid for, and can be reverted', async () => {
    const june = await newMember('June');
    const { memberToken } = june;
    const member = (method: string, path: string) =>
      callApi<Record<string, string>>(system, method, path, { token: memberToken });
    const { id: userId } = (await member('GET', '/api/auth/user')).body as { id: string };
    const feed = (await member('POST', '/api/calendar-feed')).body;
    const address = new URL(feed['url']!).pathname;
    expect((await callApi(system, 'GET', address)).status).toBe(200);

    expect(await turn('deactivate', userId)).toMatchObject({
      status: 200,
      body: {
        message: expect.stringContaining(
          'June Okafor has been logged out everywhere and cannot log in any more.',
        ) as unknown,
      },
    });
    expect(await member('GET', '/api/auth/user')).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    const login = { email: june.email, password: june.password };
    expect(await callApi(system, 'POST', '/api/auth/login', { body: login })).toMatchObject({
      status: 403,
      body: { code: 'account_deactivated' },
    });
    expect(
      await callApi(system, 'POST', '/api/auth/login', { body: { ...login, password: 'not the password' } }),
    ).toMatchObject({ status: 401, body: { code: 'credentials_wrong' } });
    await patiently('the calendar to end', async () =>
      expect((await callApi(system, 'GET', address)).status).toBe(404),
    );
    expect((await turn('deactivate', userId)).body.message).toBe(
      'June Okafor was deactivated already. Nothing was changed.',
    );

    const membershipIs = (status: string) =>
      patiently(`the membership to be ${status}`, async () =>
        expect((await timeline(june.email)).body.person).toMatchObject({ customer: { membership: { status } } }),
      );
    await membershipIs('cancelled');
    const { body } = await timeline(june.email);
    expect(body.person).toMatchObject({
      account: { deactivatedAt: expect.any(String), subscriptionStatus: 'active' },
    });
    expect(body.items.filter(({ what }) => what === 'admin_acted')).toMatchObject([
      { details: { action: 'deactivate_member', details: { reason: 'asked for it' } } },
    ]);

    expect((await turn('reactivate', userId)).body.message).toBe('June Okafor can log in again.');
    expect(await member('GET', '/api/auth/user')).toMatchObject({ status: 401 });
    expect((await callApi(system, 'POST', '/api/auth/login', { body: login })).status).toBe(200);
    await membershipIs('active');
    await patiently('June to be notified of both, once each', async () => {
      const notices = (await emailsTo(system, june.email))
        .map(({ subject }) => subject)
        .filter((subject) => subject.startsWith('Your account was'));
      expect(notices.toSorted()).toEqual(['Your account was deactivated', 'Your account was reactivated']);
    });
  });

  it('is refused for an unknown id, for a malformed id, and without a reason', async () => {
    expect(await turn('deactivate', randomUUID())).toMatchObject({ status: 404 });
    expect(await turn('reactivate', randomUUID())).toMatchObject({ status: 404 });
    expect(await turn('deactivate', 'me')).toMatchObject({ status: 400 });
    expect(await turn('deactivate', randomUUID(), { reason: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please give a reason' } },
    });
  });
});

describe('merging people', () => {
  it('gives a guest’s membership, entry, message and newsletter to an account, in every service and at Stripe, once', async () => {
    const [person, oldEmail] = [await verified(), newEmail()];
    await payAsGuest(oldEmail);
    const named = { firstName: 'Ada', lastName: 'Okafor', email: oldEmail };
    const entry = { ...named, events: ['prepared_speech'], division: 'development', waiver: true };
    expect((await callApi(system, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
    expect((await callApi(system, 'POST', '/api/newsletter', { body: { email: oldEmail } })).status).toBe(200);
    const written = { name: 'Ada Okafor', email: oldEmail, message: 'When does the club meet this week?' };
    expect((await callApi(system, 'POST', '/api/contact', { body: written })).status).toBe(201);
    const listed = async (email: string) =>
      (await admin<{ items: object[] }>(`/people/list?limit=10&q=${encodeURIComponent(email)}`)).body.items;
    await patiently('the list to have the guest', async () =>
      expect(await listed(oldEmail)).toMatchObject([
        { status: 'active', from: ['debate_club', 'tournaments', 'newsletter', 'contact'] },
      ]),
    );
    const two = `oldEmail=${encodeURIComponent(oldEmail)}&newEmail=${encodeURIComponent(person.email)}`;
    const { status, body } = await admin<{ parts: { part: string; moves: object[]; problems: string[] }[] }>(
      `/people/merge?${two}`,
    );
    expect([status, body.parts.flatMap(({ problems }) => problems)]).toEqual([200, []]);
    const moved = Object.fromEntries(body.parts.map(({ part, moves }) => [part, moves]));
    expect(moved).toMatchObject({
      payments: [
        { what: 'memberships', count: 1 },
        { what: 'payments', count: 1 },
      ],
      registrations: [
        { what: 'debate_club', count: 1 },
        { what: 'entries', count: 1 },
      ],
    });
    expect(moved['mail']).toContainEqual({ what: 'newsletter', count: 1 });

    const id = randomUUID();
    const merge = () =>
      callApi(system, 'POST', '/api/admin/people/merge', { token, body: { id, oldEmail, newEmail: person.email } });
    expect((await Promise.all([merge(), merge()])).map((answer) => answer.status)).toEqual([200, 200]);
    await patiently('every part to confirm', async () =>
      expect((await admin(`/people/merges/${id}`)).body['waitingFor']).toEqual([]),
    );
    await isMemberEverywhere(person);
    await patiently('everything to be the account’s', async () => {
      const { person: kept, items } = (await timeline(person.email)).body;
      expect(kept!.registrations.map((registration) => (registration as { list: string }).list).toSorted()).toEqual([
        'debate_club',
        'tournament',
      ]);
      expect(kept).toMatchObject({ customer: { paid: 9_500 }, mailbox: { newsletter: 'active' } });
      expect(items.map(({ what }) => what)).toEqual(
        expect.arrayContaining(['membership_began', 'tournament', 'contact_message', 'admin_acted']),
      );
      expect(await listed(person.email)).toMatchObject([
        {
          account: 'active',
          status: 'active',
          from: ['account', 'debate_club', 'tournaments', 'newsletter', 'contact'],
        },
      ]);
      expect(await listed(oldEmail)).toEqual([]);
      const { person: gone } = (await timeline(oldEmail)).body;
      expect(gone).toMatchObject({ account: null, customer: null, registrations: [], counts: { administration: 1 } });
      expect(Object.keys(gone!.counts)).toEqual(['administration']);
      expect((await stripe.customers.list({ email: oldEmail })).data).toEqual([]);
    });
    await emailTo(system, oldEmail, 'Your membership was moved from this email address');
    await emailTo(system, person.email, 'Your membership is with this email address now');
    // Repeated, and after every event is delivered once more.
    expect((await merge()).status).toBe(200);
    const again = await admin<{ code: string }>(`/people/merge?${two}`);
    expect(again.body.code).toBe('person_unknown');
  });
});
