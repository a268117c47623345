import { describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { newEmail } from '../testing/accounts.ts';
import { emailsTo, emailTo, tokensTo, tokenTo } from '../testing/mailbox.ts';
import { operateOn } from '../testing/operate.ts';
import { adminTokenOf, callApi, newRegistration, patiently, registerPerson } from '../testing/person.ts';
import { atProvider, timeOf } from '../testing/provider.ts';
import { sharedSystem } from '../testing/start-system.ts';

/* Administrators of each other's accounts, and the way back of one who forgot the password. */

const PASSWORD = 'seventeen quiet llamas';
const LINK = '/admin/choose-password';

const system = await sharedSystem();
let first = await adminTokenOf(system);
const { email: firstEmail, password: firstPassword } = (await system.run()).admin;

const moveClock = (seconds: number): Promise<void> => atProvider(system, 'advance', { seconds });
/** The code of an authenticator app by the system's clock. */
const appCode = async (secret: string): Promise<string> =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: await timeOf(system) });

interface Administrator {
  id: string;
  email: string;
  isActive: boolean;
  hasSecondFactor: boolean;
  lastLoginAt: string | null;
}
const api = <T = { code?: string; message: string }>(
  method: string,
  path: string,
  options: { body?: object; token?: string } = {},
) => callApi<T>(system, method, path, options);
const all = async (): Promise<Administrator[]> =>
  (await api<{ items: Administrator[] }>('GET', '/api/admin/administrators', { token: first })).body.items;
const found = async (email: string): Promise<Administrator> => (await all()).find((each) => each.email === email)!;
interface Answer extends Administrator {
  code?: string;
  fields?: Record<string, string>;
}
const invite = (email: string, more: object = {}) =>
  api<Answer>('POST', '/api/admin/administrators', {
    body: { email, name: 'Grace Hopper', role: 'owner', currentPassword: firstPassword, ...more },
    token: first,
  });
const choose = (token: string, more: object = {}) =>
  api('POST', '/api/admin/choose-password', {
    body: { token, password: PASSWORD, confirmPassword: PASSWORD, ...more },
  });
const logIn = (email: string, password = PASSWORD, more: object = {}) =>
  api<{ token: string; code?: string }>('POST', '/api/admin/login', { body: { email, password, ...more } });
const turn = (id: string, isActive: boolean, token = first, currentPassword: string | undefined = firstPassword) =>
  api<Answer & { message: string }>('PUT', `/api/admin/administrators/${id}`, {
    body: { isActive, currentPassword },
    token,
  });
const isOpen = async (token: string): Promise<boolean> =>
  (await api('GET', '/api/admin/sessions', { token })).status === 200;
const forgot = (email: string) => api('POST', '/api/admin/forgot-password', { body: { email } });
const operate = (...args: string[]) => operateOn(system, args);

/** An administrator who was invited and has signed in. */
const newAdministrator = async (): Promise<Administrator & { token: string }> => {
  const email = newEmail();
  expect((await invite(email)).status).toBe(200);
  expect((await choose(await tokenTo(system, email, LINK))).status).toBe(200);
  const { token } = (await logIn(email)).body;
  return { ...(await found(email)), token };
};

describe('an administrator who is invited', () => {
  it('chooses a password with the emailed link, once', async () => {
    const email = newEmail();
    expect((await invite(email)).body).toMatchObject({ email, isActive: true, lastLoginAt: null });
    const link = await tokenTo(system, email, LINK);
    expect((await logIn(email)).status).toBe(401);
    expect((await choose(link, { password: 'eleven char', confirmPassword: 'eleven char' })).status).toBe(400);
    expect((await choose(link, { password: `${email} hopper`, confirmPassword: 'other' })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 5 }, () => choose(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const { token } = (await logIn(email)).body;
    expect(await isOpen(token)).toBe(true);
    const changed = await api<Answer>('PUT', '/api/admin/password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: 'eleven char' },
    });
    expect([changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([400, ['newPassword']]);
    expect((await choose(link)).body.code).toBe('link_invalid');
    const recorded = (
      await api<{ items: { action: string; ipAddress: string | null }[] }>('GET', '/api/admin/actions?limit=20', {
        token,
      })
    ).body.items;
    expect(recorded.find(({ action }) => action === 'accept_invitation')).toMatchObject({
      ipAddress: expect.any(String),
    });
    expect(recorded.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['invite_administrator', 'accept_invitation', 'login']),
    );
  });

  it('is reported to every owner except the one who did it', async () => {
    const one = await newAdministrator();
    const two = await newAdministrator();
    await emailTo(system, one.email, (mail) => mail.text.includes(two.email));
    for (const email of [two.email, firstEmail])
      expect(
        (await emailsTo(system, email)).some(
          ({ subject, text }) => subject === 'An administrator was invited' && text.includes(two.email),
        ),
      ).toBe(false);
    await Promise.all([turn(one.id, false), turn(two.id, false)]);
  });

  it('gets another link while the first is not used, three times an hour, and none once they have signed in', async () => {
    const email = newEmail();
    for (let times = 0; times < 3; times += 1) expect((await invite(email)).status).toBe(200);
    expect((await invite(email)).body.code).toBe('too_many_requests');
    await patiently('three links', async () => expect(await tokensTo(system, email, LINK)).toHaveLength(3));
    const [last, before] = await tokensTo(system, email, LINK);
    expect((await choose(last!)).status).toBe(200);
    expect((await choose(before!)).body.code).toBe('link_invalid');
    await logIn(email);
    await moveClock(3_700);
    expect((await invite(email)).body.code).toBe('email_taken');
  });

  it('cannot use the link after three days', async () => {
    const email = newEmail();
    await invite(email);
    const link = await tokenTo(system, email, LINK);
    await moveClock(72 * 3_600);
    first = await adminTokenOf(system);
    expect((await choose(link)).body.code).toBe('link_invalid');
  });

  it('is not the member of the same mailbox, whose links and deletion leave the invitation alone', async () => {
    const person = { ...newRegistration(), email: newEmail() };
    await registerPerson(system, person);
    const { token } = (
      await api<{ token: string }>('POST', '/api/auth/login', {
        body: { email: person.email, password: person.password },
      })
    ).body;
    await invite(person.email);
    const link = await tokenTo(system, person.email, LINK);
    expect(
      (await api('POST', '/api/account/delete', { token, body: { currentPassword: person.password } })).status,
    ).toBe(200);
    expect((await choose(link)).status).toBe(200);
    expect((await logIn(person.email)).status).toBe(200);
  });
});

describe('an administrator who is deactivated', () => {
  it('is signed out at that moment, and neither the password nor a link lets them in', async () => {
    const admin = await newAdministrator();
    await forgot(admin.email);
    const link = await tokenTo(system, admin.email, LINK, [(await tokensTo(system, admin.email, LINK)).at(-1)!]);
    expect((await turn(admin.id, false)).status).toBe(200);
    expect(await isOpen(admin.token)).toBe(false);
    expect((await logIn(admin.email)).status).toBe(401);
    expect((await choose(link)).body.code).toBe('link_invalid');
    expect((await invite(admin.email)).body.code).toBe('email_taken');
    expect(await turn(admin.id, true)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('can log in again') },
    });
    expect((await logIn(admin.email)).status).toBe(200);
    // Links that were emailed before do not work again.
    expect((await choose(link)).body.code).toBe('link_invalid');
  });

  it('is somebody else, and never the last one', async () => {
    const actingAdmin = (await all()).find(({ email }) => email === firstEmail)!;
    expect((await turn(actingAdmin.id, false)).body).toMatchObject({
      code: 'invalid_request',
      message: 'You cannot deactivate or reactivate your own account. Ask another administrator.',
    });
    const one = await newAdministrator();
    for (const other of await all())
      if (other.isActive && ![actingAdmin.id, one.id].includes(other.id)) await turn(other.id, false);
    // Both at the same moment: one is left.
    const answers = await Promise.all([turn(actingAdmin.id, false, one.token, PASSWORD), turn(one.id, false)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = (
      await api<{ items: Administrator[] }>('GET', '/api/admin/administrators', {
        token: (await isOpen(first)) ? first : one.token,
      })
    ).body.items.filter(({ isActive }) => isActive);
    expect(left).toHaveLength(1);
    expect(await operate('deactivate-administrator', left[0]!.email)).toMatchObject({
      status: 1,
      said: expect.stringContaining('is the last owner who may log in'),
    });
    await operate('activate-administrator', firstEmail);
    first = await adminTokenOf(system);
    await turn(one.id, true);
  });
});

describe('a stolen token', () => {
  it('alone neither invites nor deactivates an administrator', async () => {
    const admin = await newAdministrator();
    const email = newEmail();
    const missing = { code: 'invalid_request', fields: { currentPassword: 'Current password is required' } };
    expect(await invite(email, { currentPassword: undefined })).toMatchObject({ status: 400, body: missing });
    expect(await turn(admin.id, false, first, '')).toMatchObject({ status: 400, body: missing });
    const wrong = { code: 'current_password_wrong', fields: { currentPassword: 'Current password is incorrect' } };
    const guess = 'not the password';
    expect(await invite(email, { currentPassword: guess })).toMatchObject({ status: 400, body: wrong });
    for (const isActive of [false, true])
      expect(await turn(admin.id, isActive, first, guess)).toMatchObject({ status: 400, body: wrong });
    expect(await found(email)).toBeUndefined();
    expect(await isOpen(admin.token)).toBe(true);
    // Guesses count for the session, whichever change they are made at.
    for (let guesses = 3; guesses < 5; guesses += 1) await invite(email, { currentPassword: guess });
    expect((await turn(admin.id, false)).body.code).toBe('too_many_attempts');
    first = await adminTokenOf(system);
    expect((await turn(admin.id, false)).status).toBe(200);
  });
});

describe('an administrator who forgot the password', () => {
  it('gets a link, and the answer is the same for every address', async () => {
    const admin = await newAdministrator();
    const answers = await Promise.all([admin.email, newEmail()].map(forgot));
    const [known, unknown] = answers.map(({ status, body }) => ({ status, body }));
    expect(known).toEqual(unknown);
    const link = await tokenTo(system, admin.email, LINK, (await tokensTo(system, admin.email, LINK)).slice(-1));
    const another = 'nineteen quiet llamas';
    expect((await choose(link, { password: another, confirmPassword: another })).status).toBe(200);
    expect(await isOpen(admin.token)).toBe(false);
    expect((await logIn(admin.email)).status).toBe(401);
    expect((await logIn(admin.email, another)).status).toBe(200);
  });

  it('needs a code where the second factor is on; wrong ones are slowed down and leave the link as it was', async () => {
    const admin = await newAdministrator();
    const { secret } = (
      await api<{ secret: string }>('POST', '/api/admin/second-factor/start', {
        token: admin.token,
        body: { currentPassword: PASSWORD },
      })
    ).body;
    const on = await api<{ recoveryCodes: string[] }>('POST', '/api/admin/second-factor/turn-on', {
      token: admin.token,
      body: { code: await appCode(secret) },
    });
    expect(on.status).toBe(200);
    await forgot(admin.email);
    const link = await tokenTo(system, admin.email, LINK, (await tokensTo(system, admin.email, LINK)).slice(-1));
    const seen = await tokensTo(system, admin.email, LINK);
    await forgot(admin.email);
    const second = await tokenTo(system, admin.email, LINK, seen);
    const another = { password: 'nineteen quiet llamas', confirmPassword: 'nineteen quiet llamas' };
    expect((await choose(link, another)).body.code).toBe('second_factor_required');
    for (let guesses = 0; guesses < 5; guesses += 1)
      expect((await choose(guesses % 2 ? second : link, { ...another, code: '000000' })).body.code).toBe(
        'second_factor_wrong',
      );
    for (const token of [link, second])
      expect((await choose(token, { ...another, code: on.body.recoveryCodes[0] })).body.code).toBe('too_many_attempts');
    await moveClock(61);
    expect((await choose(link, { ...another, code: on.body.recoveryCodes[0] })).status).toBe(200);
    expect((await logIn(admin.email, another.password)).body.code).toBe('second_factor_required');
    expect((await logIn(admin.email, another.password, { code: on.body.recoveryCodes[1] })).status).toBe(200);
  });

  it('is emailed three times an hour', async () => {
    const admin = await newAdministrator();
    const before = (await tokensTo(system, admin.email, LINK)).length;
    for (let times = 0; times < 5; times += 1) await forgot(admin.email);
    await patiently('three links', async () =>
      expect(await tokensTo(system, admin.email, LINK)).toHaveLength(before + 3),
    );
    await moveClock(3_700);
    await forgot(admin.email);
    await patiently('a fourth', async () => expect(await tokensTo(system, admin.email, LINK)).toHaveLength(before + 4));
  });
});

describe('an operator', () => {
  it('invites an administrator, and emails one a link for a new password', async () => {
    const email = newEmail();
    expect(await operate('invite-administrator', email, '--name', 'Ada Lovelace')).toEqual({
      status: 0,
      said: `A link was emailed to ${email}.\n`,
    });
    expect((await choose(await tokenTo(system, email, LINK))).status).toBe(200);
    const { token } = (await logIn(email)).body;
    expect(await operate('reset-administrator-password', email)).toMatchObject({ status: 0 });
    expect(
      (await choose(await tokenTo(system, email, LINK, (await tokensTo(system, email, LINK)).slice(-1)))).status,
    ).toBe(200);
    expect(await isOpen(token)).toBe(false);
    expect(await operate('invite-administrator', email)).toMatchObject({
      status: 1,
      said: expect.stringContaining('Nothing was changed'),
    });
    expect(await operate('reset-administrator-password', newEmail())).toMatchObject({
      status: 1,
      said: expect.stringContaining('Nothing was changed'),
    });
    expect((await operate('invite-administrator', 'no address')).status).toBe(2);
  });

  it('deactivates one as an administrator does: links expire, and the others are notified', async () => {
    const admin = await newAdministrator();
    await forgot(admin.email);
    const link = await tokenTo(system, admin.email, LINK, (await tokensTo(system, admin.email, LINK)).slice(-1));
    for (const change of ['deactivate', 'activate'])
      expect(await operate(`${change}-administrator`, admin.email)).toMatchObject({ status: 0 });
    expect((await choose(link)).body.code).toBe('link_invalid');
    const invited = newEmail();
    for (const change of ['invite', 'deactivate']) await operate(`${change}-administrator`, invited);
    expect(await operate('activate-administrator', invited)).toMatchObject({
      status: 0,
      said: expect.stringContaining('has never logged in'),
    });
    for (const word of ['deactivated', 'reactivated'])
      await emailTo(system, firstEmail, ({ text }) => text.includes(`An operator ${word} ${admin.email}`));
    expect((await operateOn(system, ['create-administrator', newEmail()], PASSWORD)).status).toBe(0);
    await emailTo(system, firstEmail, ({ subject }) => subject === 'There is a new administrator');
  });
});
