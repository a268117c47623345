import { describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { type Account, accountsSystem, EVE, newEmail, PASSWORD, sessionOf, setUpForm } from '../testing/accounts.ts';
import { emailsTo, emailTo, tokenTo } from '../testing/mailbox.ts';
import { callApi, isActive, logInPerson, newRegistration, patiently, payAt } from '../testing/person.ts';
import { atProvider } from '../testing/provider.ts';

/*
 * Identity, billing, registrations and messaging agree about the person who pays, whichever was first, the account or the payment: each test
 * pays by one route and looks at the others, through the public API of the whole running system.
 */
const {
  system,
  stripe,
  prices,
  adminToken,
  post,
  get,
  account,
  verify,
  verified,
  moveTo,
  resetBy,
  setUpBy,
  openAsGuest,
  payAsGuest,
  join,
  paymentsOf,
  isMemberEverywhere,
  hasNothing,
  clubRowsOf,
  subscriptionsOf,
  liveOf,
  makeSubscription,
  setUpByPayment,
  freeSlot,
} = await accountsSystem();

/** Waits until no event is left in any outbox or queue, as the operator's status shows. */
const settled = (email: string, check: () => Promise<void>): Promise<void> =>
  patiently(`the records about ${email} to agree`, check);

describe('a membership that is paid for signed out', () => {
  it('belongs to the account that was registered while the provider did not answer', async () => {
    const registration = newRegistration();
    await atProvider(system, 'api', { fail: 1 });
    try {
      expect((await post('/api/register-and-subscribe', registration)).status).toBe(503);
    } finally {
      await atProvider(system, 'api', {});
    }
    const person = { email: registration.email, token: await logInPerson(system, registration) };
    await payAsGuest(person.email);
    await hasNothing(person);
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('is found again by Sync One Member for an address that has another customer here', async () => {
    const person = await verified();
    // Its customer is created with the checkout, which stays unpaid.
    expect((await post('/api/subscription/checkout', { plan: 'annual' }, person.token)).status).toBe(200);
    const customer = await stripe.customers.create({
      email: person.email,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.monthly }],
    });
    const body = { email: person.email, stripeSubscriptionId: subscription.id, stripeCustomerId: customer.id };
    expect((await post('/api/admin/sync-missing-registration', body, adminToken)).status).toBe(200);
    await isMemberEverywhere(person);
  });

  it('belongs to the mailbox to which staff correct its email at the provider, once they sync it', async () => {
    const [mistyped, meant] = [newEmail(), newEmail()];
    const sessionId = await payAsGuest(mistyped);
    const oldToken = await tokenTo(system, mistyped, '/setup-account');
    const [subscription] = await liveOf(mistyped);
    const customer = subscription!.customer as string;
    const sync = (email: string) =>
      post(
        '/api/admin/sync-missing-registration',
        { email, stripeSubscriptionId: subscription!.id, stripeCustomerId: customer },
        adminToken,
      );
    expect((await sync(meant)).status).toBe(409);
    await stripe.customers.update(customer, { email: meant });
    expect((await sync(mistyped)).status).toBe(409);
    expect(await sync(meant)).toMatchObject({ status: 200, body: { syncedCount: 1 } });
    expect((await sync(meant)).status).toBe(200);

    const form = { firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD } as const;
    const setUp = (credential: { email: string; token?: string; sessionId?: string }) =>
      post<{ token: string }>('/api/auth/setup-account', { ...form, division: 'development', ...credential });
    const token = await tokenTo(system, meant, '/setup-account');
    // Neither the mistyped mailbox's link nor the page after the payment opens it for that mailbox.
    expect((await setUp({ email: mistyped, sessionId })).status).toBe(400);
    const others = await setUp({ email: mistyped, token: oldToken });
    expect(others.status).toBe(200);
    await hasNothing({ email: mistyped, token: others.body.token });

    const answer = await setUp({ email: meant, token });
    expect(answer.status).toBe(200);
    await isMemberEverywhere({ email: meant, token: answer.body.token });
    const welcomes = async (email: string) =>
      (await emailsTo(system, email)).filter(({ subject }) => subject.startsWith('Welcome')).length;
    expect([await welcomes(mistyped), await welcomes(meant)]).toEqual([1, 1]);
    // An account keeps what it has, whatever staff change at the provider.
    const other = newEmail();
    await stripe.customers.update(customer, { email: other });
    expect((await sync(other)).status).toBe(409);
  });
});

describe('a stranger', () => {
  it('who registers another person’s address gets nothing that its holder pays for signed out, nor moves it to another address', async () => {
    const email = newEmail();
    const stranger = await account(email);
    await payAsGuest(email);
    await hasNothing(stranger);
    const away = await moveTo(stranger, newEmail());
    await hasNothing(away);
    await settled(email, async () => expect(await liveOf(email)).toHaveLength(1));
    await isMemberEverywhere(await setUpBy(email));
  });

  it('is put out by the holder of the mailbox, who resets the password', async () => {
    const email = newEmail();
    const stranger = await account(email);
    await payAsGuest(email);
    const holder = await resetBy(email);
    await isMemberEverywhere(holder);
    expect((await get('/api/auth/user', stranger.token)).status).toBe(401);
  });

  it('cannot verify an address by a link that its holder follows, without being signed in', async () => {
    const email = newEmail();
    const stranger = await account(email);
    await post('/api/auth/verify-email', {}, stranger.token);
    const token = await tokenTo(system, email, '/confirm-email');
    expect((await post('/api/auth/confirm-email', { token })).status).toBe(401);
    const other = await account();
    expect((await post('/api/auth/confirm-email', { token }, other.token)).status).toBe(400);
    await payAsGuest(email);
    await hasNothing(stranger);
  });

  it('who opened a checkout for an address is not handed to the person who opens the next one', async () => {
    const email = newEmail();
    const [strangers, own] = [await openAsGuest(email), await openAsGuest(email)];
    expect(sessionOf(own)).not.toBe(sessionOf(strangers));
    await payAt(own);
    const form = setUpForm(email, EVE);
    expect(await post('/api/auth/setup-account', { ...form, sessionId: sessionOf(strangers) })).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    });
  });

  it('proves no membership by a payment for a tournament or a bootcamp, also a free one, for that address', async () => {
    const email = newEmail();
    await payAsGuest(email);
    const code = `ALL${newEmail().slice(7, 15).toUpperCase()}`;
    const terms = { code, name: 'Free', discountType: 'percentage', discountValue: 100 };
    const made = await post('/api/admin/promo-codes', { ...terms, applicableProducts: ['bootcamps'] }, adminToken);
    expect(made.status).toBeLessThan(300);
    const seatPage = async (firstName: string, promoCode?: string): Promise<string> => {
      const form = { email, firstName, lastName: 'Grey', experienceLevel: 'beginner', promoCode };
      return (await post<{ checkoutUrl: string }>('/api/bootcamp-checkout', form)).body.checkoutUrl;
    };
    const entryPage = async (): Promise<string> => {
      const form = { email, firstName: 'Eve', lastName: 'Grey', events: ['prepared_speech'], waiver: true };
      const entryResponse = await post<{ payment: { token: string } }>('/api/tournament/register', {
        ...form,
        division: 'development',
      });
      const { token } = entryResponse.body.payment;
      return (await post<{ url: string }>('/api/payment-links/checkout', { token })).body.url;
    };
    const form = setUpForm(email, EVE);
    for (const open of [entryPage, () => seatPage('Eve'), () => seatPage('Eva', code)]) {
      const page = await open();
      await payAt(page);
      expect((await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(page)}`)).body).toMatchObject({
        status: 'complete',
      });
      expect(await post('/api/auth/setup-account', { ...form, sessionId: sessionOf(page) })).toMatchObject({
        status: 400,
        body: { code: 'link_invalid' },
      });
    }
  });

  it('who set an account up by a payment cannot leave the address, or end account or membership, before the mailbox is verified', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const form = setUpForm(email);
    const { token } = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId })).body;
    const moved = await callApi(system, 'PUT', '/api/auth/update-profile', {
      token,
      body: { firstName: 'Ada', lastName: 'Okafor', email: newEmail(), currentPassword: PASSWORD },
    });
    expect(moved).toMatchObject({ status: 409, body: { code: 'email_unverified' } });
    const deleted = await callApi(system, 'POST', '/api/account/delete', {
      token,
      body: { currentPassword: PASSWORD },
    });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'email_unverified' } });
    for (const path of [
      '/api/subscription/cancel',
      '/api/subscription/resume',
      '/api/subscription/update-payment-method',
    ]) {
      expect(await post(path, {}, token)).toMatchObject({ status: 409, body: { code: 'email_unverified' } });
    }
    const quote = { plan: 'annual', amountDue: 95_000, creditLeft: 0, quotedAt: new Date().toISOString() };
    for (const [path, body] of [
      ['/api/subscription/switch/preview', { plan: 'annual' }],
      ['/api/subscription/switch', quote],
    ] as const) {
      expect(await post(path, body, token)).toMatchObject({ status: 409, body: { code: 'email_unverified' } });
    }
    await settled(email, async () => expect(await liveOf(email)).toHaveLength(1));
  });
});

describe('an account that a payment page set up', () => {
  it('is moved by staff to the address that its holder meant, and nobody moves there without its session', async () => {
    const person = await setUpByPayment();
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    const { password } = (await system.run()).admin;
    const correct = (email: string, reason = 'mistyped', currentPassword = password) =>
      post<{ message: string }>(
        `/api/admin/members/${userId}/change-email`,
        { email, reason, currentPassword },
        adminToken,
      );
    expect(await correct(person.email)).toMatchObject({
      status: 400,
      body: { fields: { email: 'This is the email of the account already' } },
    });
    expect(await correct(newEmail(), '')).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please give a reason' } },
    });
    const meant = newEmail();
    expect(await correct(meant, 'mistyped', '')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: 'Current password is required' } },
    });
    expect(await correct(meant, 'mistyped', 'not the password')).toMatchObject({
      status: 400,
      body: { code: 'current_password_wrong' },
    });
    expect(await correct(meant)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining(`We emailed a link to ${meant}`) },
    });
    const token = await tokenTo(system, meant, '/confirm-email');
    const other = await account();
    expect((await post('/api/auth/confirm-email', { token }, other.token)).status).toBe(400);
    expect((await post('/api/auth/confirm-email', { token }, person.token)).status).toBe(200);
    await isMemberEverywhere({ email: meant, token: person.token });
    // The help was for that one change: the next is the member's own again.
    expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(200);
  });

  it('shows its payment without the invoice, and without ids of the provider, until the mailbox is verified', async () => {
    const person = await setUpByPayment();
    await isActive(system, person.token);
    const shown = await patiently('the payment to be shown', async () => {
      const [payment] = (
        await get<{ amount: number; invoice_url: string | null }[]>('/api/subscription/payment-history', person.token)
      ).body;
      if (payment === undefined) throw new Error('not yet');
      return payment;
    });
    expect(shown).toMatchObject({ status: 'succeeded', amount: 9_500, invoice_url: null });
    const ofTheProvider = /"(?:cus|sub|in|pi)_|invoiceUrl|https?:\/\//;
    const before = await get('/api/account/data', person.token);
    expect(before.status).toBe(200);
    expect(JSON.stringify(before.body)).toContain('"amountCents":9500');
    expect(JSON.stringify(before.body)).not.toMatch(ofTheProvider);
    await verify(person);
    expect(await paymentsOf(person)).toEqual([{ ...shown, invoice_url: expect.stringMatching(/^http/) }]);
    expect(JSON.stringify((await get('/api/account/data', person.token)).body)).toMatch(ofTheProvider);
  });
});

describe('the holder of a mailbox', () => {
  it('gets the account that a stranger set up by a payment page which the stranger had opened', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const form = setUpForm(email, EVE);
    const stranger = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId })).body.token;
    expect((await get('/api/auth/user', stranger)).status).toBe(200);
    await isMemberEverywhere(await setUpBy(email));
    expect((await get('/api/auth/user', stranger)).status).toBe(401);
  });

  it('gets the free entry and the session of the office hours back that a stranger took with it', async () => {
    const email = newEmail();
    const url = await openAsGuest(email, { priceId: prices.annual });
    await payAt(url);
    const form = setUpForm(email, EVE);
    const stranger = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId: sessionOf(url) }))
      .body.token;
    await isActive(system, stranger);
    const entry = { email, events: ['prepared_speech'], division: 'development', waiver: true };
    const [tournament] = (await get<{ id: string; type: string }[]>('/api/events', stranger)).body.filter(
      ({ type }) => type === 'tournament',
    );
    const next = async (token: string) =>
      (
        await get<{ eventId: string; price: number; reason: string; entry: { status: string } | null }[]>(
          '/api/events/mine',
          token,
        )
      ).body.find(({ eventId }) => eventId === tournament!.id);
    await patiently('the free entry', async () =>
      expect(await next(stranger)).toMatchObject({ price: 0, reason: 'annual_member', entry: null }),
    );
    expect(
      (
        await post(
          '/api/tournament/register',
          { ...entry, eventId: tournament!.id, firstName: 'Eve', lastName: 'Grey' },
          stranger,
        )
      ).status,
    ).toBe(201);
    const startsAt = await freeSlot(stranger);
    expect((await post('/api/office-hours', { startsAt, topic: 'Mine now' }, stranger)).status).toBe(201);

    const holder = await setUpBy(email);
    await settled(email, async () => {
      expect((await get<{ mine: object | null }>('/api/office-hours', holder.token)).body.mine).toBeNull();
      expect(await next(holder.token)).toMatchObject({ price: 0, reason: 'annual_member', entry: null });
    });
    expect(
      (
        await post(
          '/api/tournament/register',
          { ...entry, eventId: tournament!.id, firstName: 'Ada', lastName: 'Okafor' },
          holder.token,
        )
      ).status,
    ).toBe(201);
    expect(await next(holder.token)).toMatchObject({ entry: { status: 'paid' } });
  });

  it('makes the unpaid entry that a stranger entered with the account their own by entering, and the stranger’s link ends', async () => {
    const eve = await account();
    const entry = {
      email: eve.email,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
      firstName: 'Ada',
      lastName: 'Okafor',
    };
    const entryResponse = await post<{ payment: { token: string } }>(
      '/api/tournament/register',
      { ...entry, accommodations: 'Eve was here' },
      eve.token,
    );
    const { token } = entryResponse.body.payment;
    expect((await post('/api/payment-links/preview', { token })).status).toBe(200);
    const holder = await resetBy(eve.email);
    await settled(eve.email, async () =>
      expect((await post('/api/payment-links/preview', { token })).status).toBe(404),
    );
    expect(
      (await post('/api/tournament/register', { ...entry, accommodations: 'A seat at the front' }, holder.token))
        .status,
    ).toBe(201);
    const holdersData = JSON.stringify((await get('/api/account/data', holder.token)).body);
    expect(holdersData).toContain('A seat at the front');
    expect(holdersData).not.toContain('Eve was here');
  });

  it('keeps what they did themselves with the account before their mailbox was verified', async () => {
    const email = newEmail();
    const url = await openAsGuest(email, { priceId: prices.annual });
    await payAt(url);
    const form = setUpForm(email);
    const before = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId: sessionOf(url) }))
      .body.token;
    await isActive(system, before);
    const startsAt = await freeSlot(before);
    expect((await post('/api/office-hours', { startsAt, topic: 'My first rebuttal' }, before)).status).toBe(201);
    const holder = await setUpBy(email);
    // Published after the takeover, so handled after it.
    await join(await verified());
    expect(
      (await get<{ mine: { startsAt: string } | null }>('/api/office-hours', holder.token)).body.mine,
    ).toMatchObject({ startsAt });
  });
});

describe('the link of the welcome email', () => {
  const setUpWith = async (email: string, token: string): Promise<Account> => {
    const body = { ...setUpForm(email), token };
    const answer = await post<{ token: string }>('/api/auth/setup-account', body);
    if (answer.status !== 200) throw new Error(`Setting up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return { email, token: answer.body.token };
  };

  it('works also after a stranger used the session of the payment', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const token = await tokenTo(system, email, '/setup-account');
    const form = setUpForm(email, EVE);
    expect((await post('/api/auth/setup-account', { ...form, sessionId })).status).toBe(200);
    await isMemberEverywhere(await setUpWith(email, token));
  });
});

describe('a member added manually', () => {
  /** Staff add a person who has no membership yet. */
  const add = async (email: string): Promise<void> => {
    const body = {
      firstName: 'Ada',
      lastName: 'Okafor',
      email,
      phone: '555-0199',
      goals: 'To speak in public',
      experienceLevel: 'advanced',
      referralSource: 'A friend',
      division: 'professional',
      billingCycle: 'monthly',
      status: 'active',
    };
    const answer = await post('/api/admin/debate-club-registrations', body, adminToken);
    if (answer.status !== 201) throw new Error(`Adding answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };

  it.each<[string, (email: string) => Promise<unknown>]>([
    [
      'registers, pays and moves to another mailbox',
      async (email) => {
        const stranger = await account(email);
        await join(stranger);
        await moveTo(stranger, newEmail());
      },
    ],
    [
      'registers, pays and deletes the account',
      async (email) => {
        const { token } = await account(email);
        await join({ email, token });
        expect((await post('/api/account/delete', { currentPassword: PASSWORD }, token)).status).toBe(200);
      },
    ],
  ])('is in the list as before when a stranger takes their address and %s', async (_how, act) => {
    const email = newEmail();
    await add(email);
    await act(email);
    const shown = async () => (await clubRowsOf(email)).filter(({ status }) => status !== 'cancelled');
    await patiently(
      'the member to be listed',
      async () =>
        expect(await shown()).toEqual([
          expect.objectContaining({ status: 'active', stripeSubscriptionId: null, goals: 'To speak in public' }),
        ]),
      30_000,
    );
  });
});

describe('an account whose mailbox is not verified', () => {
  /** Of two memberships for one mailbox the first is left, either of those of one second. The other one's charge was refunded, and an email says why. */
  const paysOnce = async (email: string, first: Stripe.Subscription): Promise<void> => {
    await settled(email, async () => {
      const live = await liveOf(email);
      expect(live.map(({ created }) => created)).toEqual([first.created]);
      const second = (await subscriptionsOf(email)).find(({ id }) => id !== live[0]!.id)!;
      expect((await stripe.charges.list({ customer: second.customer as string })).data).toEqual([
        expect.objectContaining({ refunded: true }),
      ]);
    });
    await emailTo(system, email, 'refunded');
  };

  it('is not charged beside what is paid signed out for the same mailbox', async () => {
    const person = await account();
    const guestPage = await openAsGuest(person.email);
    await join(person);
    const [own] = await liveOf(person.email);
    await payAt(guestPage);
    await paysOnce(person.email, own!);
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('is given nothing in the place of what its mailbox paid signed out, until that is verified', async () => {
    const person = await account();
    await payAsGuest(person.email);
    const [paid] = await liveOf(person.email);
    // Staff find the account's own customer, which was created with the unpaid page.
    const accountCustomer = (await stripe.customers.list({ email: person.email })).data.find(
      ({ id }) => id !== paid!.customer,
    )!;
    const made = await makeSubscription(person.email, 'annual', accountCustomer.id);
    await isActive(system, person.token);
    expect((await liveOf(person.email)).map(({ id }) => id).toSorted()).toEqual([paid!.id, made.id].toSorted());
    await verify(person);
    await settled(person.email, async () =>
      expect((await liveOf(person.email)).map(({ id }) => id)).toEqual([made.id]),
    );
    await emailTo(system, person.email, 'Your membership has changed');
  });

  it('is refunded what it pays after the mailbox has paid signed out, and has that once it is verified', async () => {
    const person = await account();
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    const asGuest = await openAsGuest(person.email);
    // Both are paid before the first payment is reported.
    await atProvider(system, 'delivery', { drop: 1, retry: false });
    await payAt(asGuest);
    await payAt(opened.body.checkoutUrl);
    await atProvider(system, 'delivery', {});
    const [first] = (
      await stripe.subscriptions.list({
        customer: (await stripe.checkout.sessions.retrieve(sessionOf(asGuest))).customer as string,
      })
    ).data;
    for (const url of [asGuest, opened.body.checkoutUrl])
      expect((await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(url)}`)).status).toBe(200);
    await paysOnce(person.email, first!);
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('cannot pay what would be refunded: its page ends when the mailbox has paid signed out', async () => {
    const person = await account();
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'annual' }, person.token);
    await payAsGuest(person.email);
    await settled(person.email, async () =>
      expect(await stripe.checkout.sessions.retrieve(sessionOf(opened.body.checkoutUrl))).toMatchObject({
        status: 'expired',
      }),
    );
    expect(await post('/api/subscription/checkout', { plan: 'annual' }, person.token)).toMatchObject({
      status: 409,
      body: { code: 'membership_exists' },
    });
  });
});
