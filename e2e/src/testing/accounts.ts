import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type Stripe from 'stripe';
import { tokensTo, tokenTo } from './mailbox.ts';
import {
  adminTokenOf,
  callApi,
  isActive,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from './person.ts';
import { stripeOf } from './provider.ts';
import { type RunningSystem, sharedSystem } from './start-system.ts';

export const PASSWORD = 'a long enough password';

export interface Account {
  readonly email: string;
  /** Where it is not `PASSWORD`. */
  readonly password?: string;
  readonly token: string;
}

/** Sends requests: a browser that keeps its cookie, or a client without one. */
interface Poster {
  readonly post: <T = Record<string, unknown>>(path: string, body: object) => Promise<{ status: number; body: T }>;
}

/** A running system, with what tests of accounts and their payments need to look at it from outside. */
export interface AccountsSystem {
  readonly system: RunningSystem;
  readonly stripe: Stripe;
  readonly prices: { monthly: string; annual: string };
  readonly adminToken: string;
}

const ADA = { firstName: 'Ada', lastName: 'Okafor' };
export const EVE = { firstName: 'Eve', lastName: 'Grey' };
/** The form that sets an account up, in the holder’s name or a stranger’s. */
export const setUpForm = (email: string, name: { firstName: string; lastName: string } = ADA) => ({
  ...name,
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  division: 'development',
});
export const newEmail = (): string => `person+${randomUUID().slice(0, 8)}@example.com`;
export const sessionOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1)!;

/** Actions of people and staff on accounts, through the public API. */
export const accountsIn = (at: AccountsSystem) => {
  const post = <T = Record<string, unknown>>(path: string, body: object, token?: string) =>
    callApi<T>(at.system, 'POST', path, { body, ...(token === undefined ? {} : { token }) });
  const get = <T = Record<string, unknown>>(path: string, token: string) =>
    callApi<T>(at.system, 'GET', path, { token });

  /** An account that never paid. Its mailbox is unverified. */
  const account = async (email = newEmail()): Promise<Account> => {
    const registration = { ...newRegistration(), email };
    await registerPerson(at.system, registration);
    return { email, token: await logInPerson(at.system, registration) };
  };

  /** Shows that the holder of an account reads its mailbox. */
  const verify = async ({ email, token }: Account): Promise<void> => {
    const before = await tokensTo(at.system, email, '/confirm-email');
    await post('/api/auth/verify-email', {}, token);
    const answer = await post(
      '/api/auth/confirm-email',
      { token: await tokenTo(at.system, email, '/confirm-email', before) },
      token,
    );
    if (answer.status !== 200) throw new Error(`Confirming answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const verified = async (email = newEmail()): Promise<Account> => {
    const person = await account(email);
    await verify(person);
    return person;
  };

  /** Moves an account to another mailbox, whose holder it is. */
  const moveTo = async (person: Account, email: string, seen: readonly string[] = []): Promise<Account> => {
    const body = { firstName: 'Ada', lastName: 'Okafor', email, currentPassword: person.password ?? PASSWORD };
    const asked = await callApi(at.system, 'PUT', '/api/auth/update-profile', { token: person.token, body });
    if (asked.status !== 200)
      throw new Error(`Asking for another address answered ${asked.status}: ${JSON.stringify(asked.body)}`);
    const confirmed = await post(
      '/api/auth/confirm-email',
      { token: await tokenTo(at.system, email, '/confirm-email', seen) },
      person.token,
    );
    if (confirmed.status !== 200)
      throw new Error(`Confirming answered ${confirmed.status}: ${JSON.stringify(confirmed.body)}`);
    return { ...person, email };
  };

  /** Takes an address over, or opens its account, by the mailbox alone; in a browser that registered it, where one is given. */
  const resetBy = async (email: string, browser: Poster = { post }): Promise<Account> => {
    await post('/api/auth/reset-password', { email });
    const token = await tokenTo(at.system, email, '/reset-password');
    const password = 'the holder of the mailbox';
    const answer = await browser.post('/api/auth/reset-password/confirm', {
      token,
      password,
      confirmPassword: password,
    });
    if (answer.status !== 200) throw new Error(`Resetting answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return { email, password, token: await logInPerson(at.system, { email, password }) };
  };

  /** Opens the account of an address that was paid for without one, by the emailed link. */
  const setUpBy = async (email: string, browser: Poster = { post }): Promise<Account> => {
    const form = setUpForm(email);
    const before = await tokensTo(at.system, email, '/setup-account');
    expect((await post('/api/auth/setup-account', form)).status).toBe(202);
    const answer = await browser.post<{ token: string }>('/api/auth/setup-account', {
      ...form,
      token: await tokenTo(at.system, email, '/setup-account', before),
    });
    if (answer.status !== 200) throw new Error(`Setting up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return { email, token: answer.body.token };
  };

  const openAsGuest = async (email: string, options: { token?: string; priceId?: string } = {}): Promise<string> => {
    const answer = await post<{ url: string }>(
      '/api/create-subscription',
      { priceId: options.priceId ?? at.prices.monthly, customerEmail: email },
      options.token,
    );
    if (answer.status !== 200)
      throw new Error(`Opening a checkout answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.url;
  };
  /** Pays for a membership signed out, and comes back from the payment page. Returns the session's id. */
  const payAsGuest = async (email: string): Promise<string> => {
    const url = await openAsGuest(email);
    await payAt(url);
    const outcome = await callApi<{ status: string }>(at.system, 'GET', `/api/checkout-sessions/${sessionOf(url)}`);
    expect(outcome).toMatchObject({ status: 200, body: { status: 'complete' } });
    return sessionOf(url);
  };

  const join = async (person: Account, plan: 'monthly' | 'annual' = 'monthly'): Promise<void> => {
    const answer = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan }, person.token);
    if (answer.status !== 200)
      throw new Error(`Opening a checkout answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    await payAt(answer.body.checkoutUrl);
    await isActive(at.system, person.token);
  };

  const detailsOf = async ({ token }: Account) =>
    (await get<{ status: string; cancel_at_period_end: boolean } | null>('/api/subscription/details', token)).body;
  const paymentsOf = async ({ token }: Account) =>
    (await get<{ status: string; amount: number }[]>('/api/subscription/payment-history', token)).body;

  /** A member in every part: the member area is open, the subscription is shown with its payments, and can be cancelled and resumed. */
  const isMemberEverywhere = async (person: Account): Promise<void> => {
    await isActive(at.system, person.token);
    // Billing writes down what it changed at the provider a moment later.
    await patiently('the details', async () => expect(await detailsOf(person)).toMatchObject({ status: 'active' }));
    expect(await paymentsOf(person)).toContainEqual(expect.objectContaining({ status: 'succeeded', amount: 9_500 }));
    expect((await post('/api/subscription/update-payment-method', {}, person.token)).status).toBe(200);
    expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(200);
    expect(await detailsOf(person)).toMatchObject({ cancel_at_period_end: true });
    expect((await post('/api/subscription/resume', {}, person.token)).status).toBe(200);
    const shown = (await clubRowsOf(person.email)).filter(({ status }) => status !== 'cancelled');
    expect(shown).toEqual([expect.objectContaining({ status: 'active', email: person.email })]);
  };
  /** Nothing of anybody's membership is theirs. */
  const hasNothing = async (person: Account): Promise<void> => {
    expect(await membershipOf(at.system, person.token)).toBe('inactive');
    expect(await detailsOf(person)).toBeNull();
    expect(await paymentsOf(person)).toEqual([]);
    for (const path of ['/api/subscription/cancel', '/api/subscription/update-payment-method'])
      expect((await post(path, {}, person.token)).status).toBe(404);
  };

  const clubRowsOf = async (email: string) =>
    (
      await get<{ items: { email: string; status: string; userId: string | null }[] }>(
        `/api/admin/debate-club-registrations?limit=50&q=${encodeURIComponent(email)}`,
        at.adminToken,
      )
    ).body.items;

  const subscriptionsOf = async (email: string): Promise<Stripe.Subscription[]> => {
    const { data: customers } = await at.stripe.customers.list({ email, limit: 100 });
    const lists = await Promise.all(
      customers.map(({ id }) => at.stripe.subscriptions.list({ customer: id, status: 'all', limit: 100 })),
    );
    return lists.flatMap(({ data }) => data);
  };
  const liveOf = async (email: string) =>
    (await subscriptionsOf(email)).filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired');

  /** Staff create another subscription for an address at the provider and use Sync One Member: with a new customer or the given one. */
  const makeSubscription = async (
    email: string,
    plan: 'monthly' | 'annual',
    customerId?: string,
  ): Promise<Stripe.Subscription> => {
    const { stripe, prices, adminToken } = at;
    const customer = customerId ?? (await stripe.customers.create({ email })).id;
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
    const made = await stripe.subscriptions.create({ customer, items: [{ price: prices[plan] }] });
    const sync = { email, stripeCustomerId: customer, stripeSubscriptionId: made.id };
    expect((await post('/api/admin/sync-missing-registration', sync, adminToken)).status).toBe(200);
    return made;
  };

  /** Sets an account up by the session of a payment page, as the person who opened that page can. The mailbox is unverified. */
  const setUpByPayment = async (): Promise<Account> => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const form = setUpForm(email, EVE);
    return {
      email,
      token: (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId })).body.token,
    };
  };

  /** The begin of a free session of the office hours. */
  const freeSlot = async (token: string): Promise<string> => {
    const { slots } = (await get<{ slots: { startsAt: string; isTaken: boolean }[] }>('/api/office-hours', token)).body;
    return slots.find(({ isTaken }) => !isTaken)!.startsAt;
  };

  return {
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
    clubRowsOf,
    subscriptionsOf,
    liveOf,
    makeSubscription,
    setUpByPayment,
    freeSlot,
  };
};

/** The shared system with these actions. */
export const accountsSystem = async () => {
  const system = await sharedSystem();
  const at = {
    system,
    stripe: stripeOf(system),
    prices: await pricesOf(system),
    adminToken: await adminTokenOf(system),
  };
  return { ...at, ...accountsIn(at) };
};
