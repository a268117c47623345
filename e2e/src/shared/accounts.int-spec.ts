import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailsTo } from '../testing/mailbox.ts';
import {
  callApi,
  isActive,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from '../testing/person.ts';
import { sharedSystem } from '../testing/start-system.ts';

const system = await sharedSystem();
const { monthly: priceId } = await pricesOf(system);

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
      body: { code: 'email_taken', message: expect.stringContaining('log in') },
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
