import { describe, expect, it } from 'vitest';
import { type Account, accountsSystem } from '../testing/accounts.ts';
import { type Browser, browserOf } from '../testing/browsers.ts';
import { emailsTo, emailTo, tokensTo, tokenTo } from '../testing/mailbox.ts';
import { callApi, newRegistration, patiently } from '../testing/person.ts';
import { atProvider } from '../testing/provider.ts';

/* A stranger signs in with a member's password, and the member is notified. */

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SUBJECT = 'New login to your';

const { system, adminToken, verified, account } = await accountsSystem();

const PASSWORD = 'a long enough password';
const browser = (): Browser => browserOf(system, { agent: FIREFOX });
const logIn = async (from: Browser, email: string, password = PASSWORD, path = '/api/auth/login'): Promise<string> => {
  const answer = await from.post<{ token: string }>(path, { email, password });
  if (answer.status !== 200) throw new Error(`Logging in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.token;
};
const reports = async (email: string) =>
  (await emailsTo(system, email)).filter(({ subject }) => subject.startsWith(SUBJECT));
const isOpen = async (token: string, path = '/api/auth/user'): Promise<boolean> =>
  (await callApi(system, 'GET', path, { token })).status === 200;
const end = (token: string) =>
  callApi<{ code?: string; audience?: string; message: string }>(system, 'POST', '/api/auth/end-session', {
    body: { token },
  });
/** The newest link of a report that is not in `seen`. */
const linkTo = (email: string, seen: readonly string[] = []) => tokenTo(system, email, '/end-session', seen);

/** A member who has verified the mailbox, hours after the account was opened. */
const member = async (): Promise<Account> => {
  const person = await verified();
  await atProvider(system, 'advance', { seconds: 3_700 });
  return person;
};

describe('a login in a browser that the account does not know', () => {
  it('is reported to its holder, with a link that ends that session and no other', async () => {
    const person = await member();
    const ownersBrowser = browser();
    const ownersSession = await logIn(ownersBrowser, person.email);
    const first = await linkTo(person.email);
    const thiefs = await logIn(browser(), person.email);
    const link = await linkTo(person.email, [first]);
    const [mail] = await reports(person.email);
    expect(mail!.text).toContain('Firefox on Windows');
    expect(await isOpen(thiefs)).toBe(true);
    expect(await end(link)).toMatchObject({ status: 200, body: { audience: 'member' } });
    expect([await isOpen(thiefs), await isOpen(ownersSession)]).toEqual([false, true]);
    expect(await end(link)).toMatchObject({
      status: 400,
      body: { code: 'link_invalid', message: expect.stringContaining('has ended already') },
    });
    expect(await isOpen(ownersSession)).toBe(true);
  });

  it('is not reported where the browser signed in to the account before', async () => {
    const person = await member();
    const ownersBrowser = browser();
    await logIn(ownersBrowser, person.email);
    await linkTo(person.email);
    await logIn(ownersBrowser, person.email);
    await logIn(ownersBrowser, person.email);
    // These come after any earlier reports.
    await logIn(browser(), person.email);
    await patiently('the other browser', async () => expect(await reports(person.email)).toHaveLength(2));
  });

  it('is reported also where the browser showed the password by registering again before', async () => {
    const person = await verified();
    const thief = browser();
    const form = { ...newRegistration(), email: person.email, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await thief.post('/api/register-and-subscribe', form)).status).toBe(200);
    await logIn(thief, person.email);
    await linkTo(person.email);
  });

  it('is reported three times an hour, however often it happens', async () => {
    const person = await member();
    for (let times = 0; times < 6; times += 1) await logIn(browser(), person.email);
    await patiently('three reports', async () => expect(await reports(person.email)).toHaveLength(3));
    await atProvider(system, 'advance', { seconds: 3_700 });
    await logIn(browser(), person.email);
    await patiently('another one', async () => expect(await reports(person.email)).toHaveLength(4));
  });

  it('is not reported to a mailbox that is not verified', async () => {
    const stranger = await account();
    await logIn(browser(), stranger.email);
    const person = await member();
    await logIn(browser(), person.email);
    await linkTo(person.email);
    expect(await reports(stranger.email)).toEqual([]);
  });

  it('is obsolete after a new password, which ends every session, and its link says so', async () => {
    const person = await member();
    const thiefs = await logIn(browser(), person.email);
    const link = await linkTo(person.email);
    const ownersBrowser = browser();
    await ownersBrowser.post('/api/auth/reset-password', { email: person.email });
    const chosen = 'the holder of the mailbox';
    expect(
      (
        await ownersBrowser.post('/api/auth/reset-password/confirm', {
          token: await tokenTo(system, person.email, '/reset-password'),
          password: chosen,
          confirmPassword: chosen,
        })
      ).status,
    ).toBe(200);
    expect(await isOpen(thiefs)).toBe(false);
    expect((await end(link)).body.code).toBe('link_invalid');
    // The browser that chose it is known.
    await logIn(ownersBrowser, person.email, chosen);
    await logIn(browser(), person.email, chosen);
    await linkTo(person.email, [link]);
    expect(await tokensTo(system, person.email, '/end-session')).toHaveLength(2);
  });

  it('to an administrator’s account is reported as well', async () => {
    const { admin } = await system.run();
    const seen = await tokensTo(system, admin.email, '/end-session');
    await atProvider(system, 'advance', { seconds: 3_700 });
    const thiefs = await logIn(browser(), admin.email, admin.password, '/api/admin/login');
    const link = await linkTo(admin.email, seen);
    await emailTo(system, admin.email, 'New login to your administrator account');
    expect(await end(link)).toMatchObject({ status: 200, body: { audience: 'admin' } });
    expect(await isOpen(thiefs, '/api/admin/sessions')).toBe(false);
    expect(await isOpen(adminToken, '/api/admin/sessions')).toBe(true);
  });

  it.each([
    ['unknown', 'made-up'],
    ['of another purpose', '/reset-password'],
  ])('is not ended by a link that is %s', async (_what, page) => {
    const person = await member();
    const thiefs = await logIn(browser(), person.email);
    await linkTo(person.email);
    await browser().post('/api/auth/reset-password', { email: person.email });
    const token = page.startsWith('/') ? await tokenTo(system, person.email, page) : page;
    expect((await end(token)).body.code).toBe('link_invalid');
    expect(await isOpen(thiefs)).toBe(true);
  });
});
