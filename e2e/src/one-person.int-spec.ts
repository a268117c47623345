import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { emailsTo, emailTo, tokensTo, tokenTo } from './testing/mailbox.ts';
import { adminTokenOf, callApi, isActive, logInPerson, membershipOf, newRegistration, patiently, payAt, pricesOf, registerPerson } from './testing/person.ts';
import { atProvider, stripeOf } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Identity, billing, registrations and messaging agree about the person: each test pays by one route and looks at the others,
 * through the public API of the whole running system.
 */
const PASSWORD = 'a long enough password';

let system: RunningSystem;
let stripe: Stripe;
let prices: { monthly: string; annual: string };
let adminToken: string;

beforeAll(async () => {
  system = await startSystem();
  stripe = stripeOf(system);
  prices = await pricesOf(system);
  adminToken = await adminTokenOf(system);
});

afterAll(() => system.stop());

const post = <T = Record<string, unknown>>(path: string, body: object, token?: string) => callApi<T>(system, 'POST', path, { body, ...(token === undefined ? {} : { token }) });
const get = <T = Record<string, unknown>>(path: string, token: string) => callApi<T>(system, 'GET', path, { token });

const newEmail = (): string => `person+${randomUUID().slice(0, 8)}@example.com`;
const sessionOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1)!;

interface Account {
  readonly email: string;
  /** Where it is not `PASSWORD`. */
  readonly password?: string;
  readonly token: string;
}

/** An account that never paid. Its mailbox is unverified. */
const account = async (email = newEmail()): Promise<Account> => {
  const registration = { ...newRegistration(), email };
  await registerPerson(system, registration);
  return { email, token: await logInPerson(system, registration) };
};

/** Shows that the holder of an account reads its mailbox. */
const verify = async ({ email, token }: Account): Promise<void> => {
  const before = await tokensTo(system, email, '/confirm-email');
  await post('/api/auth/prove-email', {}, token);
  const answer = await post('/api/auth/confirm-email', { token: await tokenTo(system, email, '/confirm-email', before) }, token);
  if (answer.status !== 200) throw new Error(`Confirming answered ${answer.status}: ${JSON.stringify(answer.body)}`);
};
const verified = async (email = newEmail()): Promise<Account> => {
  const person = await account(email);
  await verify(person);
  return person;
};

/** Moves an account to another mailbox, whose holder it is. */
const moveTo = async (person: Account, email: string): Promise<Account> => {
  const body = { firstName: 'Ada', lastName: 'Okafor', email, currentPassword: person.password ?? PASSWORD };
  const asked = await callApi(system, 'PUT', '/api/auth/update-profile', { token: person.token, body });
  if (asked.status !== 200) throw new Error(`Asking for another address answered ${asked.status}: ${JSON.stringify(asked.body)}`);
  const confirmed = await post('/api/auth/confirm-email', { token: await tokenTo(system, email, '/confirm-email') }, person.token);
  if (confirmed.status !== 200) throw new Error(`Confirming answered ${confirmed.status}: ${JSON.stringify(confirmed.body)}`);
  return { ...person, email };
};

/** Takes an address over, or opens its account, by the mailbox alone. */
const resetBy = async (email: string): Promise<Account> => {
  await post('/api/auth/reset-password', { email });
  const token = await tokenTo(system, email, '/reset-password');
  const password = 'the holder of the mailbox';
  const answer = await post('/api/auth/reset-password/confirm', { token, password, confirmPassword: password });
  if (answer.status !== 200) throw new Error(`Resetting answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { email, password, token: await logInPerson(system, { email, password }) };
};

/** Opens the account of an address that was paid for without one, by the emailed link. */
const setUpBy = async (email: string): Promise<Account> => {
  const form = { email, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
  const before = await tokensTo(system, email, '/setup-account');
  expect((await post('/api/auth/setup-account', form)).status).toBe(202);
  const answer = await post<{ token: string }>('/api/auth/setup-account', { ...form, token: await tokenTo(system, email, '/setup-account', before) });
  if (answer.status !== 200) throw new Error(`Setting up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { email, token: answer.body.token };
};

const openAsGuest = async (email: string, options: { token?: string; priceId?: string } = {}): Promise<string> => {
  const answer = await post<{ url: string }>('/api/create-subscription', { priceId: options.priceId ?? prices.monthly, customerEmail: email }, options.token);
  if (answer.status !== 200) throw new Error(`Opening a checkout answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.url;
};
/** Pays for a membership signed out, and comes back from the payment page. Answers the session's id. */
const payAsGuest = async (email: string): Promise<string> => {
  const url = await openAsGuest(email);
  await payAt(url);
  const outcome = await callApi<{ status: string }>(system, 'GET', `/api/checkout-sessions/${sessionOf(url)}`);
  expect(outcome).toMatchObject({ status: 200, body: { status: 'complete' } });
  return sessionOf(url);
};

const join = async (person: Account, plan: 'monthly' | 'annual' = 'monthly'): Promise<void> => {
  const answer = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan }, person.token);
  if (answer.status !== 200) throw new Error(`Opening a checkout answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  await payAt(answer.body.checkoutUrl);
  await isActive(system, person.token);
};

const detailsOf = async ({ token }: Account) => (await get<{ status: string; cancel_at_period_end: boolean } | null>('/api/subscription/details', token)).body;
const paymentsOf = async ({ token }: Account) => (await get<{ status: string; amount: number }[]>('/api/subscription/payment-history', token)).body;

/** A member in every part: the member area is open, the subscription is shown with its payments, and can be cancelled and resumed. */
const isMemberEverywhere = async (person: Account): Promise<void> => {
  await isActive(system, person.token);
  expect(await detailsOf(person)).toMatchObject({ status: 'active' });
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
  expect(await membershipOf(system, person.token)).toBe('inactive');
  expect(await detailsOf(person)).toBeNull();
  expect(await paymentsOf(person)).toEqual([]);
  expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(404);
};

const clubRowsOf = async (email: string) =>
  (await get<{ items: { email: string; status: string; userId: string | null }[] }>(`/api/admin/debate-club-registrations?limit=50&q=${encodeURIComponent(email)}`, adminToken)).body.items;

const subscriptionsOf = async (email: string): Promise<Stripe.Subscription[]> => {
  const { data: customers } = await stripe.customers.list({ email, limit: 100 });
  const lists = await Promise.all(customers.map(({ id }) => stripe.subscriptions.list({ customer: id, status: 'all', limit: 100 })));
  return lists.flatMap(({ data }) => data);
};
const liveOf = async (email: string) => (await subscriptionsOf(email)).filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired');

/** Until everything that was said was heard: no event waits in any outbox or queue, which the status of the operator shows. */
const settled = (email: string, check: () => Promise<void>): Promise<void> => patiently(`the books about ${email} to agree`, check);

describe('a membership that is paid for signed out', () => {
  it('belongs to the verified account of that address, in every part', async () => {
    const person = await verified();
    await payAsGuest(person.email);
    await isMemberEverywhere(person);
  });

  it('belongs to the account that verifies the address afterwards', async () => {
    const email = newEmail();
    const person = await account(email);
    await payAsGuest(email);
    await hasNothing(person);
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('belongs to the account that is set up by the emailed link', async () => {
    const email = newEmail();
    await payAsGuest(email);
    const token = await tokenTo(system, email, '/setup-account');
    const body = { email, token, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const answer = await post<{ token: string }>('/api/auth/setup-account', body);
    expect(answer.status).toBe(200);
    await isMemberEverywhere({ email, token: answer.body.token });
  });

  it('belongs to the account that is set up on the page after the payment', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const body = { email, sessionId, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const answer = await post<{ token: string }>('/api/auth/setup-account', body);
    expect(answer.status).toBe(200);
    const person = { email, token: answer.body.token };
    await isActive(system, person.token);
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('belongs to the account that moves to the address which paid', async () => {
    const email = newEmail();
    await payAsGuest(email);
    const person = await moveTo(await verified(), email);
    await isMemberEverywhere(person);
    // None is sold beside it.
    expect(await post('/api/subscription/checkout', { plan: 'monthly' }, person.token)).toMatchObject({ status: 409, body: { code: 'membership_exists' } });
    expect(await liveOf(email)).toHaveLength(1);
  });

  it('is found again by an administrator’s Sync One Member for somebody who has an account', async () => {
    const person = await verified();
    const customer = await stripe.customers.create({ email: person.email, name: 'Ada Okafor', payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } });
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.monthly }] });
    const body = { email: person.email, stripeSubscriptionId: subscription.id, stripeCustomerId: customer.id };
    expect((await post('/api/admin/sync-missing-registration', body, adminToken)).status).toBe(200);
    await isMemberEverywhere(person);
  });

  it('is found again by Sync One Member for an address that has another customer here', async () => {
    const person = await verified();
    // Its customer is made with the checkout that nobody pays.
    expect((await post('/api/subscription/checkout', { plan: 'annual' }, person.token)).status).toBe(200);
    const customer = await stripe.customers.create({ email: person.email, payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } });
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.monthly }] });
    const body = { email: person.email, stripeSubscriptionId: subscription.id, stripeCustomerId: customer.id };
    expect((await post('/api/admin/sync-missing-registration', body, adminToken)).status).toBe(200);
    await isMemberEverywhere(person);
  });
});

describe('a stranger', () => {
  it('who registers somebody’s address gets nothing of what its holder pays for signed out, nor takes it along', async () => {
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
    await post('/api/auth/prove-email', {}, stranger.token);
    const token = await tokenTo(system, email, '/confirm-email');
    expect((await post('/api/auth/confirm-email', { token })).status).toBe(401);
    const other = await account();
    expect((await post('/api/auth/confirm-email', { token }, other.token)).status).toBe(400);
    await payAsGuest(email);
    await hasNothing(stranger);
  });

  it('who opened a checkout for an address is not handed to whoever opens the next one', async () => {
    const email = newEmail();
    const [strangers, own] = [await openAsGuest(email), await openAsGuest(email)];
    expect(sessionOf(own)).not.toBe(sessionOf(strangers));
    await payAt(own);
    const form = { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    expect(await post('/api/auth/setup-account', { ...form, sessionId: sessionOf(strangers) })).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('proves no membership by a bootcamp payment for that address', async () => {
    const email = newEmail();
    await payAsGuest(email);
    const bootcamp = await post<{ checkoutUrl: string }>('/api/bootcamp-checkout', { email, firstName: 'Eve', lastName: 'Grey', experienceLevel: 'beginner' });
    expect(bootcamp.status).toBe(200);
    await payAt(bootcamp.body.checkoutUrl);
    const form = { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const answer = await post('/api/auth/setup-account', { ...form, sessionId: sessionOf(bootcamp.body.checkoutUrl) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('who set an account up by a payment cannot leave the address, or end account or membership, before the mailbox is verified', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const form = { email, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const { token } = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId })).body;
    const moved = await callApi(system, 'PUT', '/api/auth/update-profile', { token, body: { firstName: 'Ada', lastName: 'Okafor', email: newEmail(), currentPassword: PASSWORD } });
    expect(moved).toMatchObject({ status: 409, body: { code: 'email_unproven' } });
    const deleted = await callApi(system, 'POST', '/api/account/delete', { token, body: { currentPassword: PASSWORD } });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'email_unproven' } });
    for (const path of ['/api/subscription/cancel', '/api/subscription/resume', '/api/subscription/update-payment-method']) {
      expect(await post(path, {}, token)).toMatchObject({ status: 409, body: { code: 'email_unproven' } });
    }
    await settled(email, async () => expect(await liveOf(email)).toHaveLength(1));
  });
});

/** Sets an account up by the session of a payment page, as the person who opened that page can. The mailbox is unverified. */
const setUpByPayment = async (): Promise<Account> => {
  const email = newEmail();
  const sessionId = await payAsGuest(email);
  const form = { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
  return { email, token: (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId })).body.token };
};

describe('an account that a payment page set up', () => {
  it('is moved by staff to the address that its holder meant, and nobody moves there without its session', async () => {
    const person = await setUpByPayment();
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    const correct = (email: string, reason = 'mistyped') => post<{ message: string }>(`/api/admin/members/${userId}/change-email`, { email, reason }, adminToken);
    expect(await correct(person.email)).toMatchObject({ status: 400, body: { fields: { email: 'This is the email of the account already' } } });
    expect(await correct(newEmail(), '')).toMatchObject({ status: 400, body: { fields: { reason: 'Please give a reason' } } });
    const meant = newEmail();
    expect(await correct(meant)).toMatchObject({ status: 200, body: { message: expect.stringContaining(`We emailed a link to ${meant}`) as unknown } });
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
      const [payment] = (await get<{ amount: number; invoice_url: string | null }[]>('/api/subscription/payment-history', person.token)).body;
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

describe('an account whose email staff change, and whose holder has forgotten the password', () => {
  const NEW_PASSWORD = 'the holder of the mailbox';
  const idOf = async ({ token }: Account): Promise<string> => (await get<{ id: string }>('/api/auth/user', token)).body.id;
  const staffChange = async (userId: string, email: string): Promise<void> => {
    expect((await post(`/api/admin/members/${userId}/change-email`, { email, reason: 'mistyped' }, adminToken)).status).toBe(200);
  };
  const ask = (email: string) => post('/api/auth/reset-password', { email });
  const reset = (token: string, password = NEW_PASSWORD) => post('/api/auth/reset-password/confirm', { token, password, confirmPassword: password });
  /** Requests are answered one after the other: an email to somebody who asked later comes after these. */
  const getsNoReset = async (email: string): Promise<void> => {
    const before = await tokensTo(system, email, '/reset-password');
    const other = await account();
    expect((await ask(email)).status).toBe(200);
    await ask(other.email);
    await tokenTo(system, other.email, '/reset-password');
    expect(await tokensTo(system, email, '/reset-password')).toEqual(before);
  };

  it('is opened by a reset with the new email, which becomes the email of the account', async () => {
    const person = await setUpByPayment();
    const meant = newEmail();
    await staffChange(await idOf(person), meant);
    const ofStaff = await tokenTo(system, meant, '/confirm-email');
    expect((await emailTo(system, meant, 'Confirm your new email')).text).toContain('use this email within a day to reset your password');
    const answer = await ask(meant.toUpperCase());
    const { status, body } = await ask(newEmail());
    expect(answer).toMatchObject({ status, body });
    const token = await tokenTo(system, meant, '/reset-password');
    expect((await emailTo(system, meant, 'Choose a new password')).text).not.toContain('Eve');
    // Nothing has changed yet.
    expect((await get('/api/auth/user', person.token)).body).toMatchObject({ email: person.email, pendingEmail: meant });

    expect((await reset(token)).status).toBe(200);
    expect((await get('/api/auth/user', person.token)).status).toBe(401);
    for (const [email, password] of [[person.email, PASSWORD], [person.email, NEW_PASSWORD], [meant, PASSWORD]] as const) {
      expect((await post('/api/auth/login', { email, password })).status).toBe(401);
    }
    const holder = { email: meant, password: NEW_PASSWORD, token: await logInPerson(system, { email: meant, password: NEW_PASSWORD }) };
    expect((await get('/api/auth/user', holder.token)).body).toMatchObject({ email: meant, isEmailProven: true, pendingEmail: null });
    await emailTo(system, person.email, 'The email of your account was changed');
    expect((await reset(token)).status).toBe(400);
    expect((await post('/api/auth/confirm-email', { token: ofStaff }, holder.token)).status).toBe(400);
    await settled(meant, () => isMemberEverywhere(holder));
  });

  it.each<[string, (person: Account, meant: string) => Promise<unknown>]>([
    ['the link of the change', async ({ token }, meant) => {
      expect((await post('/api/auth/confirm-email', { token: await tokenTo(system, meant, '/confirm-email') }, token)).status).toBe(200);
    }],
    ['a reset', async (_person, meant) => {
      await ask(meant);
      expect((await reset(await tokenTo(system, meant, '/reset-password'))).status).toBe(200);
    }],
  ])('is not given back to the verified mailbox that it leaves by %s, which is notified', async (_how, confirm) => {
    const [person, meant] = [await verified(), newEmail()];
    await staffChange(await idOf(person), meant);
    await confirm(person, meant);
    const { text } = await emailTo(system, person.email, 'The email of your account was changed');
    expect(text).not.toContain('token=');
    expect(text).toContain('contact us');
  });

  it('is opened with the new email by its holder who asks to set up an account, and gets none beside it', async () => {
    const person = await setUpByPayment();
    const meant = newEmail();
    await staffChange(await idOf(person), meant);
    expect((await post('/api/auth/setup-account', { email: meant, firstName: 'Ada', lastName: 'Okafor', password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, division: 'development' })).status).toBe(202);
    const token = await tokenTo(system, meant, '/reset-password');
    expect(await tokensTo(system, meant, '/setup-account')).toEqual([]);
    expect((await reset(token)).status).toBe(200);
    const holder = { email: meant, password: NEW_PASSWORD, token: await logInPerson(system, { email: meant, password: NEW_PASSWORD }) };
    await settled(meant, () => isMemberEverywhere(holder));
  });

  it('is given to nobody whose mailbox the account names itself', async () => {
    const person = await verified();
    const others = newEmail();
    const body = { firstName: 'Ada', lastName: 'Okafor', email: others, currentPassword: PASSWORD };
    expect((await callApi(system, 'PUT', '/api/auth/update-profile', { token: person.token, body })).status).toBe(200);
    await getsNoReset(others);
    // Also not where staff had asked for the same.
    await staffChange(await idOf(person), others);
    expect((await callApi(system, 'PUT', '/api/auth/update-profile', { token: person.token, body })).status).toBe(200);
    await getsNoReset(others);
  });

  it.each<[string, (person: Account, userId: string) => Promise<unknown>]>([
    ['staff name another email instead', (_person, userId) => staffChange(userId, newEmail())],
    ['the member keeps the email', async ({ token, email }) => {
      expect((await callApi(system, 'PUT', '/api/auth/update-profile', { token, body: { firstName: 'Ada', lastName: 'Okafor', email } })).status).toBe(200);
    }],
    ['the member changes the password', async ({ token }) => {
      const body = { currentPassword: PASSWORD, newPassword: 'another long password' };
      expect((await callApi(system, 'PUT', '/api/auth/change-password', { token, body })).status).toBe(200);
    }],
    ['the account is deleted', async ({ token }) => {
      expect((await post('/api/account/delete', { currentPassword: PASSWORD }, token)).status).toBe(200);
    }],
    ['the account is deactivated', async (_person, userId) => {
      expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(200);
    }],
  ])('is not opened by a reset with the new email once %s', async (_how, act) => {
    const person = await verified();
    const [userId, meant] = [await idOf(person), newEmail()];
    await staffChange(userId, meant);
    await ask(meant);
    const token = await tokenTo(system, meant, '/reset-password');
    await act(person, userId);
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    await getsNoReset(meant);
  });

  it('is not opened where staff named the email for another account too', async () => {
    const meant = newEmail();
    for (const person of [await verified(), await verified()]) await staffChange(await idOf(person), meant);
    await getsNoReset(meant);
  });

  it('stays where it is when another account has the new email: the reset is of that one', async () => {
    const [person, owner] = [await verified(), await verified()];
    await staffChange(await idOf(person), owner.email);
    const reader = await resetBy(owner.email);
    expect((await get('/api/auth/user', reader.token)).body).toMatchObject({ id: await idOf(reader), email: owner.email });
    expect((await get('/api/auth/user', person.token)).body).toMatchObject({ email: person.email });
    expect((await get('/api/auth/user', owner.token)).status).toBe(401);
    // And when it was taken after the link was emailed.
    const [second, meant] = [await verified(), newEmail()];
    await staffChange(await idOf(second), meant);
    await ask(meant);
    const token = await tokenTo(system, meant, '/reset-password');
    const newcomer = await account(meant);
    expect((await reset(token)).status).toBe(400);
    expect((await get('/api/auth/user', newcomer.token)).body).toMatchObject({ email: meant });
    expect((await get('/api/auth/user', second.token)).body).toMatchObject({ email: second.email });
  });
});

describe('an account that never paid', () => {
  it('has no billing page, which would outlive whose account it is', async () => {
    const person = await account();
    await post('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    expect(await post('/api/subscription/update-payment-method', {}, person.token)).toMatchObject({ status: 404, body: { code: 'subscription_none' } });
  });
});

describe('the holder of a mailbox', () => {
  it('gets the account that a stranger set up by a payment page which the stranger had opened', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const form = { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const stranger = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId })).body.token;
    expect((await get('/api/auth/user', stranger)).status).toBe(200);
    await isMemberEverywhere(await setUpBy(email));
    expect((await get('/api/auth/user', stranger)).status).toBe(401);
  });

  it('gets the free entry and the session of the office hours back that a stranger took with it', async () => {
    const email = newEmail();
    const url = await openAsGuest(email, { priceId: prices.annual });
    await payAt(url);
    const form = { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const stranger = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId: sessionOf(url) })).body.token;
    await isActive(system, stranger);
    const entry = { email, events: ['prepared_speech'], division: 'development', waiver: true };
    const [tournament] = (await get<{ id: string; type: string }[]>('/api/events', stranger)).body.filter(({ type }) => type === 'tournament');
    const next = async (token: string) => (await get<{ eventId: string; price: number; reason: string; entry: { status: string } | null }[]>('/api/events/mine', token)).body.find(({ eventId }) => eventId === tournament!.id);
    await patiently('the free entry', async () => expect(await next(stranger)).toMatchObject({ price: 0, reason: 'annual_member', entry: null }));
    expect((await post('/api/tournament/register', { ...entry, eventId: tournament!.id, firstName: 'Eve', lastName: 'Grey' }, stranger)).status).toBe(201);
    const startsAt = await freeSlot(stranger);
    expect((await post('/api/office-hours', { startsAt, topic: 'Mine now' }, stranger)).status).toBe(201);

    const holder = await setUpBy(email);
    await settled(email, async () => {
      expect((await get<{ mine: object | null }>('/api/office-hours', holder.token)).body.mine).toBeNull();
      expect(await next(holder.token)).toMatchObject({ price: 0, reason: 'annual_member', entry: null });
    });
    expect((await post('/api/tournament/register', { ...entry, eventId: tournament!.id, firstName: 'Ada', lastName: 'Okafor' }, holder.token)).status).toBe(201);
    expect(await next(holder.token)).toMatchObject({ entry: { status: 'paid' } });
  });

  it('keeps what they did themselves with the account before their mailbox was verified', async () => {
    const email = newEmail();
    const url = await openAsGuest(email, { priceId: prices.annual });
    await payAt(url);
    const form = { email, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const before = (await post<{ token: string }>('/api/auth/setup-account', { ...form, sessionId: sessionOf(url) })).body.token;
    await isActive(system, before);
    const startsAt = await freeSlot(before);
    expect((await post('/api/office-hours', { startsAt, topic: 'My first rebuttal' }, before)).status).toBe(201);
    const holder = await setUpBy(email);
    // Published after the takeover, so handled after it.
    await join(await verified());
    expect((await get<{ mine: { startsAt: string } | null }>('/api/office-hours', holder.token)).body.mine).toMatchObject({ startsAt });
  });
});

/** The begin of a session of the office hours that nobody has. */
const freeSlot = async (token: string): Promise<string> => {
  const { slots } = (await get<{ slots: { startsAt: string; isTaken: boolean }[] }>('/api/office-hours', token)).body;
  return slots.find(({ isTaken }) => !isTaken)!.startsAt;
};

describe('a session of the office hours', () => {
  it.each<[string, (person: Account, userId: string) => Promise<unknown>]>([
    ['membership is refunded', async ({ email }) => {
      const [{ customer }] = (await liveOf(email)) as [Stripe.Subscription];
      const [charge] = (await stripe.charges.list({ customer: customer as string })).data;
      await stripe.refunds.create({ charge: charge!.id });
    }],
    ['account is deactivated', (_person, userId) => post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)],
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

describe('an account whose email address somebody else changes', () => {
  const change = (token: string, email: string, currentPassword?: string) => {
    const body = { firstName: 'Ada', lastName: 'Okafor', email, ...(currentPassword === undefined ? {} : { currentPassword }) };
    return callApi<{ code: string; fields?: object }>(system, 'PUT', '/api/auth/update-profile', { token, body });
  };
  const undo = (token: string, password: string) => post('/api/auth/undo-email-change', { token, password, confirmPassword: password });

  it('stays where it is while a stolen session is all that they have', async () => {
    const person = await verified();
    const away = newEmail();
    expect(await change(person.token, away)).toMatchObject({ status: 400, body: { fields: { currentPassword: 'Please enter your current password' } } });
    expect(await change(person.token, away, 'a guess')).toMatchObject({ status: 400, body: { code: 'current_password_wrong' } });
    expect((await get('/api/auth/user', person.token)).body).toMatchObject({ email: person.email, pendingEmail: null });
    expect(await emailsTo(system, away)).toEqual([]);
  });

  it('comes back to its holder, with the membership, however often it moved on, and no other link or session is left', async () => {
    const holder = await verified();
    await join(holder);
    const [second, third] = [newEmail(), newEmail()];
    // They know the password.
    const thief = { email: holder.email, token: await logInPerson(system, { email: holder.email, password: PASSWORD }) };
    await moveTo(await moveTo(thief, second), third);
    const thiefsLink = await tokenTo(system, second, '/undo-email-change');
    const moved = await post<{ token: string }>('/api/auth/login', { email: third, password: PASSWORD });
    expect(moved.status).toBe(200);

    // So that there is no room for it at the holder's address.
    const squatter = { ...newRegistration(), email: holder.email, firstName: 'Sid' };
    await registerPerson(system, squatter);
    const squattersToken = await logInPerson(system, squatter);

    const password = 'the holder of the mailbox';
    const link = await tokenTo(system, holder.email, '/undo-email-change');
    expect(await undo(link, password)).toMatchObject({ status: 200, body: { message: expect.stringContaining(holder.email) as unknown } });
    for (const token of [thief.token, holder.token, moved.body.token, squattersToken]) expect((await get('/api/auth/user', token)).status).toBe(401);
    expect((await post('/api/auth/login', { email: third, password: PASSWORD })).status).toBe(401);
    for (const used of [link, thiefsLink]) expect(await undo(used, PASSWORD)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    const { text } = await emailTo(system, third, 'The email of your account was changed');
    expect(text).not.toContain('token=');

    const back = { email: holder.email, password, token: await logInPerson(system, { email: holder.email, password }) };
    expect((await get('/api/auth/user', back.token)).body).toMatchObject({ email: holder.email, isEmailProven: true, pendingEmail: null });
    await settled(holder.email, () => isMemberEverywhere(back));
  });

  it('comes back by the first mailbox also after they undid a change of their own', async () => {
    const holder = await verified();
    const second = newEmail();
    await moveTo(await moveTo(holder, second), newEmail());
    expect((await undo(await tokenTo(system, second, '/undo-email-change'), 'the password of a thief')).status).toBe(200);
    expect((await undo(await tokenTo(system, holder.email, '/undo-email-change'), 'the holder of the mailbox')).status).toBe(200);
    await logInPerson(system, { email: holder.email, password: 'the holder of the mailbox' });
  });
});

describe('the link of the welcome email', () => {
  const setUpWith = async (email: string, token: string): Promise<Account> => {
    const body = { email, token, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    const answer = await post<{ token: string }>('/api/auth/setup-account', body);
    if (answer.status !== 200) throw new Error(`Setting up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return { email, token: answer.body.token };
  };

  it.each<[string, (stranger: Account) => Promise<{ status: number } | Account>]>([
    ['moves away with the account', (stranger) => moveTo(stranger, newEmail())],
    ['deletes the account', (stranger) => post('/api/account/delete', { currentPassword: PASSWORD }, stranger.token)],
    ['changes the password', (stranger) => callApi(system, 'PUT', '/api/auth/change-password', { token: stranger.token, body: { currentPassword: PASSWORD, newPassword: 'another long password' } })],
  ])('works also after a stranger who had registered the address %s', async (_what, act) => {
    const email = newEmail();
    const stranger = await account(email);
    await payAsGuest(email);
    const token = await tokenTo(system, email, '/setup-account');
    const acted = await act(stranger);
    if ('status' in acted) expect(acted.status).toBe(200);
    await isMemberEverywhere(await setUpWith(email, token));
  });

  it('works also after a stranger used the session of the payment', async () => {
    const email = newEmail();
    const sessionId = await payAsGuest(email);
    const token = await tokenTo(system, email, '/setup-account');
    const form = { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
    expect((await post('/api/auth/setup-account', { ...form, sessionId })).status).toBe(200);
    await isMemberEverywhere(await setUpWith(email, token));
  });
});

describe('a name', () => {
  it.each(['You won: http://evil.example/pay', 'Win $500 at evil.com', 'bit.ly/abc', 'evil。com', 'me@evil', 'Call +1-900-555-0100 now'])('is not a message to strangers: %s', async (firstName) => {
    const body = { email: newEmail(), firstName, lastName: 'Grey', password: PASSWORD, confirmPassword: PASSWORD, division: 'development', plan: 'monthly' };
    expect(await post('/api/register-and-subscribe', body)).toMatchObject({ status: 400, body: { fields: { firstName: 'Please enter a name without a link' } } });
  });
});

describe('a member whom staff added by hand', () => {
  /** What staff noted of a person who has no membership yet. */
  const add = async (email: string): Promise<void> => {
    const body = {
      ...{ firstName: 'Ada', lastName: 'Okafor', email, phone: '555-0199', goals: 'To speak in public', experienceLevel: 'advanced', referralSource: 'A friend' },
      ...{ division: 'professional', billingCycle: 'monthly', status: 'active' },
    };
    const answer = await post('/api/admin/debate-club-registrations', body, adminToken);
    if (answer.status !== 201) throw new Error(`Adding answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['is added, registers, pays and verifies', async (email) => {
      await add(email);
      const person = await account(email);
      await join(person);
      await verify(person);
    }],
    ['is added, registers, pays and verifies by resetting the password', async (email) => {
      await add(email);
      await join(await account(email));
      await resetBy(email);
    }],
    ['is added, registers, verifies and pays', async (email) => {
      await add(email);
      await join(await verified(email));
    }],
    ['registers, is added, pays and verifies', async (email) => {
      const person = await account(email);
      await add(email);
      await join(person);
      await verify(person);
    }],
    ['registers, verifies, is added and pays', async (email) => {
      const person = await verified(email);
      await add(email);
      await join(person);
    }],
    ['is added, pays signed out, opens the account on the page after the payment and verifies', async (email) => {
      await add(email);
      const sessionId = await payAsGuest(email);
      const form = { email, sessionId, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD, confirmPassword: PASSWORD, division: 'development' };
      await verify({ email, token: (await post<{ token: string }>('/api/auth/setup-account', form)).body.token });
    }],
    ['is added, registers, pays signed out and verifies', async (email) => {
      await add(email);
      const person = await account(email);
      await payAsGuest(email);
      await verify(person);
    }],
    ['is added, registers, verifies and pays signed out', async (email) => {
      await add(email);
      await verified(email);
      await payAsGuest(email);
    }],
    ['is added, pays signed out, and opens the account by the emailed link', async (email) => {
      await add(email);
      await payAsGuest(email);
      await setUpBy(email);
    }],
  ])('keeps the notes of staff: who %s', async (_order, act) => {
    const email = newEmail();
    await act(email);
    const notes = { phone: '555-0199', goals: 'To speak in public', experienceLevel: 'advanced', referralSource: 'A friend' };
    await settled(email, async () =>
      expect(await clubRowsOf(email)).toEqual([expect.objectContaining({ ...notes, status: 'active', stripeSubscriptionId: expect.stringMatching(/^sub_/) as unknown })]),
    );
  });
});

describe('an address that moves between accounts', () => {
  it('is free for its next owner: checkouts, payments and access are each person’s own', async () => {
    const email = newEmail();
    const first = await account(email);
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, first.token);
    const moved = await moveTo(first, newEmail());
    const second = await account(email);
    const own = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, second.token);
    expect(own.status).toBe(200);
    expect(own.body.checkoutUrl).not.toBe(opened.body.checkoutUrl);
    await payAt(own.body.checkoutUrl);
    await isMemberEverywhere(second);
    await hasNothing(moved);
  });

  it('takes along what was paid for, and everything that is sent: the provider, the lists and the emails', async () => {
    const person = await verified();
    await join(person);
    const [before, email] = [person.email, newEmail()];
    const moved = await moveTo(person, email);
    await isMemberEverywhere(moved);
    await settled(email, async () => {
      expect((await stripe.customers.list({ email, limit: 10 })).data).toHaveLength(1);
      expect((await stripe.customers.list({ email: before, limit: 10 })).data).toEqual([]);
      expect(await clubRowsOf(before)).toEqual([]);
    });
    // Its next owner registers, pays signed out, and gets what they paid for.
    const next = await verified(before);
    await payAsGuest(before);
    await isMemberEverywhere(next);
    expect(await paymentsOf(moved)).toHaveLength(1);
    expect(await paymentsOf(next)).toHaveLength(1);
  });

  it('brings nobody two memberships: the later one is paid back and ended, and the person is told', async () => {
    const email = newEmail();
    const person = await verified();
    await join(person);
    await payAsGuest(email);
    const moved = await moveTo(person, email);
    await settled(email, async () => {
      expect(await liveOf(email)).toHaveLength(1);
      expect(await paymentsOf(moved)).toContainEqual(expect.objectContaining({ status: 'refunded', amount: 9_500 }));
    });
    await emailTo(system, email, 'refunded');
    await isMemberEverywhere(moved);
  });

  it('is shown as refunded on its own page, and sets no account up', async () => {
    const email = newEmail();
    const pages = [await openAsGuest(email), await openAsGuest(email, { priceId: prices.annual })];
    for (const page of pages) await payAt(page);
    const outcomeOf = async (page: string) => (await callApi<{ status: string }>(system, 'GET', `/api/checkout-sessions/${sessionOf(page)}`)).body.status;
    const outcomes = async (): Promise<string[]> => Promise.all(pages.map(outcomeOf));
    await settled(email, async () => expect((await outcomes()).toSorted()).toEqual(['complete', 'refunded']));
    const refunded = pages[(await outcomes()).indexOf('refunded')]!;
    const form = { email, password: 'a long enough password', confirmPassword: 'a long enough password', firstName: 'Ada', lastName: 'Okafor', division: 'development' };
    expect(await post('/api/auth/setup-account', { ...form, sessionId: sessionOf(refunded) })).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });
});

describe('an account whose mailbox is not verified', () => {
  /** Of two memberships for one mailbox the first is left, either of those of one second. The other one's charge was refunded, and an email says why. */
  const paysOnce = async (email: string, first: Stripe.Subscription): Promise<void> => {
    await settled(email, async () => {
      const live = await liveOf(email);
      expect(live.map(({ created }) => created)).toEqual([first.created]);
      const second = (await subscriptionsOf(email)).find(({ id }) => id !== live[0]!.id)!;
      expect((await stripe.charges.list({ customer: second.customer as string })).data).toEqual([expect.objectContaining({ refunded: true })]);
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

  it('is not charged beside a subscription that staff make for its address with another customer', async () => {
    const person = await account();
    await join(person);
    const customer = await stripe.customers.create({ email: person.email });
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.annual }] });
    const sync = { email: person.email, stripeCustomerId: customer.id, stripeSubscriptionId: made.id };
    expect((await post('/api/admin/sync-missing-registration', sync, adminToken)).status).toBe(200);
    await settled(person.email, async () => expect((await liveOf(person.email)).map(({ id }) => id)).toEqual([made.id]));
    await emailTo(system, person.email, 'Your membership has changed');
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('is refunded what it pays after the mailbox has paid signed out, and has that once it is verified', async () => {
    const person = await account();
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    const asGuest = await openAsGuest(person.email);
    // Both are paid before the first is heard of.
    await atProvider(system, 'delivery', { drop: 1, retry: false });
    await payAt(asGuest);
    await payAt(opened.body.checkoutUrl);
    await atProvider(system, 'delivery', {});
    const [first] = (await stripe.subscriptions.list({ customer: (await stripe.checkout.sessions.retrieve(sessionOf(asGuest))).customer as string })).data;
    for (const url of [asGuest, opened.body.checkoutUrl]) expect((await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(url)}`)).status).toBe(200);
    await paysOnce(person.email, first!);
    await verify(person);
    await isMemberEverywhere(person);
  });

  it('cannot pay what would be refunded: its page ends when the mailbox has paid signed out', async () => {
    const person = await account();
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'annual' }, person.token);
    await payAsGuest(person.email);
    await settled(person.email, async () => expect(await stripe.checkout.sessions.retrieve(sessionOf(opened.body.checkoutUrl))).toMatchObject({ status: 'expired' }));
    expect(await post('/api/subscription/checkout', { plan: 'annual' }, person.token)).toMatchObject({ status: 409, body: { code: 'membership_exists' } });
  });
});

describe('a signed-in person', () => {
  it('who pays for somebody else is thanked, and shown nothing of theirs', async () => {
    const [payer, email] = [await verified(), newEmail()];
    const url = await openAsGuest(email, { token: payer.token });
    await payAt(url);
    const outcome = await get<{ status: string; customerEmail: string | null }>(`/api/checkout-sessions/${sessionOf(url)}`, payer.token);
    expect(outcome).toMatchObject({ status: 200, body: { status: 'complete', plan: 'monthly', customerEmail: null } });
    await hasNothing(payer);
    await isMemberEverywhere(await setUpBy(email));
  });

  it('who pays for the own address on the signed-out form is the one who paid, also before the mailbox is verified', async () => {
    const person = await account();
    await payAt(await openAsGuest(person.email, { token: person.token }));
    await isMemberEverywhere(person);
  });

  it('keeps the promo code when going back and choosing again', async () => {
    const code = `BACK${randomUUID().slice(0, 6).toUpperCase()}`;
    expect((await post('/api/admin/promo-codes', { code, name: 'Half', discountType: 'percentage', discountValue: 50, applicableProducts: ['debate_club'] }, adminToken)).status).toBeLessThan(300);
    const registration = { ...newRegistration(), promoCode: code };
    await registerPerson(system, registration);
    const token = await logInPerson(system, registration);
    const again = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, token);
    await payAt(again.body.checkoutUrl);
    const person = { email: registration.email, token };
    await isActive(system, person.token);
    expect(await paymentsOf(person)).toEqual([expect.objectContaining({ amount: 4_750 })]);
  });

  it('may go back from the page that holds the last use of a promo code', async () => {
    const code = `LAST${randomUUID().slice(0, 6).toUpperCase()}`;
    const terms = { code, name: 'Half', discountType: 'percentage', discountValue: 50, maxUses: 1, applicableProducts: ['debate_club'] };
    expect((await post('/api/admin/promo-codes', terms, adminToken)).status).toBeLessThan(300);
    const registration = { ...newRegistration(), promoCode: code };
    const page = await registerPerson(system, registration);
    expect(await registerPerson(system, registration)).toBe(page);
    expect(await post('/api/register-and-subscribe', { ...newRegistration(), promoCode: code })).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
    const annual = await registerPerson(system, { ...registration, plan: 'annual' });
    expect(await stripe.checkout.sessions.retrieve(sessionOf(annual))).toMatchObject({ amount_total: 47_500 });
  });

  it('uses a promo code once, also after the account was deleted', async () => {
    const code = `ONCE${randomUUID().slice(0, 6).toUpperCase()}`;
    expect((await post('/api/admin/promo-codes', { code, name: 'Free', discountType: 'percentage', discountValue: 100, applicableProducts: ['debate_club'] }, adminToken)).status).toBeLessThan(300);
    const registration = { ...newRegistration(), promoCode: code };
    await payAt(await registerPerson(system, registration));
    const person = { email: registration.email, token: await logInPerson(system, registration) };
    await isActive(system, person.token);
    expect((await post('/api/account/delete', { currentPassword: registration.password }, person.token)).status).toBe(200);
    expect(await post('/api/register-and-subscribe', registration)).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
    await patiently('the address to be forgotten', async () => {
      const { status, body } = await get<object[]>(`/api/admin/debate-club-registrations?q=${encodeURIComponent(person.email)}`, adminToken);
      if (status !== 200 || body.length > 0) throw new Error('not yet');
    });
    expect(await post('/api/register-and-subscribe', registration)).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
  });

  describe('who used a promo code and moved to another mailbox', () => {
    const makeCode = async (product: 'debate_club' | 'bootcamps'): Promise<string> => {
      const code = `MOVED${randomUUID().slice(0, 6).toUpperCase()}`;
      const answer = await post('/api/admin/promo-codes', { code, name: 'Free', discountType: 'percentage', discountValue: 100, applicableProducts: [product] }, adminToken);
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
      expect(await post('/api/register-and-subscribe', { ...newRegistration(), email, promoCode: code })).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
    /** Billing has the address that an account moved to, and the provider too. */
    const hasMoved = ({ email }: Account): Promise<void> =>
      patiently('the provider to have the new address', async () => expect((await stripe.customers.list({ email, limit: 1 })).data).toHaveLength(1));

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
      await patiently('the address to be erased', async () => expect((await stripe.customers.list({ email: third.email, limit: 1 })).data).toEqual([]));
      for (const { email } of [first, second, third]) await isRefused(code, email);
      // It is one code that is used up: an address that it never had uses it, and their own may use others.
      await registerPerson(system, { ...newRegistration(), promoCode: code } as never);
      await registerPerson(system, { ...newRegistration(), email: third.email, promoCode: await makeCode('debate_club') } as never);
    });

    it('does not use it again where they used it signed out, before they had the account', async () => {
      const code = await makeCode('bootcamps');
      const form = { email: newEmail(), firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner', promoCode: code };
      const bootcamp = await post<{ checkoutUrl: string }>('/api/bootcamp-checkout', form);
      expect(bootcamp.status).toBe(200);
      await payAt(bootcamp.body.checkoutUrl);
      expect((await callApi(system, 'GET', `/api/checkout-sessions/${sessionOf(bootcamp.body.checkoutUrl)}`)).body).toMatchObject({ status: 'complete' });
      const person = await verified(form.email);
      await join(person);
      const moved = await moveTo(person, newEmail());
      await hasMoved(moved);
      const again = await post('/api/bootcamp-checkout', { ...form, email: moved.email, firstName: 'Ida' }, moved.token);
      expect(again).toMatchObject({ status: 400, body: { code: 'promo_invalid' } });
    });
  });

  it('pays again with a new customer where the provider deleted the old one', async () => {
    const person = await verified();
    await join(person);
    const [subscription] = await liveOf(person.email);
    await stripe.customers.del(subscription!.customer as string);
    // Whether or not that was heard of.
    expect(await post('/api/subscription/update-payment-method', {}, person.token)).toMatchObject({ status: 404 });
    await patiently('the end of the membership', async () => {
      if ((await membershipOf(system, person.token)) !== 'inactive') throw new Error('still active');
    });
    await join(person);
    await isMemberEverywhere(person);
  });

  it('whom staff give an annual subscription beside the monthly one keeps the annual one, and is told', async () => {
    const person = await verified();
    await join(person);
    const [monthly] = await liveOf(person.email);
    const annual = await stripe.subscriptions.create({ customer: monthly!.customer as string, items: [{ price: prices.annual }] });
    await settled(person.email, async () => {
      expect((await liveOf(person.email)).map(({ id }) => id)).toEqual([annual.id]);
      expect((await get<{ interval: string }>('/api/subscription/details', person.token)).body).toMatchObject({ interval: 'year' });
    });
    await emailTo(system, person.email, 'membership has changed');
    expect(await membershipOf(system, person.token)).toBe('active');
  });
});

describe('a membership that staff refund at the provider', () => {
  it('ends, and the member is emailed', async () => {
    const person = await verified();
    await join(person);
    const [subscription] = await liveOf(person.email);
    const { data: [charge] } = await stripe.charges.list({ customer: subscription!.customer as string });
    await stripe.refunds.create({ charge: charge!.id });
    expect((await emailTo(system, person.email, 'Your membership has ended')).text).toContain('$95.00');
    expect(await membershipOf(system, person.token)).toBe('inactive');
    expect(await liveOf(person.email)).toEqual([]);
  });
});

describe('a cancelled membership that is resumed', () => {
  const SUBJECT = 'Your membership renews again';
  const confirmed = async ({ email }: Account) => (await emailsTo(system, email)).filter(({ subject }) => subject === SUBJECT);
  const confirmedTimes = (person: Account, times: number) => patiently('the email', async () => expect(await confirmed(person)).toHaveLength(times));

  it('is confirmed by one email for each time, whoever resumes it, with the day of the next payment', async () => {
    const person = await verified();
    await join(person);
    for (const step of ['cancel', 'resume', 'resume']) expect((await post(`/api/subscription/${step}`, {}, person.token)).status).toBe(200);
    await confirmedTimes(person, 1);
    const [subscription] = await liveOf(person.email);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Los_Angeles' }).format(subscription!.items.data[0]!.current_period_end * 1_000);
    expect((await confirmed(person))[0]!.text.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`next payment .*\\$95\\.00.* ${day}`));
    // As staff do it at the provider, or the member in its portal.
    for (const ends of [true, false]) {
      await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: ends });
      await settled(person.email, async () => expect(await detailsOf(person)).toMatchObject({ cancel_at_period_end: ends }));
    }
    await confirmedTimes(person, 2);
    expect((await post('/api/subscription/resume', {}, person.token)).status).toBe(200);
    // Written after whatever the repetition would have written.
    expect((await post('/api/subscription/cancel', {}, person.token)).status).toBe(200);
    await patiently('the last cancellation', async () => expect((await emailsTo(system, person.email)).filter(({ subject }) => subject === 'Your membership is cancelled')).toHaveLength(3));
    await confirmedTimes(person, 2);
  });
});

describe('a deactivated account', () => {
  /** Its one payment was refunded, and it was emailed that, and no welcome. */
  const isRefunded = async (email: string): Promise<void> => {
    await settled(email, async () => {
      expect(await liveOf(email)).toEqual([]);
      const [ended] = await subscriptionsOf(email);
      expect((await stripe.charges.list({ customer: ended!.customer as string })).data).toEqual([expect.objectContaining({ refunded: true })]);
    });
    await emailTo(system, email, 'Your payment was refunded');
    expect((await emailsTo(system, email)).map(({ subject }) => subject)).not.toContain('Welcome to the Debate Club');
  };

  it('sells nothing under its address, and is not charged again until it is reactivated', async () => {
    const person = await verified();
    await join(person);
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(200);
    expect((await post('/api/create-subscription', { priceId: prices.monthly, customerEmail: person.email })).status).toBe(409);
    await settled(person.email, async () => expect((await liveOf(person.email))[0]).toMatchObject({ cancel_at_period_end: true }));
    expect((await post(`/api/admin/members/${userId}/reactivate`, { reason: 'asked to' }, adminToken)).status).toBe(200);
    await settled(person.email, async () => expect((await liveOf(person.email))[0]).toMatchObject({ cancel_at_period_end: false }));
    await isMemberEverywhere({ email: person.email, token: await logInPerson(system, { email: person.email, password: PASSWORD }) });
    // They are emailed of what they did just now; a deactivation is nothing that they cancelled, and a reactivation nothing that they resumed.
    const token = await logInPerson(system, { email: person.email, password: PASSWORD });
    expect((await post('/api/subscription/cancel', {}, token)).status).toBe(200);
    const timesOf = async (which: string) => (await emailsTo(system, person.email)).filter(({ subject }) => subject === `Your membership ${which}`).length;
    await patiently('the emails', async () => expect([await timesOf('is cancelled'), (await timesOf('renews again')) > 0]).toEqual([2, true]));
    expect(await timesOf('renews again')).toBe(1);
  });

  it('that paid nothing gets nothing sold under its address either', async () => {
    const person = await verified();
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    const opened = await openAsGuest(person.email);
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(200);
    expect(await post('/api/create-subscription', { priceId: prices.monthly, customerEmail: person.email })).toMatchObject({ status: 409 });
    // The page that was open already takes the money, which is given back.
    await payAt(opened);
    await isRefunded(person.email);
  });

  it('is refunded what is paid signed out for its address, also when the mailbox was never verified', async () => {
    const person = await account();
    const userId = (await get<{ id: string }>('/api/auth/user', person.token)).body.id;
    const opened = await openAsGuest(person.email);
    expect((await post(`/api/admin/members/${userId}/deactivate`, { reason: 'asked to' }, adminToken)).status).toBe(200);
    await payAt(opened);
    await isRefunded(person.email);
  });
});

describe('the calendar address of an account', () => {
  const makeCalendar = async ({ token }: Account): Promise<string> => {
    const { status, body } = await post<{ url: string }>('/api/calendar-feed', {}, token);
    expect(status).toBe(200);
    expect((await fetch(body.url)).status).toBe(200);
    return body.url;
  };
  const hasEnded = (url: string): Promise<void> => patiently('the calendar address to end', async () => expect((await fetch(url)).status).toBe(404));

  it.each<[string, (email: string) => Promise<Account>]>([
    ['resets the password', resetBy],
    ['pays signed out and sets the account up by the emailed link', async (email) => {
      await payAsGuest(email);
      return setUpBy(email);
    }],
  ])('ends when the holder of the mailbox takes the account over and %s', async (_how, takeOver) => {
    const stranger = await account();
    const url = await makeCalendar(stranger);
    const holder = await takeOver(stranger.email);
    await hasEnded(url);
    expect((await get('/api/calendar-feed', holder.token)).body).toEqual({ url: null, createdAt: null });
    const own = await makeCalendar(holder);
    expect((await fetch(own)).status).toBe(200);
  });

  it.each<[string, (person: Account) => Promise<unknown>]>([
    ['a new password', ({ token }) => callApi(system, 'PUT', '/api/auth/change-password', { token, body: { currentPassword: PASSWORD, newPassword: 'another long password' } })],
    ['a password that is reset', ({ email }) => resetBy(email)],
    ['logging out everywhere', ({ token }) => post('/api/auth/logout-all', {}, token)],
    ['ending the other sessions', ({ token }) => post('/api/account/sessions/end', { currentPassword: PASSWORD }, token)],
  ])('ends with %s', async (_what, act) => {
    const person = await verified();
    const url = await makeCalendar(person);
    await act(person);
    await hasEnded(url);
  });

  it('ends when the mailbox is verified, and stays when a verified account moves to another', async () => {
    const person = await account();
    const first = await makeCalendar(person);
    await verify(person);
    await hasEnded(first);
    const second = await makeCalendar(person);
    const moved = await moveTo(person, newEmail());
    await settled(moved.email, async () => expect((await get<{ email: string }>('/api/auth/user', moved.token)).body.email).toBe(moved.email));
    await join(moved);
    expect((await fetch(second)).status).toBe(200);
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

  it.each<[string, (email: string) => Promise<Account>]>([
    ['resets the password and pays', async (email) => {
      const holder = await resetBy(email);
      await join(holder);
      return holder;
    }],
    ['pays signed out and sets the account up by the emailed link', async (email) => {
      await payAsGuest(email);
      return setUpBy(email);
    }],
  ])('that a stranger noted on an unverified account earns nothing when the holder of the mailbox %s', async (_how, takeOver) => {
    const stranger = await verified();
    const email = newEmail();
    await registerWith(email, (await summaryOf(stranger)).referralCode);
    expect(await summaryOf(stranger)).toMatchObject({ totalReferrals: 1 });
    const holder = await takeOver(email);
    await isMemberEverywhere(holder);
    expect(await summaryOf(stranger)).toMatchObject({ totalReferrals: 0, totalCredits: 0 });
    expect(await summaryOf(holder)).toMatchObject({ totalCredits: 0 });
  });

  it('is used by the membership that the referrer pays for signed out afterwards', async () => {
    const referrer = await verified();
    const friend = newEmail();
    await payAt(await registerWith(friend, (await summaryOf(referrer)).referralCode));
    const customersOf = async () => (await stripe.customers.list({ email: referrer.email, limit: 10 })).data;
    await patiently('the referrer to be credited', async () => expect((await customersOf()).map(({ balance }) => balance)).toEqual([-5_000]));
    await payAsGuest(referrer.email);
    await isMemberEverywhere(referrer);
    const [{ customer }] = (await liveOf(referrer.email)) as [Stripe.Subscription];
    await patiently('the credit to be on the customer that pays', async () => {
      expect((await customersOf()).map(({ id, balance }) => [id === customer, balance]).toSorted()).toEqual([[false, 0], [true, -5_000]]);
    });
  });

  it('that the holder of the mailbox gives after taking the account over counts', async () => {
    const [stranger, friend] = [await verified(), await verified()];
    const email = newEmail();
    await registerWith(email, (await summaryOf(stranger)).referralCode);
    const holder = await resetBy(email);
    await payAt(await registerWith(email, (await summaryOf(friend)).referralCode, 'the holder of the mailbox'));
    await isMemberEverywhere(holder);
    expect(await summaryOf(friend)).toMatchObject({ totalReferrals: 1, totalCredits: 5_000 });
    expect(await summaryOf(stranger)).toMatchObject({ totalReferrals: 0, totalCredits: 0 });
  });

  it('stays with a person who verifies the mailbox, changes the password and pays', async () => {
    const friend = await verified();
    const email = newEmail();
    await registerWith(email, (await summaryOf(friend)).referralCode);
    const person = { email, token: await logInPerson(system, { email, password: PASSWORD }) };
    await verify(person);
    const changed = await callApi<{ token: string }>(system, 'PUT', '/api/auth/change-password', { token: person.token, body: { currentPassword: PASSWORD, newPassword: 'another long password' } });
    await join({ email, token: changed.body.token });
    expect(await summaryOf(friend)).toMatchObject({ totalReferrals: 1, totalCredits: 5_000 });
  });
});

describe('the outcome of a checkout', () => {
  it('names, signed out, the address that was paid for, also after the account moved to another', async () => {
    const person = await verified();
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    await payAt(opened.body.checkoutUrl);
    await isActive(system, person.token);
    const moved = await moveTo(person, newEmail());
    const path = `/api/checkout-sessions/${sessionOf(opened.body.checkoutUrl)}`;
    await settled(moved.email, async () => expect((await get(path, moved.token)).body).toMatchObject({ customerEmail: moved.email }));
    expect((await callApi(system, 'GET', path)).body).toMatchObject({ status: 'complete', customerEmail: person.email });
  });
});
