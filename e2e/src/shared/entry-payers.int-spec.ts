import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import { entriesSystem, entryForm, someone, tokenOf } from '../testing/entries.ts';
import { tokensTo, tokenTo } from '../testing/mailbox.ts';
import {
  callApi,
  joinAs,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  payLinkIn,
  registerPerson,
} from '../testing/person.ts';
import { NOW } from '../testing/start-system.ts';

/*
 * An entry or a seat is for the person who pays for it: the account that opened the page signed in, or the holder of the mailbox that a guest
 * paid for. Through the public API, with every service running.
 */
const { system, stripe, database, stop, post, rowOf, textTo, preview, pageOf } = await entriesSystem();

afterAll(stop);

describe('an entry by an account whose mailbox is not verified', () => {
  const OWN_MAILBOX = { firstName: 'Ada', lastName: 'Okafor' };
  /** An account with the email address of another person, in that person's name. */
  const stranger = async (email: string): Promise<{ email: string; token: string }> => {
    const registration = { ...newRegistration(), ...OWN_MAILBOX, email };
    await registerPerson(system, registration);
    return { email, token: await logInPerson(system, registration) };
  };
  const leave = async ({ token }: { token: string }): Promise<void> => {
    const email = someone();
    const asked = await callApi(system, 'PUT', '/api/auth/update-profile', {
      token,
      body: { ...OWN_MAILBOX, email, currentPassword: 'a long enough password' },
    });
    expect(asked.status).toBe(200);
    expect(
      (await post('/api/auth/confirm-email', { token: await tokenTo(system, email, '/confirm-email') }, token)).status,
    ).toBe(200);
  };
  /** Verifies the mailbox with an account, and returns what it owns. */
  const ownedBy = async (email: string): Promise<string> => {
    const holder = await stranger(email);
    const before = await tokensTo(system, email, '/confirm-email');
    await post('/api/auth/verify-email', {}, holder.token);
    expect(
      (
        await post(
          '/api/auth/confirm-email',
          { token: await tokenTo(system, email, '/confirm-email', before) },
          holder.token,
        )
      ).status,
    ).toBe(200);
    return holder.token;
  };
  const mine = async (token: string) =>
    (await callApi<{ entry: { status: string } | null }[]>(system, 'GET', '/api/events/mine', { token })).body.filter(
      ({ entry }) => entry !== null,
    );
  const seat = (email: string, token?: string, words: object = {}) =>
    post('/api/bootcamp-checkout', { email, ...OWN_MAILBOX, experienceLevel: 'beginner', ...words }, token);
  const OTHERS = { goals: 'typed by somebody else', specialRequests: 'call 555', experienceLevel: 'advanced' };
  const OWN = { goals: 'speak up', specialRequests: 'a ramp', experienceLevel: 'beginner' };
  const OWN_ROW = { goals: 'speak up', special_requests: 'a ramp', experience_level: 'beginner', user_id: null };
  const isOpen = async (url: unknown) =>
    (await stripe.checkout.sessions.retrieve(String(url).split('/').at(-1)!)).status === 'open';

  it.each(['before', 'after'] as const)(
    'is not its own where a guest has paid for the seat, %s the account asked for it',
    async (order) => {
      const email = someone();
      const eve = await stranger(email);
      const asks = [() => seat(email, eve.token), () => seat(email)];
      if (order === 'before') asks.reverse();
      for (const ask of asks) expect((await ask()).status).toBe(200);
      await payAt((await seat(email)).body['checkoutUrl'] as string);
      await textTo(email, 'Your seat in the');
      expect(await mine(eve.token)).toEqual([]);
      await leave(eve);
      const token = await ownedBy(email);
      await patiently('the seat', async () => expect(await mine(token)).toMatchObject([{ entry: { status: 'paid' } }]));
      // Billing receives an event of its own.
      await patiently('the payment', async () =>
        expect((await callApi(system, 'GET', '/api/subscription/payment-history', { token })).body).toMatchObject([
          { amount: 15_500 },
        ]),
      );
    },
  );

  it('is not its own where the reader of the mailbox has paid for the entry by the emailed link', async () => {
    const email = someone();
    const eve = await stranger(email);
    expect((await post('/api/tournament/register', entryForm(email), eve.token)).status).toBe(201);
    await payAt((await pageOf(tokenOf(payLinkIn(await textTo(email, 'one step left'))!))).body['url'] as string);
    await textTo(email, 'You are in');
    expect(await mine(eve.token)).toEqual([]);
    expect((await callApi(system, 'GET', '/api/subscription/payment-history', { token: eve.token })).body).toEqual([]);
    await leave(eve);
    const token = await ownedBy(email);
    await patiently('the entry', async () => expect(await mine(token)).toMatchObject([{ entry: { status: 'paid' } }]));
  });

  it('is its own where it pays itself', async () => {
    const eve = await stranger(someone());
    const { body } = await post('/api/tournament/register', entryForm(eve.email), eve.token);
    const page = await post(
      '/api/payment-links/checkout',
      { token: (body['payment'] as { token: string }).token },
      eve.token,
    );
    await payAt(page.body['url'] as string);
    await patiently('the entry', async () =>
      expect(await mine(eve.token)).toMatchObject([{ entry: { status: 'paid' } }]),
    );
  });

  it('is a guest’s who asks for that seat, in the guest’s words', async () => {
    const email = someone();
    const eve = await stranger(email);
    const before = await seat(email, eve.token, OTHERS);
    expect(before.status).toBe(200);
    const { body } = await seat(email, undefined, OWN);
    expect(await isOpen(before.body['checkoutUrl'])).toBe(false);
    expect(await rowOf('bootcamp_registrations', email)).toMatchObject(OWN_ROW);
    await payAt(body['checkoutUrl'] as string);
    await textTo(email, 'Your seat in the');
    expect(await rowOf('bootcamp_registrations', email)).toMatchObject({ ...OWN_ROW, payment_status: 'paid' });
  });

  it('is no seat that a guest is about to pay: neither it nor another guest ends that page, or changes its words', async () => {
    const email = someone();
    const eve = await stranger(email);
    const { body } = await seat(email, undefined, OWN);
    for (const token of [eve.token, undefined]) {
      expect(await seat(email, token, OTHERS)).toMatchObject({
        status: 200,
        body: { checkoutUrl: body['checkoutUrl'] },
      });
      expect(await isOpen(body['checkoutUrl'])).toBe(true);
    }
    await payAt(body['checkoutUrl'] as string);
    await textTo(email, 'Your seat in the');
    expect(await rowOf('bootcamp_registrations', email)).toMatchObject({ ...OWN_ROW, payment_status: 'paid' });
    expect(await mine(eve.token)).toEqual([]);
  });

  it('is a guest’s who enters, in the guest’s words and at the public price, and its links and pages end', async () => {
    const email = someone();
    const eve = await stranger(email);
    const others = (
      (await post('/api/tournament/register', { ...entryForm(email), accommodations: 'call 555' }, eve.token)).body[
        'payment'
      ] as { token: string }
    ).token;
    const page = (await post('/api/payment-links/checkout', { token: others }, eve.token)).body['url'];
    const entry = await post('/api/tournament/register', {
      ...entryForm(email),
      division: 'professional',
      accommodations: 'a ramp',
    });
    expect(entry).toMatchObject({
      status: 201,
      body: { payment: { amount: 4_000 }, correctionToken: expect.any(String) },
    });
    expect(await rowOf('tournament_registrations', email)).toMatchObject({
      user_id: null,
      division: 'professional',
      special_requests: 'a ramp',
    });
    expect(await mine(eve.token)).toEqual([]);
    expect((await preview(others)).status).toBe(404);
    await patiently('the end of the page', async () => expect(await isOpen(page)).toBe(false));
    expect(await post('/api/tournament/register', entryForm(email), eve.token)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Confirm your email') },
    });
    await payAt((await pageOf((entry.body['payment'] as { token: string }).token)).body['url'] as string);
    await textTo(email, 'You are in');
  });

  it('ends with the account, and with it the page that a guest has open for it', async () => {
    const email = someone();
    const eve = await stranger(email);
    const { body } = await post('/api/tournament/register', entryForm(email), eve.token);
    const page = (await pageOf((body['payment'] as { token: string }).token)).body['url'];
    expect((await post('/api/account/delete', { currentPassword: 'a long enough password' }, eve.token)).status).toBe(
      200,
    );
    await patiently('the end of the page', async () => expect(await isOpen(page)).toBe(false));
  });

  it('takes no place on the waitlist from a guest who waits', async () => {
    const email = someone();
    const {
      rows: [run],
    } = await database.query<{ id: string; capacity: number }>(
      `SELECT id, capacity FROM registrations.events WHERE type = 'bootcamp' AND is_active AND registration_deadline > $1 ORDER BY datetime LIMIT 1`,
      [NOW],
    );
    await database.query(
      'UPDATE registrations.events SET capacity = (SELECT count(*) FROM registrations.bootcamp_registrations WHERE event_id = $1 AND seat IN ($2, $3, $4)) WHERE id = $1',
      [run!.id, 'held', 'offered', 'taken'],
    );
    try {
      expect((await seat(email)).body).toMatchObject({ waitlisted: true });
      const eve = await stranger(email);
      expect((await seat(email, eve.token)).body).toMatchObject({ waitlisted: true });
      await leave(eve);
      expect(await rowOf('bootcamp_registrations', email)).toMatchObject({ seat: 'waiting', user_id: null });
    } finally {
      await database.query('UPDATE registrations.events SET capacity = $2 WHERE id = $1', [run!.id, run!.capacity]);
    }
  });
});

describe('a payment page that is opened by a link', () => {
  it('makes the customer of an account in the account’s name and address, whatever is paid for', async () => {
    const registration = { ...newRegistration(), firstName: 'Ada', lastName: 'Okafor' };
    await registerPerson(system, registration);
    const token = await logInPerson(system, registration);
    // Its customer is created again.
    const {
      rows: [account],
    } = await database.query<{ id: string }>('SELECT id FROM identity.users WHERE email = $1', [registration.email]);
    await database.query(`UPDATE billing.customers SET lost_at = now() WHERE user_id = $1`, [account!.id]);
    const { body } = await post(
      '/api/tournament/register',
      { ...entryForm(registration.email), firstName: 'Ben' },
      token,
    );
    const page = await post(
      '/api/payment-links/checkout',
      { token: (body['payment'] as { token: string }).token },
      token,
    );
    const { customer } = await stripe.checkout.sessions.retrieve((page.body['url'] as string).split('/').at(-1)!);
    expect(await stripe.customers.retrieve(customer as string)).toMatchObject({
      name: 'Ada Okafor',
      email: registration.email,
    });
  });

  it('changes nothing of a member where it is opened signed out with their address, in their name or another', async () => {
    const { email, ...registration } = newRegistration();
    const token = await joinAs(system, { email, ...registration });
    await post('/api/auth/verify-email', {}, token);
    const link = await tokenTo(system, email, '/confirm-email');
    expect((await post('/api/auth/confirm-email', { token: link }, token)).status).toBe(200);
    const { firstName, lastName } = registration;
    const form = { email, firstName, lastName, experienceLevel: 'beginner', goals: 'To speak up' };
    const page = (await post('/api/bootcamp-checkout', form, token)).body['checkoutUrl'] as string;
    const seat = await rowOf('bootcamp_registrations', email);
    const customersOf = async () =>
      (await stripe.customers.list({ email })).data.map(({ id, name, phone, metadata }) => [id, name, phone, metadata]);
    const customers = await customersOf();
    expect(customers).toHaveLength(1);
    const typed = { ...form, experienceLevel: 'advanced', goals: 'CHEAP PILLS', phone: '+1 900 555 0100' };
    expect(await post('/api/bootcamp-checkout', { ...typed, firstName: firstName.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'in_progress' },
    });
    expect(await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!)).toMatchObject({ status: 'open' });
    const other = await post('/api/bootcamp-checkout', { ...typed, firstName: 'Eve' });
    expect(other.status).toBe(200);
    await payAt(other.body['checkoutUrl'] as string);
    await textTo(email, 'Your seat in the');
    const { rows } = await database.query('SELECT * FROM registrations.bootcamp_registrations WHERE id = $1', [
      seat!['id'],
    ]);
    // Both follow the pages, and the second is published later.
    const { held_until: _heldUntil, stripe_checkout_session_id: _sessionId, ...rest } = seat!;
    expect(rows).toEqual([expect.objectContaining(rest)]);
    expect(await customersOf()).toEqual(expect.arrayContaining(customers));
  });

  it('buys nothing for another mailbox, to which the entry moved while the page was opened', async () => {
    const [victim, cheat] = [someone(), someone()];
    const { body } = await post('/api/tournament/register', entryForm(victim));
    const page = (await pageOf((body['payment'] as { token: string }).token)).body['url'] as string;
    // As a correction leaves it that ended every page that it knew of.
    await database.query(
      'UPDATE registrations.tournament_registrations SET email = $1, email_key = lower($1) WHERE email = $2',
      [cheat, victim],
    );
    await payAt(page);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!);
    await patiently('the refund', async () =>
      expect((await stripe.refunds.list({ payment_intent: intent as string })).data).toHaveLength(1),
    );
    expect(await rowOf('tournament_registrations', cheat)).toMatchObject({ payment_status: 'pending' });
    expect(await textTo(victim, 'refunded')).toContain('$');
  });

  it('is not ended by a correction with a wrong key', async () => {
    const email = someone();
    const { body } = await post('/api/tournament/register', entryForm(email));
    const sessionId = ((await pageOf((body['payment'] as { token: string }).token)).body['url'] as string)
      .split('/')
      .at(-1)!;
    const id = (await rowOf<{ id: string }>('tournament_registrations', email))!.id;
    expect(
      (
        await post('/api/tournament/entry/email', {
          token: registrationToken({ registrationId: id, key: randomUUID() }),
          email: someone(),
        })
      ).status,
    ).toBe(404);
    expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ status: 'open' });
  });

  it('is a guest’s unless its account opens it, and names the account to nobody', async () => {
    const person = await joinAs(system, { ...newRegistration(), email: someone() });
    const { email } = (await callApi<{ email: string }>(system, 'GET', '/api/auth/user', { token: person })).body;
    await post('/api/auth/verify-email', {}, person);
    expect(
      (await post('/api/auth/confirm-email', { token: await tokenTo(system, email, '/confirm-email') }, person)).status,
    ).toBe(200);
    const { token } = (await post('/api/tournament/register', { ...entryForm(email), firstName: 'Stran' })).body[
      'payment'
    ] as { token: string };
    await patiently('the claim', async () =>
      expect(await rowOf('tournament_registrations', email)).toMatchObject({ user_id: expect.any(String) }),
    );
    const sessionId = ((await pageOf(token)).body['url'] as string).split('/').at(-1)!;
    expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ customer: null, customer_email: email });
    const accountSessionId = ((await post('/api/payment-links/checkout', { token }, person)).body['url'] as string)
      .split('/')
      .at(-1)!;
    expect(accountSessionId).not.toBe(sessionId);
    expect(await stripe.checkout.sessions.retrieve(accountSessionId)).toMatchObject({
      customer: expect.stringMatching(/^cus_/),
    });
    // Another person with the link does not close the account's open page.
    expect(await pageOf(token)).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    expect(await stripe.checkout.sessions.retrieve(accountSessionId)).toMatchObject({ status: 'open' });
  });
});
