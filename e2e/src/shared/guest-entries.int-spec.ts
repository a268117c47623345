import { afterAll, describe, expect, it } from 'vitest';
import { entriesSystem, entryForm, someone } from '../testing/entries.ts';
import { emailsTo, emailTo, tokenTo } from '../testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  payLinkIn,
  pricesOf,
  registerPerson,
} from '../testing/person.ts';
import { NOW } from '../testing/start-system.ts';

/*
 * Entries made signed out, and by accounts: their owner and price, and their state when the person's membership, account or email address
 * changes. Through the public API, with every service running.
 */
const { system, stripe, database, stop, post, rowOf, textTo, preview, pageOf, tenDollarsOff } = await entriesSystem();

afterAll(stop);

describe('a guest’s entry', () => {
  interface Account {
    readonly email: string;
    readonly token: string;
  }
  const account = async (email = someone(), plan: 'monthly' | 'annual' | null = null): Promise<Account> => {
    const registration = { ...newRegistration(), email, plan: plan ?? ('monthly' as const) };
    const page = await registerPerson(system, registration);
    if (plan !== null) await payAt(page);
    const token = await logInPerson(system, registration);
    if (plan !== null)
      await patiently('becoming a member', async () => expect(await membershipOf(system, token)).toBe('active'));
    return { email, token };
  };
  const verify = async ({ email, token }: Account): Promise<void> => {
    await post('/api/auth/verify-email', {}, token);
    expect(
      (await post('/api/auth/confirm-email', { token: await tokenTo(system, email, '/confirm-email') }, token)).status,
    ).toBe(200);
  };
  const seatOf = async (email: string, token?: string): Promise<string> =>
    (
      await post(
        '/api/bootcamp-checkout',
        { email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' },
        token,
      )
    ).body['checkoutUrl'] as string;
  const entriesOf = async (token: string) =>
    (
      await callApi<{ price: number; reason: string; entry: { status: string; payUrl: string | null } | null }[]>(
        system,
        'GET',
        '/api/events/mine',
        { token },
      )
    ).body.filter(({ entry }) => entry !== null);

  it('belongs to the account that verifies the mailbox, whichever came first, and to no account before', async () => {
    const [first, second] = [someone(), await account()];
    expect((await post('/api/tournament/register', entryForm(first))).status).toBe(201);
    const holder = await account(first);
    expect((await post('/api/tournament/register', entryForm(second.email))).status).toBe(201);
    for (const person of [holder, second]) {
      expect(await entriesOf(person.token)).toEqual([]);
      await verify(person);
      await patiently('the entry', async () =>
        expect(await entriesOf(person.token)).toMatchObject([
          { price: 4_000, entry: { status: 'pending', payUrl: expect.any(String) } },
        ]),
      );
    }
    const late = await post('/api/tournament/register', { ...entryForm(holder.email), firstName: 'Ben' });
    expect(late.status).toBe(201);
    await patiently('the claim', async () => {
      const { rows } = await database.query(
        'SELECT 1 FROM registrations.tournament_registrations WHERE email = $1 AND user_id IS NOT NULL',
        [first],
      );
      expect(rows).toHaveLength(2);
    });
  });

  it('is not opened with an unknown promo code, also where a page is open already', async () => {
    const email = someone();
    const form = { email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' };
    const { body } = await post('/api/bootcamp-checkout', form);
    expect(await post('/api/bootcamp-checkout', { ...form, promoCode: 'NOSUCHCODE' })).toMatchObject({
      status: 400,
      body: { code: 'promo_invalid' },
    });
    expect((await post('/api/bootcamp-checkout', form)).body['checkoutUrl']).toBe(body['checkoutUrl']);
  });

  it('costs less from the moment at which a membership begins, or a bootcamp that includes it is paid', async () => {
    const person = await account();
    await verify(person);
    expect((await post('/api/tournament/register', entryForm(person.email), person.token)).body).toMatchObject({
      payment: { amount: 4_000 },
    });
    const { body } = await post('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    await payAt(body['checkoutUrl'] as string);
    await patiently('the member price', async () =>
      expect(await entriesOf(person.token)).toMatchObject([{ price: 3_000 }]),
    );
    const participant = await account();
    await verify(participant);
    expect(
      (await post('/api/tournament/register', entryForm(participant.email), participant.token)).body,
    ).toMatchObject({ payment: { amount: 4_000 } });
    await payAt(await seatOf(participant.email, participant.token));
    await patiently('the included entry', async () =>
      expect(await rowOf('tournament_registrations', participant.email)).toMatchObject({
        payment_status: 'paid',
        payment_amount: 0,
      }),
    );
  });

  it('is included in a bootcamp for the earliest tournament that was entered signed out, and stays so whatever the participant enters later', async () => {
    const email = someone();
    await payAt(await seatOf(email));
    await textTo(email, 'Your seat in the');
    const { rows: tournaments } = await database.query<{ id: string }>(
      `SELECT id FROM registrations.events WHERE type = 'tournament' AND registration_deadline > $1 AND price = 4000 AND division IS NULL AND capacity IS NULL ORDER BY datetime LIMIT 9`,
      [NOW],
    );
    const eventIds = tournaments.map(({ id }) => id);
    // A stranger's, of years ahead, then the participant's own, signed out too: several, because ids are in no order.
    for (const eventId of [eventIds[5]!, eventIds[3]!, eventIds[1]!])
      expect((await post('/api/tournament/register', { ...entryForm(email), eventId })).status).toBe(201);
    const statusOf = async (eventId: string): Promise<unknown> => {
      const { rows } = await database.query(
        'SELECT payment_status, payment_amount FROM registrations.tournament_registrations WHERE email = $1 AND event_id = $2',
        [email, eventId],
      );
      return rows[0];
    };
    const [free, unpaid] = [
      { payment_status: 'paid', payment_amount: 0 },
      { payment_status: 'pending', payment_amount: 4_000 },
    ];
    const participant = await account(email);
    await verify(participant);
    await patiently('the included entry', async () => expect(await statusOf(eventIds[1]!)).toEqual(free));
    for (const later of [3, 5]) expect(await statusOf(eventIds[later]!)).toEqual(unpaid);

    // A confirmed price stays, and the account is shown the price of any other.
    expect(
      (await callApi<object[]>(system, 'GET', '/api/events/mine', { token: participant.token })).body,
    ).toContainEqual(expect.objectContaining({ eventId: eventIds[0], price: 4_000 }));
    expect(
      (await post('/api/tournament/register', { ...entryForm(email), eventId: eventIds[0] }, participant.token)).body,
    ).toMatchObject({ payment: { amount: 4_000 } });
    expect(await statusOf(eventIds[1]!)).toEqual(free);
    expect(
      await post('/api/tournament/register', { ...entryForm(email), eventId: eventIds[1] }, participant.token),
    ).toMatchObject({
      status: 409,
      body: { code: 'registration_exists', message: 'You are already registered for this tournament.' },
    });
    expect((await emailsTo(system, email)).filter(({ subject }) => subject.includes('You are in'))).toHaveLength(1);
  });

  it('is at the price of a membership also where another entry of the account was paid with a promo code', async () => {
    const person = await account(someone(), 'monthly');
    await verify(person);
    const { code } = await tenDollarsOff();
    const friend = await post(
      '/api/tournament/register',
      { ...entryForm(person.email), firstName: 'Ben', promoCode: code },
      person.token,
    );
    await payAt((await pageOf((friend.body['payment'] as { token: string }).token)).body['url'] as string);
    await textTo(person.email, 'You are in');
    const accountEntry = await post('/api/tournament/register', entryForm(person.email), person.token);
    expect(accountEntry.body).toMatchObject({ payment: { amount: 3_000 } });
    expect(await entriesOf(person.token)).toMatchObject([
      { price: 3_000, reason: 'member', entry: { status: 'pending' } },
    ]);
  });

  it('takes the account’s own words once it enters itself: an entry that another person typed under its name is replaced, and their links expire', async () => {
    const person = await account();
    await verify(person);
    const typed = {
      ...entryForm(person.email),
      events: ['spontaneous_debate'],
      accommodations: 'typed by somebody else',
    };
    const others = ((await post('/api/tournament/register', typed)).body['payment'] as { token: string }).token;
    const page = (await pageOf(others)).body['url'] as string;
    await patiently('the claim', async () => expect(await entriesOf(person.token)).toHaveLength(1));
    const accountEntry = await post(
      '/api/tournament/register',
      { ...entryForm(person.email), accommodations: 'A seat at the front' },
      person.token,
    );
    expect(accountEntry).toMatchObject({ status: 201, body: { payment: { amount: 4_000 } } });
    expect(await rowOf('tournament_registrations', person.email)).toMatchObject({
      competitions: ['prepared_speech'],
      special_requests: 'A seat at the front',
    });
    expect((await preview(others)).status).toBe(404);
    await patiently('the end of the page', async () => {
      const { rows } = await database.query('SELECT status FROM billing.purchases WHERE url = $1', [page]);
      expect(rows).toEqual([{ status: 'expired' }]);
    });
    expect((await preview((accountEntry.body['payment'] as { token: string }).token)).body).toMatchObject({
      state: 'payable',
    });
    expect(await post('/api/tournament/register', entryForm(person.email), person.token)).toMatchObject({
      status: 409,
      body: { code: 'registration_exists' },
    });
  });

  it('is at the account’s price once its holder presses Pay, no matter who typed it', async () => {
    const person = await account(someone(), 'annual');
    await verify(person);
    const typed = await post('/api/tournament/register', entryForm(person.email));
    const { token } = typed.body['payment'] as { token: string };
    await patiently('the claim', async () => expect(await entriesOf(person.token)).toHaveLength(1));
    // The one who typed it has the link, too, and leaves the price as it is.
    expect(await pageOf(token)).toMatchObject({ status: 200 });
    expect(await preview(token)).toMatchObject({ body: { amount: 4_000 } });
    const pressed = await Promise.all([1, 2].map(() => post('/api/payment-links/checkout', { token }, person.token)));
    expect(pressed.map(({ status, body }) => [status, body['code']])).toEqual(Array(2).fill([409, 'purchase_exists']));
    expect(await rowOf('tournament_registrations', person.email)).toMatchObject({
      payment_status: 'paid',
      payment_amount: 0,
      price_reason: 'annual_member',
    });
    await emailTo(system, person.email, 'You are in');
  });

  it('explains to a member whose mailbox is not verified how to get the entry into their account', async () => {
    const person = await account(someone(), 'annual');
    expect((await post('/api/tournament/register', entryForm(person.email))).status).toBe(201);
    const accountEntry = await post('/api/tournament/register', entryForm(person.email), person.token);
    expect(accountEntry).toMatchObject({
      status: 409,
      body: { code: 'registration_exists', message: expect.stringContaining('Confirm your email') },
    });
    await verify(person);
    await emailTo(system, person.email, 'You are in');
  });

  it('is at the price of a membership while that runs: a cancelled one prices no tournament after its end, and with its end the entry is to be paid', async () => {
    const person = await account(someone(), 'annual');
    await verify(person);
    const { rows: tournaments } = await database.query<{ id: string }>(
      `SELECT id FROM registrations.events WHERE type = 'tournament' AND registration_deadline > $1 AND price = 4000 AND division IS NULL AND capacity IS NULL ORDER BY datetime LIMIT 9`,
      [NOW],
    );
    const enter = async (number: number) =>
      (
        await post(
          '/api/tournament/register',
          { ...entryForm(person.email), eventId: tournaments[number]!.id },
          person.token,
        )
      ).body['payment'];
    for (const number of [0, 7]) expect(await enter(number)).toBeUndefined();
    expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(200);
    await patiently('the public price', async () => {
      const { body } = await callApi<object[]>(system, 'GET', '/api/events/mine', { token: person.token });
      expect(body).toContainEqual(expect.objectContaining({ eventId: tournaments[8]!.id, price: 4_000 }));
    });
    expect(await enter(1)).toBeUndefined();
    expect(await enter(8)).toMatchObject({ amount: 4_000 });
    const {
      data: [customer],
    } = await stripe.customers.list({ email: person.email });
    const {
      data: [subscription],
    } = await stripe.subscriptions.list({ customer: customer!.id });
    await stripe.subscriptions.cancel(subscription!.id);
    await patiently('the public price', async () => {
      const { rows } = await database.query(
        `SELECT payment_status, payment_amount FROM registrations.tournament_registrations WHERE email = $1`,
        [person.email],
      );
      expect(rows).toEqual([0, 1, 7, 8].map(() => ({ payment_status: 'pending', payment_amount: 4_000 })));
    });
    expect(payLinkIn(await textTo(person.email, 'is to be paid now'))).toBeDefined();
  });

  it('is emailed each time that it ends, and begins, to be free', async () => {
    const person = await account(someone(), 'annual');
    await verify(person);
    const entryResponse = await post('/api/tournament/register', entryForm(person.email), person.token);
    expect(entryResponse.body['payment']).toBeUndefined();
    const {
      data: [customer],
    } = await stripe.customers.list({ email: person.email });
    const {
      data: [subscription],
    } = await stripe.subscriptions.list({ customer: customer!.id });
    const prices = await pricesOf(system);
    const change = (plan: 'monthly' | 'annual') =>
      stripe.subscriptions.update(subscription!.id, {
        items: [{ id: subscription!.items.data[0]!.id, price: prices[plan] }],
        proration_behavior: 'none',
      });
    const hasEmails = (count: number, subject: string) =>
      patiently(`${count} emails "${subject}"`, async () =>
        expect((await emailsTo(system, person.email)).filter((email) => email.subject.includes(subject))).toHaveLength(
          count,
        ),
      );
    for (const round of [1, 2]) {
      await change('monthly');
      await hasEmails(round, 'is to be paid now');
      await change('annual');
      await hasEmails(round + 1, 'You are in');
    }
  });

  it('is to be paid after a switch to the annual plan and back', async () => {
    const person = await account(someone(), 'monthly');
    await verify(person);
    const switchTo = async (plan: 'monthly' | 'annual') => {
      const { body } = await post('/api/subscription/switch/preview', { plan }, person.token);
      const { amountDue, creditLeft, quotedAt } = body;
      const accepted = { plan, amountDue, creditLeft, quotedAt };
      expect(await post('/api/subscription/switch', accepted, person.token)).toMatchObject({ status: 200 });
    };
    const entryOf = async () =>
      (
        await database.query<{ status: string; amount: number }>(
          `SELECT payment_status AS status, payment_amount AS amount FROM registrations.tournament_registrations WHERE email = $1`,
          [person.email],
        )
      ).rows;
    await switchTo('annual');
    await patiently('the entry to be free', async () => {
      const { body } = await post('/api/tournament/register', entryForm(person.email), person.token);
      expect(body['payment']).toBeUndefined();
      expect(await entryOf()).toEqual([{ status: 'paid', amount: 0 }]);
    });
    await switchTo('monthly');
    await patiently('the entry to cost the price of a monthly member', async () =>
      expect(await entryOf()).toEqual([{ status: 'pending', amount: 3_000 }]),
    );
  });

  it('cannot be paid once its account is deactivated, on a page that is open either', async () => {
    const person = await account();
    await verify(person);
    const { body } = await post('/api/tournament/register', entryForm(person.email), person.token);
    const { token } = body['payment'] as { token: string };
    const page = (await pageOf(token)).body['url'] as string;
    const { id } = (await callApi<{ id: string }>(system, 'GET', '/api/auth/user', { token: person.token })).body;
    const admin = await adminTokenOf(system);
    expect((await post(`/api/admin/members/${id}/deactivate`, { reason: 'asked to' }, admin)).status).toBe(200);
    await patiently('the end of the page', async () => {
      const { rows } = await database.query('SELECT status FROM billing.purchases WHERE url = $1', [page]);
      expect(rows).toEqual([{ status: 'expired' }]);
    });
    expect((await preview(token)).body).toMatchObject({
      state: 'closed',
      message: expect.stringContaining('deactivated'),
    });
    expect(await pageOf(token)).toMatchObject({ status: 409, body: { code: 'payment_link_closed' } });
  });

  it('is refused for the address of a deactivated account, as a bootcamp seat and a membership are', async () => {
    const person = await account();
    await verify(person);
    const { id } = (await callApi<{ id: string }>(system, 'GET', '/api/auth/user', { token: person.token })).body;
    const entryResponse = await post('/api/tournament/register', entryForm(someone()));
    const admin = await adminTokenOf(system);
    expect((await post(`/api/admin/members/${id}/deactivate`, { reason: 'asked to' }, admin)).status).toBe(200);
    await patiently('the end of the account in billing and registrations', async () => {
      const { rows } = await database.query(
        `SELECT 1 FROM billing.accounts JOIN registrations.accounts copy USING (user_id)
         WHERE user_id = $1 AND accounts.deactivated_at IS NOT NULL AND copy.deactivated_at IS NOT NULL`,
        [id],
      );
      expect(rows).toHaveLength(1);
    });
    const email = person.email.toUpperCase();
    const refused = { status: 409, body: { code: 'address_refused', message: expect.stringContaining('write to us') } };
    const { monthly: priceId } = await pricesOf(system);
    expect(await post('/api/create-subscription', { priceId, customerEmail: email })).toMatchObject(refused);
    expect(await post('/api/tournament/register', entryForm(email))).toMatchObject(refused);
    expect(await post('/api/tournament/register', { ...entryForm(email), promoCode: 'NONE' })).toMatchObject(refused);
    expect(
      await post('/api/bootcamp-checkout', {
        email,
        firstName: 'Ada',
        lastName: 'Okafor',
        experienceLevel: 'beginner',
      }),
    ).toMatchObject(refused);
    expect(
      await post('/api/tournament/entry/email', { token: entryResponse.body['correctionToken'], email }),
    ).toMatchObject(refused);
    // Another signed-in person cannot register under it either.
    const other = await account();
    expect(await post('/api/tournament/register', entryForm(email), other.token)).toMatchObject(refused);
    for (const table of ['tournament_registrations', 'bootcamp_registrations']) {
      expect(
        (
          await database.query(`SELECT 1 FROM registrations.${table} WHERE email_key = $1`, [
            person.email.toLowerCase(),
          ])
        ).rows,
      ).toEqual([]);
    }
  });

  describe('in another name than the account that verifies the mailbox', () => {
    /** Ada's account, and the entry and seat that Ben paid for, signed out, with the same mailbox before it was verified. */
    const couple = async () => {
      const holder = await account();
      const ben = { ...entryForm(holder.email), firstName: 'Ben' };
      for (const form of [ben, entryForm(holder.email)]) {
        const { body } = await post('/api/tournament/register', form);
        await payAt((await pageOf((body['payment'] as { token: string }).token)).body['url'] as string);
      }
      const seat = await post('/api/bootcamp-checkout', {
        email: holder.email,
        firstName: 'Ben',
        lastName: 'Okafor',
        experienceLevel: 'beginner',
      });
      await payAt(seat.body['checkoutUrl'] as string);
      await verify(holder);
      const granted = async (): Promise<string[]> => {
        const { rows } = await database.query<{ id: string }>(
          `SELECT id FROM registrations.tournament_registrations WHERE email = $1 AND user_id IS NOT NULL AND payment_status = 'paid'
           UNION ALL SELECT id FROM registrations.bootcamp_registrations WHERE email = $1 AND user_id IS NOT NULL AND payment_status = 'paid'`,
          [holder.email],
        );
        return rows.map(({ id }) => id);
      };
      await patiently('the claims', async () => expect(await granted()).toHaveLength(3));
      return { holder, ben };
    };
    const namesAt = async (email: string): Promise<string[][]> =>
      Promise.all(
        ['tournament_registrations', 'bootcamp_registrations'].map(async (table) => {
          const { rows } = await database.query<{ first_name: string }>(
            `SELECT first_name FROM registrations.${table} WHERE email = $1 AND payment_status = 'paid' ORDER BY 1`,
            [email],
          );
          return rows.map((row) => row.first_name);
        }),
      );

    it('stays when the account is deleted, once it is paid, and is for the next account of the mailbox', async () => {
      const { holder, ben } = await couple();
      expect(
        (await post('/api/account/delete', { currentPassword: newRegistration().password }, holder.token)).status,
      ).toBe(200);
      await patiently('the erasure', async () => expect(await namesAt(holder.email)).toEqual([['Ben'], ['Ben']]));
      expect(await post('/api/tournament/register', ben)).toMatchObject({
        status: 409,
        body: { code: 'registration_exists' },
      });
      const { rows } = await database.query(
        'SELECT 1 FROM registrations.tournament_registrations WHERE email = $1 AND user_id IS NOT NULL',
        [holder.email],
      );
      expect(rows).toEqual([]);
      // The next account has another name's entry no more than the first had.
      const next = await account(holder.email);
      await post('/api/auth/verify-email', {}, next.token);
      await patiently('the new link', async () =>
        expect(
          (
            await post(
              '/api/auth/confirm-email',
              { token: await tokenTo(system, next.email, '/confirm-email') },
              next.token,
            )
          ).status,
        ).toBe(200),
      );
      await patiently('the claims', async () => {
        const { rows: granted } = await database.query(
          'SELECT 1 FROM registrations.tournament_registrations WHERE email = $1 AND user_id IS NOT NULL',
          [next.email],
        );
        expect(granted).toHaveLength(1);
      });
      expect(
        (await post('/api/account/delete', { currentPassword: newRegistration().password }, next.token)).status,
      ).toBe(200);
      await patiently('the erasure', async () => {
        const { rows: accounts } = await database.query('SELECT 1 FROM registrations.accounts WHERE email = $1', [
          holder.email,
        ]);
        expect(accounts).toEqual([]);
      });
      expect(await namesAt(holder.email)).toEqual([['Ben'], ['Ben']]);
    });

    it('stays with the mailbox when the account moves to another, and with it the name', async () => {
      const { holder, ben } = await couple();
      const to = someone();
      await callApi(system, 'PUT', '/api/auth/update-profile', {
        token: holder.token,
        body: { firstName: 'Ada', lastName: 'Okafor', email: to, currentPassword: newRegistration().password },
      });
      expect(
        (await post('/api/auth/confirm-email', { token: await tokenTo(system, to, '/confirm-email') }, holder.token))
          .status,
      ).toBe(200);
      await patiently('the new address', async () => expect(await namesAt(to)).toEqual([['Ada'], []]));
      expect(await namesAt(holder.email)).toEqual([['Ben'], ['Ben']]);
      expect(await post('/api/tournament/register', ben)).toMatchObject({
        status: 409,
        body: { code: 'registration_exists' },
      });
    });
  });
});
