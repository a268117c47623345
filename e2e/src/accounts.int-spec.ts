import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailsTo } from './testing/mailbox.ts';
import {
  callApi,
  isActive,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from './testing/person.ts';
import { type RunningSystem, sharedSystem } from './testing/start-system.ts';

let system: RunningSystem;
let priceId: string;

beforeAll(async () => {
  system = await sharedSystem();
  priceId = (await pricesOf(system)).monthly;
});

afterAll(async () => {
  await system.stop();
});

const api = <T = { message: string; token?: string }>(
  method: string,
  path: string,
  options: Parameters<typeof callApi>[3] = {},
) => callApi<T>(system, method, path, options);

const newAddress = (): string => `Person+${randomUUID().slice(0, 8)}@Example.com`;

const form = (email: string, credential: { token?: string; sessionId?: string } = {}) => ({
  email,
  password: 'a long enough password',
  confirmPassword: 'a long enough password',
  firstName: 'Ada',
  lastName: 'Okafor',
  division: 'professional',
  ...credential,
});
const setUp = (email: string, credential?: { token?: string; sessionId?: string }) =>
  api('POST', '/api/auth/setup-account', { body: form(email, credential) });

/** Opens a checkout as a visitor without an account. Returns the id of its session and how to pay. */
const subscribe = async (email: string): Promise<{ sessionId: string; pay: () => Promise<void> }> => {
  const answer = await api<{ url: string }>('POST', '/api/create-subscription', {
    body: { priceId, customerEmail: email },
  });
  if (answer.status !== 200) throw new Error(`Opening a checkout answered ${answer.status}`);
  const sessionId = /cs_test_\w+/.exec(answer.body.url)?.[0];
  if (sessionId === undefined) throw new Error(`No session in ${answer.body.url}`);
  return { sessionId, pay: () => payAt(answer.body.url) };
};

/** The link in the newest email of that subject, once it is there. */
const linkIn = (email: string, subject: string): Promise<URL> =>
  patiently(`the email “${subject}” to come`, async () => {
    const message = (await emailsTo(system, email)).find((candidate) => candidate.subject === subject);
    const link = /https?:\/\/\S+token=\S+/.exec(message?.text ?? '')?.[0];
    if (link === undefined) throw new Error('No link yet');
    return new URL(link);
  });

describe('a person who pays before having an account', () => {
  it('sets it up from the one email of the payment, and is a member', async () => {
    const email = newAddress();
    await (await subscribe(email)).pay();
    const link = await linkIn(email, 'Welcome to the Debate Club');
    expect(link.pathname).toBe('/setup-account');
    expect(link.searchParams.get('email')).toBe(email);
    const answer = await setUp(email, { token: link.searchParams.get('token') ?? '' });
    expect(answer).toMatchObject({
      status: 200,
      body: { token: expect.any(String) as unknown, message: 'Your account is ready. Welcome!' },
    });
    await isActive(system, answer.body.token ?? '');
    expect((await emailsTo(system, email)).map(({ subject }) => subject)).toEqual(['Welcome to the Debate Club']);
    const details = await api<{ status: string }>('GET', '/api/subscription/details', {
      token: answer.body.token ?? '',
    });
    expect(details.status).toBe(200);
    // The link worked once, and changes no password.
    expect(await setUp(email, { token: link.searchParams.get('token') ?? '' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  it('sets it up from the page after the payment, by the checkout of that very address', async () => {
    const email = newAddress();
    const { sessionId, pay } = await subscribe(email);
    expect(await setUp(email, { sessionId })).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    await pay();
    expect(await setUp(newAddress(), { sessionId })).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect(await setUp(email, { sessionId: 'cs_test_made_up' })).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    });
    expect(await setUp(email, { token: 'made-up', sessionId })).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    });
    const answer = await setUp(` ${email.toLowerCase()}`, { sessionId });
    expect(answer.status).toBe(200);
    await isActive(system, answer.body.token ?? '');
    const again = await setUp(email, { sessionId });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'email_taken', message: expect.stringContaining('log in') as unknown },
    });

    // And is not sold a second membership; another person's address may be paid for.
    const [token, other] = [answer.body.token ?? '', newRegistration()];
    expect(
      await api('POST', '/api/create-subscription', { token, body: { priceId, customerEmail: email } }),
    ).toMatchObject({ status: 409, body: { code: 'membership_exists' } });
    expect(
      await api('POST', '/api/create-subscription', { token, body: { priceId, customerEmail: other.email } }),
    ).toMatchObject({ status: 200 });
  });
});

describe('a person who has not verified a mailbox', () => {
  it('gets the same answer for every address, and the email that fits', async () => {
    const [unknown, paid] = [newAddress(), newAddress()];
    await (await subscribe(paid)).pay();
    const known = newRegistration();
    await registerPerson(system, known);
    const answers = await Promise.all([unknown, paid, known.email].map((email) => setUp(email)));
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(body).toEqual({
        message:
          'Please check your mailbox. We email the next step to this address. If nothing arrives, please contact us.',
      });
    }
    expect((await linkIn(unknown, 'Set up your account')).pathname).toBe('/setup-account');
    expect((await linkIn(known.email, 'You have an account already')).pathname).toBe('/reset-password');
    const link = await linkIn(paid, 'Set up your account');
    const done = await setUp(paid, { token: link.searchParams.get('token') ?? '' });
    expect(done.status).toBe(200);
    await isActive(system, done.body.token ?? '');
    // The stranger's input changed nothing.
    expect(
      (await api('POST', '/api/auth/login', { body: { email: unknown, password: 'a long enough password' } })).status,
    ).toBe(401);
    expect(await logInPerson(system, known)).toEqual(expect.any(String));
  });
});

describe('a password', () => {
  const password = 'another good password';

  it('is reset by the emailed link, once, which invalidates earlier tokens; unknown addresses get the same answer', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    const before = await logInPerson(system, person);
    const [known, unknown] = await Promise.all(
      [person.email, newAddress()].map((email) => api('POST', '/api/auth/reset-password', { body: { email } })),
    );
    expect(known).toMatchObject({ status: 200 });
    expect({ status: unknown?.status, body: unknown?.body }).toEqual({ status: known?.status, body: known?.body });
    const token = (await linkIn(person.email, 'Choose a new password')).searchParams.get('token');
    const reset = () =>
      api('POST', '/api/auth/reset-password/confirm', { body: { token, password, confirmPassword: password } });
    expect(await reset()).toMatchObject({
      status: 200,
      body: { message: 'Your password has been changed. Please log in.' },
    });
    expect(await reset()).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect((await api('GET', '/api/auth/user', { token: before })).status).toBe(401);
    await logInPerson(system, { email: person.email, password });
    await patiently('the holder to be notified, once', async () => {
      const notices = (await emailsTo(system, person.email)).filter(
        ({ subject }) => subject === 'Your password was changed',
      );
      expect(notices.map(({ text }) => text)).toEqual([
        expect.stringContaining('chosen with the link that we emailed to this address'),
      ]);
    });
  });

  it('is changed by a person who knows it, whose session is the only one that continues', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    const [own, other] = [await logInPerson(system, person), await logInPerson(system, person)];
    const change = (token: string, currentPassword: string) =>
      api('PUT', '/api/auth/change-password', { token, body: { currentPassword, newPassword: password } });
    expect(await change(own, 'a guess')).toMatchObject({
      status: 400,
      body: { code: 'current_password_wrong', message: 'Current password is incorrect' },
    });
    const changed = await change(own, person.password);
    expect(changed.status).toBe(200);
    for (const token of [own, other]) expect((await api('GET', '/api/auth/user', { token })).status).toBe(401);
    expect((await api('GET', '/api/auth/user', { token: changed.body.token ?? '' })).status).toBe(200);
    await patiently('the holder to be notified, once', async () => {
      const notices = (await emailsTo(system, person.email)).filter(
        ({ subject }) => subject === 'Your password was changed',
      );
      expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('chosen in its settings')]);
    });
  });
});

describe('a profile', () => {
  it('has its new name immediately, and its new email address once that was confirmed', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    const token = await logInPerson(system, person);
    const email = newAddress();
    const body = { firstName: 'Grace', lastName: 'Okafor', email, currentPassword: person.password };
    const answer = await api('PUT', '/api/auth/update-profile', { token, body });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining(email) as unknown } });
    expect((await api('GET', '/api/auth/user', { token })).body).toMatchObject({
      firstName: 'Grace',
      email: person.email,
    });
    const link = await linkIn(email, 'Confirm your new email');
    expect(link.pathname).toBe('/confirm-email');
    expect(
      await api('POST', '/api/auth/confirm-email', { token, body: { token: link.searchParams.get('token') } }),
    ).toMatchObject({ status: 200 });
    expect((await api('GET', '/api/auth/user', { token })).body).toMatchObject({ email });
    await patiently('the old address to be notified', async () => {
      if (
        !(await emailsTo(system, person.email)).some(
          ({ subject }) => subject === 'The email of your account was changed',
        )
      )
        throw new Error('Not yet');
    });
  });
});
