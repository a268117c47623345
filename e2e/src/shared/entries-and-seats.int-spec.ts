import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import { sessionOf } from '../testing/accounts.ts';
import { entriesSystem, entryForm, someone, tokenOf } from '../testing/entries.ts';
import { wakeJob } from '../testing/jobs.ts';
import { emailsTo } from '../testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  checkoutOf,
  joinAs,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  payLinkIn,
  registerPerson,
} from '../testing/person.ts';
import { timeOf } from '../testing/provider.ts';
import { NOW } from '../testing/start-system.ts';

/*
 * Tournament entries and bootcamp seats from the form to the money, and their state when something goes wrong on the way:
 * through the public API, with every service running.
 */
const { system, stripe, database, stop, post, rowOf, textTo, preview, pageOf, tenDollarsOff, tournamentOf } =
  await entriesSystem();

afterAll(stop);

describe('a payment link', () => {
  const enter = async (): Promise<{ email: string; link: string }> => {
    const email = someone();
    expect((await post('/api/tournament/register', entryForm(email))).status).toBe(201);
    return { email, link: payLinkIn(await textTo(email, 'one step left'))! };
  };

  it('leads to a page of the site that changes nothing, no matter which browser opens it', async () => {
    const { email, link } = await enter();
    expect(link).toMatch(new RegExp(`^${system.siteUrl}/pay\\?token=[\\w-]+$`));
    const page = await fetch(link, { redirect: 'manual' });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<h1>Complete your payment</h1>');
    expect(await preview(tokenOf(link))).toMatchObject({
      status: 200,
      body: {
        kind: 'tournament',
        state: 'payable',
        title: expect.stringContaining('Classic'),
        beginsAt: expect.any(String),
        firstName: 'Ada',
        lastName: 'Okafor',
        amount: 4_000,
      },
    });
    const { rows } = await database.query('SELECT 1 FROM billing.purchases WHERE reference = $1', [
      (await rowOf('tournament_registrations', email))?.['id'],
    ]);
    expect(rows).toEqual([]);
  });

  it('opens one checkout, and says that it is paid once it is', async () => {
    const { link } = await enter();
    const opened = await pageOf(tokenOf(link));
    expect(opened).toMatchObject({ status: 200, body: { url: expect.stringContaining(system.sandboxUrl) } });
    expect((await pageOf(tokenOf(link))).body).toEqual(opened.body);
    await payAt(opened.body['url'] as string);
    await patiently('the payment', async () =>
      expect((await preview(tokenOf(link))).body).toMatchObject({ state: 'paid' }),
    );
    expect(await pageOf(tokenOf(link))).toMatchObject({
      status: 409,
      body: { code: 'purchase_exists', message: 'This has been paid already.' },
    });
  });

  it('says when to try again while the provider does not answer, and works after that; a seat is released meanwhile', async () => {
    const { link } = await enter();
    const provider = (faults: object) =>
      fetch(`${system.sandboxUrl}/stripe/test_helpers/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      });
    const email = someone();
    const takeSeat = () =>
      post('/api/bootcamp-checkout', { email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' });
    await provider({ fail: 1 });
    try {
      expect(await pageOf(tokenOf(link))).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('charged nothing') },
      });
      expect(await takeSeat()).toMatchObject({ status: 503 });
    } finally {
      await provider({});
    }
    expect(await rowOf('bootcamp_registrations', email)).toMatchObject({ seat: 'released' });
    expect(await takeSeat()).toMatchObject({ status: 200, body: { checkoutUrl: expect.any(String) } });
    expect(await pageOf(tokenOf(link))).toMatchObject({ status: 200 });
  });
});

describe('a promo code', () => {
  it('is taken off what the payment link shows, and is refused to a person who has used it', async () => {
    const { code } = await tenDollarsOff();
    const email = someone();
    const entryResponse = await post('/api/tournament/register', { ...entryForm(email), promoCode: code });
    expect(entryResponse.body).toMatchObject({ payment: { amount: 4_000, promoCode: code } });
    const { token } = entryResponse.body['payment'] as { token: string };
    expect((await preview(token)).body).toMatchObject({ amount: 4_000, discount: 1_000, promoCode: code });
    const page = (await pageOf(token)).body['url'] as string;
    expect(await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!)).toMatchObject({ amount_total: 3_000 });
    await payAt(page);
    await textTo(email, 'You are in');
    const again = await post('/api/tournament/register', { ...entryForm(email), firstName: 'Ben', promoCode: code });
    expect(again).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
  });

  /** A code that takes ten dollars off, and an entry that was promised it. */
  const promised = async (terms: object) => {
    const { code, id, admin } = await tenDollarsOff(terms);
    const enter = async (email = someone(), firstName = 'Ada') =>
      (
        (await post('/api/tournament/register', { ...entryForm(email), firstName, promoCode: code })).body[
          'payment'
        ] as {
          token: string;
        }
      ).token;
    return { code, enter, remove: () => callApi(system, 'DELETE', `/api/admin/promo-codes/${id}`, { token: admin }) };
  };
  const fullPrice = (code: string) => ({
    state: 'payable',
    amount: 4_000,
    discount: 0,
    promoCode: null,
    message: `The promo code ${code} is no longer valid. You pay the full price of $40.`,
  });

  it('that is used up, or deleted, before an entry is paid is shown as no longer valid beside the full price', async () => {
    const [last, unused] = [await promised({ maxUses: 1 }), await promised({})];
    const [first, second, third] = [await last.enter(), await last.enter(), await unused.enter()];
    for (const token of [second, third])
      expect((await preview(token)).body).toMatchObject({ amount: 4_000, discount: 1_000, message: null });
    await payAt((await pageOf(first)).body['url'] as string);
    await patiently('the payment', async () =>
      expect((await preview(first)).body).toMatchObject({ state: 'paid', message: null }),
    );
    expect((await unused.remove()).status).toBe(200);
    expect((await preview(second)).body).toMatchObject(fullPrice(last.code));
    expect((await preview(third)).body).toMatchObject(fullPrice(unused.code));
    const page = (await pageOf(second)).body['url'] as string;
    expect(await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!)).toMatchObject({ amount_total: 4_000 });
  });

  it('whose last use is reserved by the person’s own payment page still applies', async () => {
    const { enter, code } = await promised({ maxUses: 1 });
    const [own, other] = [await enter(), await enter()];
    expect((await pageOf(own)).status).toBe(200);
    expect((await preview(own)).body).toMatchObject({ discount: 1_000, promoCode: code, message: null });
    expect((await preview(other)).body).toMatchObject(fullPrice(code));
  });

  it('that the page of another entry of the mailbox holds is shown as no longer valid beside the full price', async () => {
    const { enter, code } = await promised({});
    const email = someone();
    const [first, second] = [await enter(email), await enter(email, 'Ben')];
    expect((await pageOf(first)).status).toBe(200);
    expect((await preview(first)).body).toMatchObject({ discount: 1_000, message: null });
    expect((await preview(second)).body).toMatchObject(fullPrice(code));
    const page = (await pageOf(second)).body['url'] as string;
    expect(await stripe.checkout.sessions.retrieve(sessionOf(page))).toMatchObject({ amount_total: 4_000 });
  });
});

describe('a person who enters', () => {
  it('corrects a mistyped email address while the entry is not paid', async () => {
    const [wrong, right] = [someone(), someone()];
    const entryResponse = await post('/api/tournament/register', entryForm(wrong));
    const token = entryResponse.body['correctionToken'] as string;
    const oldLink = payLinkIn(await textTo(wrong, 'one step left'))!;
    const forTheOldOne = (await pageOf(tokenOf(oldLink))).body['url'] as string;
    const corrected = await post('/api/tournament/entry/email', { token, email: right });
    expect(corrected).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining(right), payment: { amount: 4_000 } },
    });
    const link = payLinkIn(await textTo(right, 'one step left'))!;
    expect(tokenOf(link)).toBe((corrected.body['payment'] as { token: string }).token);
    expect((await preview(tokenOf(oldLink))).status).toBe(404);
    expect(await rowOf('tournament_registrations', wrong)).toBeUndefined();
    const page = await checkoutOf(system, link);
    expect(page).not.toBe(forTheOldOne);
    expect(await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!)).toMatchObject({ customer_email: right });
    await payAt(page);
    await textTo(right, 'You are in');
    expect(await post('/api/tournament/entry/email', { token, email: someone() })).toMatchObject({
      status: 409,
      body: { code: 'registration_fixed' },
    });
  });

  it('corrects it three times at most, to no address that has the same entry, and only with the token of the answer', async () => {
    const taken = someone();
    await post('/api/tournament/register', entryForm(taken));
    const entryResponse = await post('/api/tournament/register', entryForm(someone()));
    const token = entryResponse.body['correctionToken'] as string;
    const correct = (email: string, by = token) => post('/api/tournament/entry/email', { token: by, email });
    expect(await correct(someone(), (entryResponse.body['payment'] as { token: string }).token)).toMatchObject({
      status: 404,
    });
    expect(await correct('nobody')).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address.' } },
    });
    expect(await correct(taken)).toMatchObject({ status: 409, body: { code: 'registration_exists' } });
    for (let time = 0; time < 3; time += 1) expect((await correct(someone())).status).toBe(200);
    expect(await correct(someone())).toMatchObject({
      status: 409,
      body: { code: 'registration_fixed', message: expect.stringContaining('write to us') },
    });
  });
});

describe('an event', () => {
  const inDays = (days: number): string => new Date(new Date(NOW).getTime() + days * 86_400_000).toISOString();
  const admin = async (): Promise<string> => await adminTokenOf(system);
  const newEvent = async (fields: object): Promise<string> => {
    const event = {
      title: `Open ${randomUUID().slice(0, 8)}`,
      description: 'One evening.',
      type: 'tournament',
      division: null,
      timezone: 'America/New_York',
      location: 'Zoom',
      datetime: inDays(300),
      endsAt: inDays(301),
      registrationDeadline: inDays(290),
      zoomLink: null,
      capacity: null,
      price: 4_000,
      isActive: true,
      ...fields,
    };
    const answer = await post('/api/admin/events', event, await admin());
    if (answer.status !== 201)
      throw new Error(`Making an event answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    const { rows } = await database.query<{ id: string }>('SELECT id FROM registrations.events WHERE title = $1', [
      event.title,
    ]);
    return rows[0]!.id;
  };

  it('cannot have a price below the smallest payment', async () => {
    await expect(newEvent({ price: 49 })).rejects.toThrow('400');
  });

  /** The next bootcamp run, while `act` is carried out. */
  const whileNext = async (fields: object, act: (eventId: string) => Promise<void>): Promise<void> => {
    const run = { datetime: inDays(10), endsAt: inDays(20), registrationDeadline: inDays(9) };
    const eventId = await newEvent({ type: 'bootcamp', ...run, ...fields });
    try {
      await act(eventId);
    } finally {
      await database.query('UPDATE registrations.events SET is_active = false WHERE id = $1', [eventId]);
    }
  };
  const askForSeat = async (email: string) =>
    (
      await post('/api/bootcamp-checkout', {
        email,
        firstName: 'Ada',
        lastName: 'Okafor',
        experienceLevel: 'beginner',
      })
    ).body;

  it('costs its own price, also where that is more than its program’s: a bootcamp', () =>
    whileNext({ price: 19_900 }, async () => {
      const email = someone();
      const page = (await askForSeat(email))['checkoutUrl'] as string;
      expect(await stripe.checkout.sessions.retrieve(sessionOf(page))).toMatchObject({ amount_total: 19_900 });
      await payAt(page);
      await textTo(email, 'Your seat in the');
    }));

  it('that is full shows administrators its waitlist with positions, in the list and in the file', async () => {
    const token = await admin();
    const eventId = await newEvent({ capacity: 1 });
    const emails = [someone(), someone(), someone()];
    for (const email of emails)
      expect((await post('/api/tournament/register', { ...entryForm(email), eventId })).status).toBe(201);
    const listed = async (email: string) =>
      (
        await callApi<{ id: string; paymentStatus: string; position: number | null }[]>(
          system,
          'GET',
          `/api/admin/tournament-registrations?q=${encodeURIComponent(email)}`,
          { token },
        )
      ).body[0]!;
    const inFile = async (email: string) => {
      const file = (
        await callApi<string>(system, 'GET', `/api/admin/export/tournaments?q=${encodeURIComponent(email)}`, { token })
      ).body;
      const [headings, cells] = file
        .replace(/^\uFEFF/, '')
        .split('\r\n')
        .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
      return cells![headings!.indexOf('Payment status')];
    };
    const positions = () =>
      Promise.all(emails.map(async (email) => [(await listed(email)).position, await inFile(email)]));
    expect(await positions()).toEqual([
      [null, 'pending'],
      [1, 'pending (on the waitlist: 1)'],
      [2, 'pending (on the waitlist: 2)'],
    ]);
    expect(await listed(emails[1]!)).toMatchObject({ paymentStatus: 'pending' });
    expect(
      await callApi(system, 'DELETE', `/api/admin/tournament-registrations/${(await listed(emails[0]!)).id}`, {
        token,
      }),
    ).toMatchObject({ status: 200 });
    emails.shift();
    await patiently('the first of the waitlist', async () =>
      expect(await positions()).toEqual([
        [null, 'pending'],
        [1, 'pending (on the waitlist: 1)'],
      ]),
    );
  });

  const setPrice = async (eventId: string, price: number): Promise<void> => {
    const token = await admin();
    const {
      id: _id,
      closedAt: _closedAt,
      state: _state,
      counts: _counts,
      ...form
    } = (await callApi(system, 'GET', `/api/admin/events/${eventId}`, { token })).body;
    expect(
      (await callApi(system, 'PUT', `/api/admin/events/${eventId}`, { token, body: { ...form, price } })).status,
    ).toBe(200);
  };
  const enterEvent = async (eventId: string) => {
    const email = someone();
    const { body } = await post('/api/tournament/register', { ...entryForm(email), eventId });
    const { id } = (await rowOf<{ id: string }>('tournament_registrations', email))!;
    return { email, id, token: (body['payment'] as { token: string } | undefined)?.token };
  };
  const deleteEntry = async (id: string): Promise<void> => {
    expect(
      await callApi(system, 'DELETE', `/api/admin/tournament-registrations/${id}`, { token: await admin() }),
    ).toMatchObject({ status: 200 });
  };

  it('that costs less now costs less for unpaid entries, and a place that becomes free is offered at the new price', async () => {
    const eventId = await newEvent({ price: 6_000, capacity: 1 });
    const [first, second] = [await enterEvent(eventId), await enterEvent(eventId)];
    const page = (await pageOf(first.token!)).body['url'] as string;
    await setPrice(eventId, 4_500);
    expect((await preview(first.token!)).body).toMatchObject({ state: 'payable', amount: 4_500 });
    await patiently('the end of the page at the old price', async () => {
      const { rows } = await database.query('SELECT status FROM billing.purchases WHERE url = $1', [page]);
      expect(rows).toEqual([{ status: 'expired' }]);
    });
    const cheap = (await pageOf(first.token!)).body['url'] as string;
    expect(await stripe.checkout.sessions.retrieve(cheap.split('/').at(-1)!)).toMatchObject({ amount_total: 4_500 });
    await deleteEntry(first.id);
    const offer = await textTo(second.email, 'A place for you');
    expect(offer).toContain('Pay $45');
    expect(offer).not.toContain('$60');
    const token = tokenOf(payLinkIn(offer)!);
    expect((await preview(token)).body).toMatchObject({ state: 'payable', amount: 4_500 });
    await payAt((await pageOf(token)).body['url'] as string);
    await patiently('the payment', async () =>
      expect(await rowOf('tournament_registrations', second.email)).toMatchObject({
        payment_status: 'paid',
        payment_amount: 4_500,
      }),
    );
  });

  it('whose price rises keeps the old price for unpaid entries, and is offered at the new price', async () => {
    const eventId = await newEvent({ price: 4_000, capacity: 1 });
    const [first, second] = [await enterEvent(eventId), await enterEvent(eventId)];
    await setPrice(eventId, 5_500);
    expect((await preview(first.token!)).body).toMatchObject({ state: 'payable', amount: 4_000 });
    await deleteEntry(first.id);
    expect(await textTo(second.email, 'A place for you')).toContain('Pay $55');
  });

  it('that is free now makes entries that waited for a payment complete', async () => {
    const eventId = await newEvent({ price: 4_000, capacity: 1 });
    const [first, second] = [await enterEvent(eventId), await enterEvent(eventId)];
    await setPrice(eventId, 0);
    expect(await textTo(first.email, 'You are in')).toContain('It costs you nothing');
    expect((await preview(first.token!)).body).toMatchObject({ state: 'paid', amount: 0 });
    await deleteEntry(first.id);
    await textTo(second.email, 'You are in');
  });

  it('of one division takes entries of that division alone, and says so under the field', async () => {
    const eventId = await newEvent({ division: 'professional' });
    expect(
      await post('/api/tournament/register', { ...entryForm(someone()), eventId, division: 'development' }),
    ).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining('Professional division'),
        fields: { division: expect.stringContaining('Professional division') },
      },
    });
    expect(
      (await post('/api/tournament/register', { ...entryForm(someone()), eventId, division: 'professional' })).status,
    ).toBe(201);
  });

  it('is entered with a form whose first problem is reported, in the specified order', async () => {
    const form = { firstName: '', lastName: '', email: '', events: [], division: '', waiver: false };
    const problems: [object, string][] = [
      [{}, 'Please fill out all required fields.'],
      [{ email: 'nobody' }, 'Please fill out all required fields.'],
      [{ firstName: 'Ada', email: 'nobody' }, 'Please fill out all required fields.'],
      [{ firstName: 'Ada', lastName: 'Okafor' }, 'Please fill out all required fields.'],
      [{ firstName: 'Ada', lastName: 'Okafor', email: 'nobody' }, 'Please enter a valid email address.'],
      [{ firstName: 'Ada', lastName: 'Okafor', email: someone() }, 'Please select at least one event to compete in.'],
      [
        { firstName: 'Ada', lastName: 'Okafor', email: someone(), events: ['prepared_speech'] },
        'Please select your competition division.',
      ],
      [{ ...entryForm(someone()), waiver: false }, 'You must agree to the liability waiver to register.'],
    ];
    for (const [fields, message] of problems)
      expect(await post('/api/tournament/register', { ...form, ...fields })).toMatchObject({
        status: 400,
        body: { message },
      });
  });
});

describe('an entry that was not paid in time', () => {
  const enter = (eventId: string, email: string, token?: string) =>
    post('/api/tournament/register', { ...entryForm(email), eventId }, token);
  const setCapacity = (eventId: string, capacity: number) =>
    database.query('UPDATE registrations.events SET capacity = $2 WHERE id = $1', [eventId, capacity]);
  const lapse = (eventId: string, email: string) =>
    database.query(
      `UPDATE registrations.tournament_registrations SET held_until = '2026-09-01T11:00:00Z' WHERE event_id = $1 AND email = $2`,
      [eventId, email],
    );
  const CLOSED = {
    status: 409,
    body: { code: 'payment_link_closed', message: expect.stringContaining('not paid in time') },
  };
  const payTokenOf = ({ body }: { body: Record<string, unknown> }): string =>
    (body['payment'] as { token: string }).token;
  /** A person whose only place went to the person who waited and has paid for it. */
  const lost = async (email: string, token?: string): Promise<{ eventId: string; link: string; other: string }> => {
    const eventId = await tournamentOf(1);
    const link = payTokenOf(await enter(eventId, email, token));
    const other = someone();
    expect((await enter(eventId, other)).body).toMatchObject({ waitlisted: true, position: 1 });
    await lapse(eventId, email);
    // Its time is over for a person who opens the link, before the job comes by.
    expect(await pageOf(link)).toMatchObject(CLOSED);
    await wakeJob(system, 'registrations', 'end-holds');
    await payAt((await pageOf(tokenOf(payLinkIn(await textTo(other, 'A place for you'))!))).body['url'] as string);
    await textTo(other, 'You are in');
    return { eventId, link, other };
  };

  it('is revived by entering again: on the waitlist where the tournament is full, and with a place once there is one', async () => {
    const email = someone();
    const { eventId, link, other } = await lost(email);
    expect(await pageOf(link)).toMatchObject(CLOSED);
    const again = await enter(eventId, email);
    expect(again).toMatchObject({
      status: 201,
      body: {
        waitlisted: true,
        position: 1,
        message: expect.stringContaining('is full. You are number 1 on the waitlist'),
      },
    });
    expect(again.body['payment']).toBeUndefined();
    expect(await enter(eventId, email)).toMatchObject({ status: 409, body: { code: 'registration_exists' } });
    expect(await pageOf(link)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('on the waitlist') },
    });
    expect(await textTo(email, 'on the waitlist')).toContain('1');
    // Removed by staff, the other one leaves the place; it is lost once more, and offered once more.
    const {
      rows: [row],
    } = await database.query<{ id: string }>(
      'SELECT id FROM registrations.tournament_registrations WHERE event_id = $1 AND email = $2',
      [eventId, other],
    );
    expect(
      (
        await callApi(system, 'DELETE', `/api/admin/tournament-registrations/${row!.id}`, {
          token: await adminTokenOf(system),
        })
      ).status,
    ).toBe(200);
    await textTo(email, 'A place for you');
    const third = someone();
    expect((await enter(eventId, third)).body).toMatchObject({ waitlisted: true });
    await lapse(eventId, email);
    expect((await enter(eventId, email)).body).toMatchObject({ waitlisted: true, position: 1 });
    await setCapacity(eventId, 2);
    const fourth = await enter(eventId, someone());
    expect(fourth.body).toMatchObject({ waitlisted: true, position: 1 });
    await patiently('the second offer', async () =>
      expect((await emailsTo(system, email)).filter(({ subject }) => subject.includes('A place for you'))).toHaveLength(
        2,
      ),
    );
    expect(await preview(link)).toMatchObject({ body: { state: 'payable' } });
  });
});

describe('a mailbox that is not verified', () => {
  const UNPAID = {
    status: 409,
    body: { code: 'too_many_unpaid', message: expect.stringMatching(/Pay for one of them/) },
  };

  it('has two unpaid entries of a tournament, also by a corrected email address', async () => {
    const [email, other] = [someone(), someone()];
    const enter = (firstName: string, to = email) => post('/api/tournament/register', { ...entryForm(to), firstName });
    const first = await enter('Ada');
    expect((await enter('Ada  Mae')).status).toBe(201);
    expect(await enter('Ada Mae')).toMatchObject({ status: 409, body: { code: 'registration_exists' } });
    expect(await enter('Cleo')).toMatchObject(UNPAID);
    const third = await enter('Cleo', other);
    expect(await post('/api/tournament/entry/email', { token: third.body['correctionToken'], email })).toMatchObject(
      UNPAID,
    );
    await payAt((await pageOf((first.body['payment'] as { token: string }).token)).body['url'] as string);
    await textTo(email, 'You are in');
    expect((await enter('Cleo')).status).toBe(201);
  });

  it('has another one once the time of an unpaid entry is over, also where places are not limited', async () => {
    const email = someone();
    const enter = (firstName: string) => post('/api/tournament/register', { ...entryForm(email), firstName });
    for (const firstName of ['Eve', 'Mal']) expect((await enter(firstName)).status).toBe(201);
    expect(await enter('Ada')).toMatchObject(UNPAID);
    await database.query(
      `UPDATE registrations.tournament_registrations SET held_until = '2026-09-01T11:00:00Z' WHERE email = $1`,
      [email],
    );
    expect((await enter('Ada')).status).toBe(201);
  });
});

/** @param amount cents; all that is left when missing */
const refundAtProvider = async (page: string, amount?: number): Promise<void> => {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionOf(page));
  await stripe.refunds.create({ payment_intent: intent as string, ...(amount !== undefined && { amount }) });
};

describe('a registration that an administrator removes', () => {
  const remove = async (table: 'tournament' | 'bootcamp', email: string): Promise<void> => {
    const token = await adminTokenOf(system);
    const { id } = (await rowOf<{ id: string }>(`${table}_registrations`, email))!;
    expect((await callApi(system, 'DELETE', `/api/admin/${table}-registrations/${id}`, { token })).status).toBe(200);
    expect((await callApi(system, 'DELETE', `/api/admin/${table}-registrations/${id}`, { token })).status).toBe(404);
  };
  const removal = (email: string): Promise<string> => textTo(email, 'Your registration was removed');
  const gone = (payment: string) => ({
    status: 404,
    body: {
      message: expect.stringMatching(
        new RegExp(`^This registration was removed by the association.*${payment.replaceAll('$', '\\$')}`),
      ),
    },
  });
  const outcomeOf = async (page: string) =>
    (await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(page)}`)).body;

  it('is emailed to a person who paid, with the consequence for the payment, and the payment link says so: a tournament entry', async () => {
    const email = someone();
    const { token } = (await post('/api/tournament/register', entryForm(email))).body['payment'] as { token: string };
    const page = (await pageOf(token)).body['url'] as string;
    await payAt(page);
    await textTo(email, 'You are in');
    expect(await outcomeOf(page)).toMatchObject({ status: 'complete' });
    await remove('tournament', email);
    expect(await outcomeOf(page)).toMatchObject({ status: 'ended', amount: 4_000 });
    const text = await removal(email);
    expect(text).toContain(
      'You paid $40.00 for it. This payment is not refunded automatically: write to us about a refund',
    );
    const notRefunded = gone('Your payment of $40.00 for it is not refunded automatically');
    expect(await preview(token)).toMatchObject(notRefunded);
    expect(await pageOf(token)).toMatchObject(notRefunded);
    expect((await emailsTo(system, email)).filter(({ subject }) => subject.includes('was removed'))).toHaveLength(1);
    await refundAtProvider(page);
    expect(await textTo(email, 'was refunded')).toContain('$40.00');
    expect(await preview(token)).toMatchObject(gone('Your payment of $40.00 for it was refunded'));
    expect(await outcomeOf(page)).toMatchObject({ status: 'refunded', amount: 4_000 });
  });

  it('is emailed to a person who paid, with the consequence for the payment, and the payment link says so: a bootcamp seat', async () => {
    const email = someone();
    const seat = await post('/api/bootcamp-checkout', {
      email,
      firstName: 'Ada',
      lastName: 'Okafor',
      experienceLevel: 'beginner',
    });
    const page = seat.body['checkoutUrl'] as string;
    await payAt(page);
    await textTo(email, 'Your seat in the');
    expect(await outcomeOf(page)).toMatchObject({ status: 'complete' });
    await remove('bootcamp', email);
    expect(await outcomeOf(page)).toMatchObject({ status: 'ended', amount: 15_500 });
    expect(await removal(email)).toContain('You paid $155.00 for it.');
    const { id: registrationId, pay_key: key } = (await rowOf<{ id: string; pay_key: string }>(
      'bootcamp_registrations',
      email,
    ))!;
    const token = registrationToken({ registrationId, key });
    const notRefunded = gone('Your payment of $155.00 for it is not refunded automatically');
    expect(await preview(token)).toMatchObject(notRefunded);
    expect(await pageOf(token)).toMatchObject(notRefunded);
    await refundAtProvider(page);
    expect(await textTo(email, 'was refunded')).toContain('$155.00');
    expect(await preview(token)).toMatchObject(gone('Your payment of $155.00 for it was refunded'));
  });

  it('is emailed with the part of the payment that was refunded before', async () => {
    const email = someone();
    const { token } = (await post('/api/tournament/register', entryForm(email))).body['payment'] as { token: string };
    const page = (await pageOf(token)).body['url'] as string;
    await payAt(page);
    await textTo(email, 'You are in');
    await refundAtProvider(page, 1_000);
    await patiently('the refund', async () => {
      const { rows } = await database.query(
        'SELECT amount_refunded FROM registrations.purchases WHERE session_id = $1',
        [sessionOf(page)],
      );
      expect(rows).toEqual([{ amount_refunded: 1_000 }]);
    });
    const admin = await adminTokenOf(system);
    const { id } = (await rowOf<{ id: string }>('tournament_registrations', email))!;
    const removed = await callApi(system, 'DELETE', `/api/admin/tournament-registrations/${id}`, { token: admin });
    expect(removed.body['message']).toMatch(
      /^The registration has been deleted\. \$30\.00 of its payment is not refunded/,
    );
    expect(await removal(email)).toContain(
      'You paid $40.00 for it, of which we refunded $10.00. The rest is not refunded automatically',
    );
    expect(await preview(token)).toMatchObject(
      gone('We refunded $10.00 of your payment of $40.00 for it. The rest is not refunded automatically'),
    );
  });

  it('is emailed to a person who had not paid, or had nothing to pay', async () => {
    const [unpaid, person] = [someone(), newRegistration()];
    const { token } = (await post('/api/tournament/register', entryForm(unpaid))).body['payment'] as { token: string };
    await textTo(unpaid, 'one step left');
    await remove('tournament', unpaid);
    expect(await removal(unpaid)).toContain('You were not charged');
    expect(await preview(token)).toMatchObject(gone('Nothing was charged for it'));
    const annual = await joinAs(system, { ...person, plan: 'annual' });
    expect((await post('/api/tournament/register', entryForm(person.email), annual)).status).toBe(201);
    await textTo(person.email, 'You are in');
    await remove('tournament', person.email);
    expect(await removal(person.email)).toContain('It cost you nothing');
  });
});

describe('a payment that was refunded', () => {
  it('is shown as refunded by the payment link of a bootcamp seat, which cannot be paid again', async () => {
    const email = someone();
    const form = { email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' };
    const page = (await post('/api/bootcamp-checkout', form)).body['checkoutUrl'] as string;
    await payAt(page);
    await textTo(email, 'Your seat in the');
    await refundAtProvider(page);
    expect(await textTo(email, 'Your registration has ended')).toContain('Refunded: $155.00');
    const { id: registrationId, pay_key: key } = (await rowOf<{ id: string; pay_key: string }>(
      'bootcamp_registrations',
      email,
    ))!;
    const token = registrationToken({ registrationId, key });
    const message = expect.stringContaining('was refunded, which ended this registration');
    expect(await preview(token)).toMatchObject({ status: 200, body: { state: 'closed', message } });
    expect(await pageOf(token)).toMatchObject({ status: 409, body: { message } });
  });
});

describe('a payment that cannot be used', () => {
  const INDEPENDENT = `UPDATE registrations.events SET datetime = $2, ends_at = $3, registration_deadline = $4, capacity = $5 WHERE id = $1`;
  const eventOf = async (email: string) =>
    (
      await database.query<{
        id: string;
        datetime: Date;
        ends_at: Date;
        registration_deadline: Date;
        capacity: number | null;
        entry: string;
      }>(
        'SELECT events.*, entry.id AS entry FROM registrations.tournament_registrations entry JOIN registrations.events ON events.id = entry.event_id WHERE entry.email = $1',
        [email],
      )
    ).rows[0]!;
  const enterWithPage = async (eventId: string): Promise<{ email: string; page: string; token: string }> => {
    const email = someone();
    const { body } = await post('/api/tournament/register', { ...entryForm(email), eventId });
    const { token } = body['payment'] as { token: string };
    return { email, token, page: (await pageOf(token)).body['url'] as string };
  };
  /** In so many minutes by the system's clock, to the second. */
  const fromNow = async (minutes: number): Promise<string> =>
    new Date(Math.floor((await timeOf(system)) / 1_000) * 1_000 + minutes * 60_000).toISOString();
  const lastTournament = async (): Promise<string> =>
    (
      await database.query<{ id: string }>(
        `SELECT id FROM registrations.events WHERE type = 'tournament' ORDER BY datetime DESC LIMIT 1`,
      )
    ).rows[0]!.id;
  const refunded = (email: string) => textTo(email, 'was refunded');

  it('is refunded when the tournament has begun, and the person is emailed', async () => {
    const { email, page } = await enterWithPage(await lastTournament());
    const event = await eventOf(email);
    await database.query(INDEPENDENT, [
      event.id,
      await fromNow(-4 * 60),
      await fromNow(8 * 60),
      await fromNow(-7 * 24 * 60),
      event.capacity,
    ]);
    try {
      await payAt(page);
      expect(await refunded(email)).toContain('$40.00');
      await patiently('the refund', async () => {
        const { rows } = await database.query(
          'SELECT status, amount_refunded FROM billing.purchases WHERE reference = $1',
          [event.entry],
        );
        expect(rows).toEqual([{ status: 'refunded', amount_refunded: 4_000 }]);
      });
    } finally {
      await database.query(INDEPENDENT, [
        event.id,
        event.datetime,
        event.ends_at,
        event.registration_deadline,
        event.capacity,
      ]);
    }
    // It was the end of that entry, and not of the next one.
    expect((await post('/api/tournament/register', { ...entryForm(email), eventId: event.id })).status).toBe(201);
  });

  it('is refunded when it was made in the same moment', async () => {
    const { email, page } = await enterWithPage(await lastTournament());
    const { entry } = await eventOf(email);
    await database.query('DELETE FROM registrations.tournament_registrations WHERE id = $1', [entry]);
    await payAt(page);
    expect(await refunded(email)).toContain('withdrawn');
  });

  it('of $0 gives no place that another person has, and leaves the promo code usable', async () => {
    const { code, id: codeId } = await tenDollarsOff({ discountValue: 100_000, maxUses: 1 });
    const eventId = await lastTournament();
    const email = someone();
    const { body } = await post('/api/tournament/register', { ...entryForm(email), eventId, promoCode: code });
    const page = (await pageOf((body['payment'] as { token: string }).token)).body['url'] as string;
    const event = await eventOf(email);
    const places = (limit: number | null) =>
      database.query('UPDATE registrations.events SET capacity = $2 WHERE id = $1', [eventId, limit]);
    await database.query(
      'UPDATE registrations.tournament_registrations SET released_at = now(), held_until = NULL WHERE id = $1',
      [event.entry],
    );
    expect((await post('/api/tournament/register', { ...entryForm(someone()), eventId })).status).toBe(201);
    await places(1);
    try {
      await payAt(page);
      await patiently('the end of the payment', async () => {
        const { rows } = await database.query(
          'SELECT status, current_uses, held_uses FROM billing.purchases, billing.promo_codes WHERE reference = $1 AND promo_codes.id = $2',
          [event.entry, codeId],
        );
        expect(rows).toEqual([{ status: 'expired', current_uses: 0, held_uses: 0 }]);
      });
    } finally {
      await places(event.capacity);
    }
    expect(await callApi(system, 'GET', `/api/checkout-sessions/${page.split('/').at(-1)}`)).toMatchObject({
      body: { status: 'expired' },
    });
    const again = await post('/api/tournament/register', { ...entryForm(email), eventId, promoCode: code });
    await payAt((await pageOf((again.body['payment'] as { token: string }).token)).body['url'] as string);
    await textTo(email, 'You are in');
    expect((await emailsTo(system, email)).filter(({ subject }) => subject.includes('You are in'))).toHaveLength(1);
    expect((await emailsTo(system, email)).filter(({ subject }) => subject.includes('refunded'))).toEqual([]);
  });

  it('because the entry had become free, is followed by another one once it is to be paid after all', async () => {
    const person = newRegistration();
    const member = await joinAs(system, { ...person, plan: 'annual' });
    const eventId = await lastTournament();
    const form = { ...entryForm(person.email), firstName: person.firstName, lastName: person.lastName, eventId };
    expect((await post('/api/tournament/register', form, member)).status).toBe(201);
    const { entry } = await eventOf(person.email);
    const { rows } = await database.query<{ key: string; subscription: string }>(
      'SELECT pay_key AS key, free_subscription_id AS subscription FROM registrations.tournament_registrations WHERE id = $1',
      [entry],
    );
    const { key, subscription } = rows[0]!;
    const token = registrationToken({ registrationId: entry, key });
    // As if the person had opened the page before becoming a member.
    const pending = `UPDATE registrations.tournament_registrations SET payment_status = $2, payment_amount = $3, free_subscription_id = $4 WHERE id = $1`;
    await database.query(pending, [entry, 'pending', 4_000, null]);
    const openPage = () => post('/api/payment-links/checkout', { token }, member);
    const page = (await openPage()).body['url'] as string;
    await database.query(pending, [entry, 'paid', 0, subscription]);
    await payAt(page);
    expect(await refunded(person.email)).toContain('$40.00');

    const { customer } = await stripe.subscriptions.retrieve(subscription);
    const { data: charges } = await stripe.charges.list({ customer: customer as string });
    await stripe.refunds.create({ charge: charges.find(({ amount }) => amount === 95_000)!.id });
    await textTo(person.email, 'is to be paid');
    const next = await openPage();
    expect(next).toMatchObject({ status: 200 });
    await payAt(next.body['url'] as string);
    await patiently('the payment', async () =>
      expect(await rowOf('tournament_registrations', person.email)).toMatchObject({
        payment_status: 'paid',
        payment_amount: 4_000,
      }),
    );
    expect(await openPage()).toMatchObject({ status: 409, body: { code: 'purchase_exists' } });
  });

  it('cannot be made after the deadline: the page ends with it', async () => {
    const eventId = await lastTournament();
    const { rows } = await database.query<{ at: Date }>(
      'SELECT registration_deadline AS at FROM registrations.events WHERE id = $1',
      [eventId],
    );
    const deadline = await fromNow(20);
    await database.query('UPDATE registrations.events SET registration_deadline = $2 WHERE id = $1', [
      eventId,
      deadline,
    ]);
    try {
      const { email } = await enterWithPage(eventId);
      const { entry } = await eventOf(email);
      const ends = await database.query<{ expires_at: Date }>(
        'SELECT expires_at FROM billing.purchases WHERE reference = $1',
        [entry],
      );
      expect(ends.rows[0]!.expires_at).toEqual(new Date(deadline));
    } finally {
      await database.query('UPDATE registrations.events SET registration_deadline = $2 WHERE id = $1', [
        eventId,
        rows[0]!.at,
      ]);
    }
  });
});

describe('a payment that is made while the account is being deleted', () => {
  it.each([
    ['a membership', 9_500],
    ['an entry', 4_000],
  ])('is refunded, also where everybody knows of it before the account is gone: %s', async (_kind, amount) => {
    const person = newRegistration();
    const membership = await registerPerson(system, person);
    const account = await logInPerson(system, person);
    const entryResponse = await post('/api/tournament/register', entryForm(person.email), account);
    const { token } = entryResponse.body['payment'] as { token: string };
    const entry = (await post('/api/payment-links/checkout', { token }, account)).body['url'] as string;
    const page = amount === 9_500 ? membership : entry;

    const holder = await database.connect();
    try {
      // The deletion waits for the account's row.
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM identity.users WHERE email = $1 FOR UPDATE', [person.email]);
      const deletion = post('/api/account/delete', { currentPassword: person.password }, account);
      await patiently('the deletion to be under way', async () => {
        const { rows } = await holder.query(
          `SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
        );
        expect(rows).toHaveLength(1);
      });
      await payAt(page);
      await patiently('the payment to be known', async () => {
        const { rows } = await database.query(
          `SELECT 1 FROM billing.payments JOIN billing.customers ON customers.id = customer_id WHERE email = $1 AND status = 'succeeded'
           UNION ALL SELECT 1 FROM registrations.tournament_registrations WHERE email = $1 AND payment_status = 'paid'`,
          [person.email],
        );
        expect(rows).toHaveLength(1);
      });
      await holder.query('COMMIT');
      expect((await deletion).status).toBe(200);
    } finally {
      holder.release();
    }
    const { customer } = await stripe.checkout.sessions.retrieve(page.split('/').at(-1)!);
    await patiently('the refund', async () => {
      const { data } = await stripe.charges.list({ customer: customer as string });
      expect(data.map((charge) => [charge.amount, charge.amount_refunded])).toEqual([[amount, amount]]);
    });
  });
});
