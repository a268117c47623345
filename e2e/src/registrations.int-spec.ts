import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { emailTo } from './testing/mailbox.ts';
import {
  callApi,
  checkoutOf,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  payLinkIn,
  pricesOf,
  registerPerson,
} from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Bootcamp seats and tournament entries through the whole system: the route, the place or entry, the provider's checkout,
 * the word of its payment, and the email.
 */
let system: RunningSystem;
let database: pg.Pool;

beforeAll(async () => {
  system = await startSystem({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  await pricesOf(system);
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

const someone = (): string => `person+${randomUUID().slice(0, 8)}@example.com`;
const bootcampForm = (email: string) => ({ email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' });
const entryForm = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Okafor',
  events: ['prepared_speech'],
  division: 'development',
  waiver: true,
});

const post = (path: string, body: object, token?: string) =>
  callApi(system, 'POST', path, { body, ...(token === undefined ? {} : { token }) });

const rowOf = async <T extends pg.QueryResultRow>(table: string, email: string): Promise<T | undefined> =>
  (await database.query<T>(`SELECT * FROM registrations.${table} WHERE email = $1`, [email])).rows[0];

const whenPaid = (table: string, email: string) =>
  patiently('the payment to be received', async () => {
    const row = await rowOf(table, email);
    if (row?.['payment_status'] !== 'paid') throw new Error(`It is ${String(row?.['payment_status'])}`);
    return row;
  });

/** The text of the newest email to an address with this in its subject, once it arrived. */
const textTo = async (email: string, subject: string): Promise<string> => (await emailTo(system, email, subject)).text;

describe('a bootcamp seat', () => {
  const RUN = `SELECT id FROM registrations.events WHERE type = 'bootcamp' AND registration_deadline > '2026-09-01T12:00:00Z' ORDER BY datetime LIMIT 1`;
  const leave = (places: number) =>
    database.query(
      `UPDATE registrations.events SET capacity = $1 + (
         SELECT count(*) FROM registrations.bootcamp_registrations WHERE event_id = events.id AND seat IN ('held', 'offered', 'taken')
       ) WHERE id = (${RUN})`,
      [places],
    );
  beforeEach(() => leave(12));

  it('is held, paid for and confirmed by email', async () => {
    const email = someone();
    const answer = await post('/api/bootcamp-checkout', bootcampForm(email));
    expect(answer).toMatchObject({ status: 200, body: { checkoutUrl: expect.any(String) } });
    expect(await rowOf('bootcamp_registrations', email)).toMatchObject({ seat: 'held', payment_status: 'pending' });
    await payAt(answer.body['checkoutUrl'] as string);
    expect(await whenPaid('bootcamp_registrations', email)).toMatchObject({ seat: 'taken', payment_amount: 15_500 });
    expect(await textTo(email, 'Your seat in the')).toContain('$155.00');
    expect(await post('/api/bootcamp-checkout', bootcampForm(email))).toMatchObject({ status: 409 });
  });

  it('is released immediately when its checkout cannot be opened', async () => {
    const email = someone();
    const provider = (faults: object) =>
      fetch(`${system.sandboxUrl}/stripe/test_helpers/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      });
    await provider({ fail: 1 });
    try {
      expect(await post('/api/bootcamp-checkout', bootcampForm(email))).toMatchObject({ status: 503 });
    } finally {
      await provider({});
    }
    expect(await rowOf('bootcamp_registrations', email)).toMatchObject({ seat: 'released' });
    expect(await post('/api/bootcamp-checkout', bootcampForm(email))).toMatchObject({
      status: 200,
      body: { checkoutUrl: expect.any(String) },
    });
  });

  it('is not stored with an unknown promo code, and stays as it is where the person has one', async () => {
    const email = someone();
    const withUnknownCode = () =>
      post('/api/bootcamp-checkout', { ...bootcampForm(email), goals: 'Others', promoCode: 'NO-SUCH-CODE' });
    const refusal = { status: 400, body: { code: 'promo_invalid' } };
    expect(await withUnknownCode()).toMatchObject(refusal);
    expect(await rowOf('bootcamp_registrations', email)).toBeUndefined();
    const { body } = await post('/api/bootcamp-checkout', bootcampForm(email));
    const held = await rowOf('bootcamp_registrations', email);
    expect(await withUnknownCode()).toMatchObject(refusal);
    expect(await rowOf('bootcamp_registrations', email)).toEqual(held);
    await payAt(body['checkoutUrl'] as string);
    await whenPaid('bootcamp_registrations', email);
    expect(await withUnknownCode()).toMatchObject({ status: 409, body: { code: 'registration_exists' } });
  });

  it('has a waitlist when the run is full, and is offered by a link when one becomes free', async () => {
    const [first, next] = [someone(), someone()];
    await leave(1);
    const held = await post('/api/bootcamp-checkout', bootcampForm(first));
    expect(held.status).toBe(200);
    const answer = await post('/api/bootcamp-checkout', bootcampForm(next));
    expect(answer).toMatchObject({
      status: 200,
      body: { waitlisted: true, position: 1, message: expect.stringContaining('number 1 on the waitlist') },
    });
    expect(answer.body).not.toHaveProperty('checkoutUrl');
    expect(await textTo(next, 'you are on the waitlist')).toContain('Position on the waitlist: 1');
    await leave(1);
    // The next request makes the list move up; nobody has to wait for the job that polls every thirty seconds.
    expect(await post('/api/bootcamp-checkout', bootcampForm(someone()))).toMatchObject({
      body: { waitlisted: true, position: 1 },
    });
    await payAt(await checkoutOf(system, payLinkIn(await textTo(next, 'A seat is free'))!));
    await whenPaid('bootcamp_registrations', next);
  });

  it('asks for the fields by name', async () => {
    const { experienceLevel: _left, ...form } = bootcampForm(someone());
    expect(await post('/api/bootcamp-checkout', form)).toMatchObject({
      status: 400,
      body: { fields: { experienceLevel: 'Please select your experience level' } },
    });
  });
});

describe('a tournament entry', () => {
  it('is pending, paid by the link in its email, and confirmed', async () => {
    const email = someone();
    const answer = await post('/api/tournament/register', entryForm(email));
    expect(answer).toMatchObject({ status: 201, body: { message: expect.stringContaining('Check your email') } });
    expect(await rowOf('tournament_registrations', email)).toMatchObject({
      payment_status: 'pending',
      payment_amount: 4_000,
    });
    await payAt(await checkoutOf(system, payLinkIn(await textTo(email, 'one step left'))!));
    expect(await whenPaid('tournament_registrations', email)).toMatchObject({ payment_amount: 4_000 });
    await textTo(email, 'You are in');
  });

  it('is one per person', async () => {
    const email = someone();
    await post('/api/tournament/register', entryForm(email));
    expect(await post('/api/tournament/register', entryForm(email.toUpperCase()))).toMatchObject({
      status: 409,
      body: { code: 'registration_exists', message: 'You are already registered for this tournament.' },
    });
  });

  it('is not stored with an unknown promo code', async () => {
    const email = someone();
    expect(await post('/api/tournament/register', { ...entryForm(email), promoCode: 'NO-SUCH-CODE' })).toMatchObject({
      status: 400,
      body: { code: 'promo_invalid' },
    });
    expect(await rowOf('tournament_registrations', email)).toBeUndefined();
  });

  describe('with a promo code', () => {
    let admin: string;
    beforeAll(async () => {
      const answer = await post('/api/admin/login', (await system.run()).admin);
      admin = answer.body['token'] as string;
    });
    const newCode = async (): Promise<{ id: string; code: string }> => {
      const code = randomUUID().slice(0, 8).toUpperCase();
      const answer = await post(
        '/api/admin/promo-codes',
        { code, name: 'Five dollars off', discountType: 'fixed_amount', discountValue: 500 },
        admin,
      );
      expect(answer.status).toBe(201);
      return { id: answer.body['id'] as string, code };
    };
    const linkOf = async (email: string): Promise<string> => payLinkIn(await textTo(email, 'one step left'))!;

    it('is discounted by its link', async () => {
      const email = someone();
      expect(
        (
          await post('/api/tournament/register', {
            ...entryForm(email),
            promoCode: (await newCode()).code.toLowerCase(),
          })
        ).status,
      ).toBe(201);
      await payAt(await checkoutOf(system, await linkOf(email)));
      expect(await whenPaid('tournament_registrations', email)).toMatchObject({ payment_amount: 3_500 });
    });

    it('can still be paid, in full, when the code was deleted meanwhile', async () => {
      const email = someone();
      const { id, code } = await newCode();
      expect((await post('/api/tournament/register', { ...entryForm(email), promoCode: code })).status).toBe(201);
      expect((await callApi(system, 'DELETE', `/api/admin/promo-codes/${id}`, { token: admin })).status).toBe(200);
      await payAt(await checkoutOf(system, await linkOf(email)));
      expect(await whenPaid('tournament_registrations', email)).toMatchObject({ payment_amount: 4_000 });
    });
  });

  it('costs an active member less who enters themselves with their token', async () => {
    const member = newRegistration();
    await payAt(await registerPerson(system, member));
    const token = await patiently('becoming a member', async () => {
      const signedIn = await logInPerson(system, member);
      if ((await membershipOf(system, signedIn)) !== 'active') throw new Error('not active yet');
      return signedIn;
    });
    const other = someone();
    expect((await post('/api/tournament/register', entryForm(other), token)).status).toBe(201);
    expect(await rowOf('tournament_registrations', other)).toMatchObject({ payment_amount: 4_000, user_id: null });
    await patiently('registrations to receive the membership', async () => {
      if ((await rowOf<{ access: boolean }>('memberships', member.email))?.access !== true) throw new Error('not yet');
    });
    expect((await post('/api/tournament/register', entryForm(member.email), token)).status).toBe(201);
    expect(await rowOf('tournament_registrations', member.email)).toMatchObject({
      payment_amount: 3_000,
      payment_status: 'pending',
    });
  });

  it('is refused with an invalid token', async () => {
    const email = someone();
    expect(await post('/api/tournament/register', entryForm(email), 'nonsense')).toMatchObject({
      status: 401,
      body: { code: 'token_invalid' },
    });
    expect(await rowOf('tournament_registrations', email)).toBeUndefined();
  });

  it('is refused after the deadline', async () => {
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM registrations.events WHERE type = 'tournament' AND registration_deadline > '2026-09-01T12:00:00Z' ORDER BY datetime OFFSET 3 LIMIT 1`,
    );
    await database.query(
      `UPDATE registrations.events SET registration_deadline = '2026-09-01T11:00:00Z' WHERE id = $1`,
      [rows[0]!.id],
    );
    expect(await post('/api/tournament/register', { ...entryForm(someone()), eventId: rows[0]!.id })).toMatchObject({
      status: 409,
      body: { code: 'registration_closed' },
    });
  });
});

describe('the public list of events', () => {
  it('shows the state by the product’s clock, and which tournament an entry is for', async () => {
    const { body } = await callApi<{ type: string; title: string; state: string; isNext: boolean; now: string }[]>(
      system,
      'GET',
      '/api/events',
    );
    const next = body.filter((event) => event.isNext);
    expect(next.map(({ type }) => type).toSorted()).toEqual(['bootcamp', 'tournament']);
    expect(body[0]!.now.startsWith('2026-09-01T12:')).toBe(true);
    const entryResponse = await post('/api/tournament/register', entryForm(someone()));
    expect(entryResponse.body['message']).toContain(next.find(({ type }) => type === 'tournament')!.title);
  });
});
