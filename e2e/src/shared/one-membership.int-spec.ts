import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { type Account, accountsSystem, newEmail, PASSWORD, sessionOf } from '../testing/accounts.ts';
import { type Browser, browserOf } from '../testing/browsers.ts';
import { emailTo, emailsTo, tokensTo, tokenTo } from '../testing/mailbox.ts';
import {
  callApi,
  isActive,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from '../testing/person.ts';
import { atProvider } from '../testing/provider.ts';

/*
 * Payments of a signed-in person, and changes to them by staff and the provider, look the same in every part: through the public API of the
 * whole running system.
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
  detailsOf,
  paymentsOf,
  isMemberEverywhere,
  hasNothing,
  subscriptionsOf,
  liveOf,
  makeSubscription,
  freeSlot,
} = await accountsSystem();

/** Cents; negative is credit. */
const balanceOf = async (customerId: string): Promise<number> => {
  const customer = await stripe.customers.retrieve(customerId);
  return customer.deleted === true ? 0 : customer.balance;
};
/** A page on which an account may pay for a membership, with credit on the customer with which it pays. */
const openWithCredit = async ({ email, token }: Account, credit: number) => {
  const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, token);
  const [{ id: customer }] = (await stripe.customers.list({ email })).data as [Stripe.Customer];
  await stripe.customers.createBalanceTransaction(customer, { amount: -credit, currency: 'usd' });
  return { customer, checkoutUrl: opened.body.checkoutUrl };
};

/** Waits until no event is left in any outbox or queue, as the operator's status shows. */
const settled = (email: string, check: () => Promise<void>): Promise<void> =>
  patiently(`the records about ${email} to agree`, check);

describe('an account that never paid', () => {
  it('has no billing page, which would outlive its account', async () => {
    const person = await account();
    await post('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    expect(await post('/api/subscription/update-payment-method', {}, person.token)).toMatchObject({
      status: 404,
      body: { code: 'subscription_none' },
    });
  });
});

describe('a session of the office hours', () => {
  it.each<[string, (person: Account, userId: string) => Promise<unknown>]>([
    [
      'membership is refunded',
      async ({ email }) => {
        const [{ customer }] = (await liveOf(email)) as [Stripe.Subscription];
        const [charge] = (await stripe.charges.list({ customer: customer as string })).data;
        await stripe.refunds.create({ charge: charge!.id });
      },
    ],
    [
      'account is deactivated',
      (_person, userId) => post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken),
    ],
  ])('is free for others again when its %s', async (_what, end) => {
    const [person, other] = [await verified(), await verified()];
    await join(person);
    await join(other);
    const startsAt = await freeSlot(person.token);
    expect((await post('/api/office-hours', { startsAt, topic: 'My first rebuttal' }, person.token)).status).toBe(201);
    await end(person, (await get<{ id: string }>('/api/auth/user', person.token)).body.id);
    await emailTo(system, person.email, 'Your office hours are cancelled');
    expect((await post('/api/office-hours', { startsAt, topic: 'Mine' }, other.token)).status).toBe(201);
  });
});

describe('a signed-in person', () => {
  it('who pays for another person is thanked, and shown nothing of theirs', async () => {
    const [payer, email] = [await verified(), newEmail()];
    const url = await openAsGuest(email, { token: payer.token });
    await payAt(url);
    const outcome = await get<{ status: string; customerEmail: string | null }>(
      `/api/checkout-sessions/${sessionOf(url)}`,
      payer.token,
    );
    expect(outcome).toMatchObject({ status: 200, body: { status: 'complete', plan: 'monthly', customerEmail: null } });
    await hasNothing(payer);
    await isMemberEverywhere(await setUpBy(email));
  });

  it('who pays for their own address on the signed-out form is the payer, also before the mailbox is verified', async () => {
    const person = await account();
    await payAt(await openAsGuest(person.email, { token: person.token }));
    await isMemberEverywhere(person);
  });

  describe('who used a promo code and moved to another mailbox', () => {
    const makeCode = async (product: 'debate_club' | 'bootcamps'): Promise<string> => {
      const code = `MOVED${randomUUID().slice(0, 6).toUpperCase()}`;
      const answer = await post(
        '/api/admin/promo-codes',
        { code, name: 'Free', discountType: 'percentage', discountValue: 100, applicableProducts: [product] },
        adminToken,
      );
      expect(answer.status).toBeLessThan(300);
      return code;
    };
    const member = async (code: string): Promise<Account> => {
      const registration = { ...newRegistration(), promoCode: code };
      await payAt(await registerPerson(system, registration));
      const person = { email: registration.email, token: await logInPerson(system, registration) };
      await isActive(system, person.token);
      return person;
    };
    const isRefused = async (code: string, email: string): Promise<void> =>
      expect(await post('/api/register-and-subscribe', { ...newRegistration(), email, promoCode: code })).toMatchObject(
        { status: 400, body: { code: 'promo_invalid' } },
      );
    /** Billing has the address that an account moved to, and the provider too. */
    const hasMoved = ({ email }: Account): Promise<void> =>
      patiently('the provider to have the new address', async () =>
        expect((await stripe.customers.list({ email, limit: 1 })).data).toHaveLength(1),
      );

    it('does not use it again with another account at the address that the first one left', async () => {
      const code = await makeCode('debate_club');
      const person = await member(code);
      await hasMoved(await moveTo(person, newEmail()));
      await isRefused(code, person.email);
    });

    it('does not use it again after deleting the account, at any address that the account had', async () => {
      const code = await makeCode('debate_club');
      const first = await member(code);
      const second = await moveTo(first, newEmail());
      await hasMoved(second);
      const third = await moveTo(second, newEmail());
      await hasMoved(third);
      expect((await post('/api/account/delete', { currentPassword: PASSWORD }, third.token)).status).toBe(200);
      await patiently('the address to be erased', async () =>
        expect((await stripe.customers.list({ email: third.email, limit: 1 })).data).toEqual([]),
      );
      for (const { email } of [first, second, third]) await isRefused(code, email);
      // It is one code that is used up: an address that it never had uses it, and their own may use others.
      await registerPerson(system, { ...newRegistration(), promoCode: code } as never);
      await registerPerson(system, {
        ...newRegistration(),
        email: third.email,
        promoCode: await makeCode('debate_club'),
      } as never);
    });

    it('does not use it again after using it signed out, before they had the account', async () => {
      const code = await makeCode('bootcamps');
      const form = {
        email: newEmail(),
        firstName: 'Ada',
        lastName: 'Okafor',
        experienceLevel: 'beginner',
        promoCode: code,
      };
      const bootcamp = await post<{ checkoutUrl: string }>('/api/bootcamp-checkout', form);
      expect(bootcamp.status).toBe(200);
      await payAt(bootcamp.body.checkoutUrl);
      expect(
        (await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(bootcamp.body.checkoutUrl)}`)).body,
      ).toMatchObject({ status: 'complete' });
      const person = await verified(form.email);
      await join(person);
      const moved = await moveTo(person, newEmail());
      await hasMoved(moved);
      const again = await post(
        '/api/bootcamp-checkout',
        { ...form, email: moved.email, firstName: 'Ida' },
        moved.token,
      );
      expect(again).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
    });
  });

  const seatPage = async (email: string, token?: string): Promise<string> =>
    (
      await post<{ checkoutUrl: string }>(
        '/api/bootcamp-checkout',
        { email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' },
        token,
      )
    ).body.checkoutUrl;
  it.each<[string, (person: Account) => Promise<string>]>([
    ['a membership signed out', ({ email }) => openAsGuest(email)],
    ['a bootcamp seat', ({ email, token }) => seatPage(email, token)],
  ])('pays for %s where the provider deleted the customer, before that event arrives', async (_what, open) => {
    const person = await verified();
    const [{ id }] = (await stripe.customers.list({ email: person.email })).data as [Stripe.Customer];
    await atProvider(system, 'delivery', { drop: 1, retry: false });
    let page: string;
    try {
      await stripe.customers.del(id);
      page = await open(person);
    } finally {
      await atProvider(system, 'delivery', {});
    }
    await payAt(page);
    await patiently('the payment', async () =>
      expect(await paymentsOf(person)).toEqual([expect.objectContaining({ status: 'succeeded' })]),
    );
  });
});

describe('a second membership of one person', () => {
  it('returns the credit that paid a part of it, which the first one uses', async () => {
    const person = await verified();
    const asGuest = await openAsGuest(person.email);
    const { customer, checkoutUrl } = await openWithCredit(person, 5_000);
    // Both are paid before the first payment is reported.
    await atProvider(system, 'delivery', { drop: 1, retry: false });
    await payAt(asGuest);
    await atProvider(system, 'advance', { seconds: 2 });
    await payAt(checkoutUrl);
    await atProvider(system, 'delivery', {});
    for (const url of [asGuest, checkoutUrl])
      expect((await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(url)}`)).status).toBe(200);
    const paying = (await stripe.checkout.sessions.retrieve(sessionOf(asGuest))).customer as string;
    await settled(person.email, async () => {
      expect((await liveOf(person.email)).map((subscription) => subscription.customer)).toEqual([paying]);
      expect([await balanceOf(customer), await balanceOf(paying)]).toEqual([0, -5_000]);
    });
    expect((await stripe.charges.list({ customer })).data).toEqual([
      expect.objectContaining({ amount: 4_500, amount_refunded: 4_500 }),
    ]);
    await isMemberEverywhere(person);
  });
});

describe('a cancelled membership that is resumed', () => {
  const SUBJECT = 'Your membership renews again';
  const confirmed = async ({ email }: Account) =>
    (await emailsTo(system, email)).filter(({ subject }) => subject === SUBJECT);
  const confirmedTimes = (person: Account, times: number) =>
    patiently('the email', async () => expect(await confirmed(person)).toHaveLength(times));

  it('is confirmed by one email each time, no matter who resumes it, with the day of the next payment', async () => {
    const person = await verified();
    await join(person);
    for (const step of ['cancel', 'resume', 'resume'])
      expect((await post(`/api/subscription/${step}`, {}, person.token)).status).toBe(200);
    await confirmedTimes(person, 1);
    const [subscription] = await liveOf(person.email);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Los_Angeles' }).format(
      subscription!.items.data[0]!.current_period_end * 1_000,
    );
    expect((await confirmed(person))[0]!.text.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`next payment .*\\$95\\.00.* ${day}`),
    );
    // As staff do it at the provider, or the member in its portal.
    for (const ends of [true, false]) {
      await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: ends });
      await settled(person.email, async () =>
        expect(await detailsOf(person)).toMatchObject({ cancel_at_period_end: ends }),
      );
    }
    await confirmedTimes(person, 2);
    expect((await post('/api/subscription/resume', {}, person.token)).status).toBe(200);
    // Written after whatever the repetition would have written.
    expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(200);
    await patiently('the last cancellation', async () =>
      expect(
        (await emailsTo(system, person.email)).filter(({ subject }) => subject === 'Your membership is cancelled'),
      ).toHaveLength(3),
    );
    await confirmedTimes(person, 2);
  });
});

describe('a deactivated account', () => {
  /** Its one payment was refunded, and it was emailed that, and no welcome. */
  const isRefunded = async (email: string): Promise<void> => {
    await settled(email, async () => {
      expect(await liveOf(email)).toEqual([]);
      const [ended] = await subscriptionsOf(email);
      expect((await stripe.charges.list({ customer: ended!.customer as string })).data).toEqual([
        expect.objectContaining({ refunded: true }),
      ]);
    });
    await emailTo(system, email, 'Your payment was refunded');
    expect((await emailsTo(system, email)).map(({ subject }) => subject)).not.toContain('Welcome to the Debate Club');
  };

  it('sells nothing under its address, and is not charged again until it is reactivated', async () => {
    const person = await verified();
    await join(person);
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    expect(
      (await post('/api/create-subscription', { priceId: prices.monthly, customerEmail: person.email })).status,
    ).toBe(409);
    await settled(person.email, async () =>
      expect((await liveOf(person.email))[0]).toMatchObject({ cancel_at_period_end: true }),
    );
    expect((await post(`/api/admin/members/${userId}/reactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    await settled(person.email, async () =>
      expect((await liveOf(person.email))[0]).toMatchObject({ cancel_at_period_end: false }),
    );
    await isMemberEverywhere({
      email: person.email,
      token: await logInPerson(system, { email: person.email, password: PASSWORD }),
    });
    // They get emails about their own actions; a deactivation does not count as a cancellation, nor a reactivation as a resumption.
    const token = await logInPerson(system, { email: person.email, password: PASSWORD });
    expect((await post('/api/subscription/cancel', {}, token)).status).toBe(200);
    const timesOf = async (which: string) =>
      (await emailsTo(system, person.email)).filter(({ subject }) => subject === `Your membership ${which}`).length;
    await patiently('the emails', async () =>
      expect([await timesOf('is cancelled'), (await timesOf('renews again')) > 0]).toEqual([2, true]),
    );
    expect(await timesOf('renews again')).toBe(1);
  });

  it('without payments cannot buy anything under its address either', async () => {
    const person = await verified();
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    const opened = await openAsGuest(person.email);
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    const order = { priceId: prices.monthly, customerEmail: person.email };
    await patiently('billing to refuse its address', async () =>
      expect(await post('/api/create-subscription', order)).toMatchObject({
        status: 409,
        body: { code: 'address_refused' },
      }),
    );
    // The page that was open already takes the payment, which is refunded.
    await payAt(opened);
    await isRefunded(person.email);
  });

  it('keeps what it paid when staff make a subscription for it with its own customer, which is refunded', async () => {
    const person = await verified();
    await join(person);
    const [own] = (await liveOf(person.email)) as [Stripe.Subscription];
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    // Billing has received the deactivation.
    await settled(person.email, async () =>
      expect(await liveOf(person.email)).toMatchObject([{ id: own.id, cancel_at_period_end: true }]),
    );
    // The provider counts in whole seconds.
    await atProvider(system, 'advance', { seconds: 2 });
    const made = await makeSubscription(person.email, 'annual', own.customer as string);
    await settled(person.email, async () => {
      expect((await liveOf(person.email)).map(({ id }) => id)).toEqual([own.id]);
      expect(
        (await stripe.charges.list({ customer: made.customer as string })).data.map(({ amount, refunded }) => [
          amount,
          refunded,
        ]),
      ).toContainEqual([95_000, true]);
    });
    await emailTo(system, person.email, 'Your payment was refunded');
    expect((await post(`/api/admin/members/${userId}/reactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    await settled(person.email, async () =>
      expect(await liveOf(person.email)).toMatchObject([{ id: own.id, cancel_at_period_end: false }]),
    );
    const { email } = person;
    await isMemberEverywhere({ email, token: await logInPerson(system, { email, password: PASSWORD }) });
    expect((await emailsTo(system, email)).map(({ subject }) => subject)).not.toContain('Your membership has changed');
  });

  it('gets back the credit that paid all of a membership which is refused', async () => {
    const person = await verified();
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    const { customer, checkoutUrl } = await openWithCredit(person, 10_000);
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    // The provider counts in whole seconds.
    await atProvider(system, 'advance', { seconds: 2 });
    await payAt(checkoutUrl);
    await emailTo(system, person.email, 'We could not begin your membership');
    await settled(person.email, async () => {
      expect(await liveOf(person.email)).toEqual([]);
      expect(await balanceOf(customer)).toBe(-10_000);
    });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
    expect((await post(`/api/admin/members/${userId}/reactivate`, { reason: 'asked to' }, adminToken)).status).toBe(
      200,
    );
    const { email } = person;
    await join({ email, token: await logInPerson(system, { email, password: PASSWORD }) });
    expect(await balanceOf(customer)).toBe(-500);
  });
});

describe('a referral', () => {
  interface Summary {
    readonly referralCode: string;
    readonly totalReferrals: number;
    readonly totalCredits: number;
  }
  const summaryOf = async ({ token }: Account) => (await get<Summary>('/api/referrals/my-code', token)).body;
  const registerWith = async (email: string, referralCode: string, password = PASSWORD): Promise<string> => {
    const body = { ...newRegistration(), email, referralCode, password, confirmPassword: password };
    const answer = await post<{ checkoutUrl: string }>('/api/register-and-subscribe', body);
    if (answer.status !== 200) throw new Error(`Registering answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.checkoutUrl;
  };

  it('that a stranger noted on an unverified account earns nothing when the holder of the mailbox pays signed out and sets the account up by the emailed link', async () => {
    const stranger = await verified();
    const email = newEmail();
    await registerWith(email, (await summaryOf(stranger)).referralCode);
    expect(await summaryOf(stranger)).toMatchObject({ totalReferrals: 1 });
    await payAsGuest(email);
    const holder = await setUpBy(email);
    await isMemberEverywhere(holder);
    expect(await summaryOf(stranger)).toMatchObject({ totalReferrals: 0, totalCredits: 0 });
    expect(await summaryOf(holder)).toMatchObject({ totalCredits: 0 });
  });

  it.each<[string, (email: string, browser: Browser, page: string) => Promise<Account>]>([
    [
      'resets the password and pays on the page that was opened with the code',
      async (email, browser, page) => {
        const holder = await resetBy(email, browser);
        await payAt(page);
        return holder;
      },
    ],
    [
      'pays signed out and sets the account up by the emailed link',
      async (email, browser) => {
        await payAsGuest(email);
        return setUpBy(email, browser);
      },
    ],
  ])('stays with a person who registers with it and in the same browser %s', async (_how, act) => {
    const friend = await verified();
    const { referralCode } = await summaryOf(friend);
    const [email, browser] = [newEmail(), browserOf(system)];
    const answer = await browser.post<{ checkoutUrl: string }>('/api/register-and-subscribe', {
      ...newRegistration(),
      email,
      referralCode,
    });
    expect(answer.status).toBe(200);
    const person = await act(email, browser, answer.body.checkoutUrl);
    await isMemberEverywhere(person);
    for (const one of [friend, person]) expect(await summaryOf(one)).toMatchObject({ totalCredits: 5_000 });
  });

  it('is to be given again by a person who resets the password in another browser, which an email says', async () => {
    const friend = await verified();
    const email = newEmail();
    await registerWith(email, (await summaryOf(friend)).referralCode);
    const other = browserOf(system);
    await other.post('/api/auth/reset-password', { email });
    const password = 'the holder of the mailbox';
    await other.post('/api/auth/reset-password/confirm', {
      token: await tokenTo(system, email, '/reset-password'),
      password,
      confirmPassword: password,
    });
    expect((await emailTo(system, email, 'Your password was changed')).text).toContain('referral code');
  });

  it('is earned once by a mailbox, also by made-up addresses that move to it', async () => {
    const friend = await verified();
    const { referralCode } = await summaryOf(friend);
    const email = newEmail();
    /** A new account, made with another address, that moves to the mailbox and pays. */
    const joinByWay = async (): Promise<Account> => {
      const made = newEmail();
      await registerWith(made, referralCode);
      const token = await logInPerson(system, { email: made, password: PASSWORD });
      const moved = await moveTo({ email: made, token }, email, await tokensTo(system, email, '/confirm-email'));
      await join(moved);
      await isMemberEverywhere(moved);
      return moved;
    };
    const first = await joinByWay();
    await patiently('the first credit', async () =>
      expect(await summaryOf(friend)).toMatchObject({ totalCredits: 5_000 }),
    );
    expect((await post('/api/account/delete', { currentPassword: PASSWORD }, first.token)).status).toBe(200);
    const second = await joinByWay();
    expect(await summaryOf(friend)).toMatchObject({ totalCredits: 5_000 });
    expect(await summaryOf(second)).toMatchObject({ totalCredits: 0 });
  });

  it('stays with a person who verifies the mailbox, changes the password and pays', async () => {
    const friend = await verified();
    const email = newEmail();
    await registerWith(email, (await summaryOf(friend)).referralCode);
    const person = { email, token: await logInPerson(system, { email, password: PASSWORD }) };
    await verify(person);
    const changed = await callApi<{ token: string }>(system, 'PUT', '/api/auth/change-password', {
      token: person.token,
      body: { currentPassword: PASSWORD, newPassword: 'another long password' },
    });
    await join({ email, token: changed.body.token });
    expect(await summaryOf(friend)).toMatchObject({ totalReferrals: 1, totalCredits: 5_000 });
  });
});
