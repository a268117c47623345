import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, linkIn, newMember, openInConsole, signInAsAdmin, test, toast } from './site.ts';

// Long, and each with its own administrator.
test.describe.configure({ mode: 'parallel' });

type Admin = RunFile['admin'];

/** Another administrator, as nobody else may change how the system's first one signs in. */
const newAdmin = async (site: RunFile): Promise<Admin> => {
  const admin = { email: newMember().email, password: 'seventeen quiet llamas' };
  const invitation = {
    email: admin.email,
    name: 'Grace Hopper',
    role: 'manager',
    currentPassword: site.admin.password,
  };
  const token = await adminTokenOf(site);
  const invited = await callApi(site, 'POST', '/api/admin/administrators', { body: invitation, token });
  expect(invited.status).toBe(200);
  const link = new URL(await linkIn(site, admin.email, 'You are invited to the dashboard of Lectern'));
  const { password } = admin;
  const choice = { token: link.searchParams.get('token'), password, confirmPassword: password };
  expect((await callApi(site, 'POST', '/api/admin/choose-password', { body: choice })).status).toBe(200);
  return admin;
};

const turningOn = (page: Page) => page.getByRole('form', { name: 'Turn on the second factor' });
const refusal = (page: Page) => page.getByRole('form', { name: 'Admin login' }).getByRole('alert');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The code of an authenticator app this many steps from now. Each code works once; that of the next step is accepted already. */
const appCode = (secret: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsAhead * 30_000 });

const logOut = async (page: Page, site: RunFile): Promise<void> => {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${site.siteUrl}/admin/login`);
};

/** Types the password; the page asks for a code then. */
const typePassword = async (page: Page, site: RunFile, admin: Admin): Promise<void> => {
  await page.goto(`${site.siteUrl}/admin/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
};

test('an administrator changes their own password: this session continues, another one ends', async ({
  page,
  site,
  browser,
}) => {
  const admin = await newAdmin(site);
  await signInAsAdmin(page, site, admin);
  const elsewhere = await browser.newPage();
  await signInAsAdmin(elsewhere, site, admin);
  await page.goto(`${site.siteUrl}/admin/security`);
  const form = page.getByRole('form', { name: 'Password', exact: true });
  const change = async (from: string, to: string): Promise<void> => {
    await form.getByLabel('Current password', { exact: true }).fill(from);
    await form.getByLabel('New password', { exact: true }).fill(to);
    await form.getByLabel('Confirm new password', { exact: true }).fill(to);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await change(admin.password, '1q2w3e4r5t6y');
  await expect(form.getByText('This password is one of the most common ones. Please choose another.')).toBeVisible();
  await change('not the password', 'several unlikely words');
  await expect(form.getByText('Current password is incorrect')).toBeVisible();
  await change(admin.password, 'several unlikely words');
  await expect(toast(page)).toContainText('Password changed');
  await expect(form.getByLabel('Current password', { exact: true })).toHaveValue('');
  await elsewhere.goto(`${site.siteUrl}/admin`);
  await elsewhere.waitForURL(`${site.siteUrl}/admin/login`);
  await elsewhere.close();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem')).toHaveCount(1);
});

test('an administrator turns a second factor on, signs in with it, and turns it off', async ({ page, site }) => {
  const admin = await newAdmin(site);
  await signInAsAdmin(page, site, admin);
  let secret = '';
  let codes: string[] = [];

  await test.step('it starts with the password, and is on after a code of the app', async () => {
    await openInConsole(page, 'Settings', 'Security');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
    await expect(card(page, 'Second factor')).toContainText('The second factor is off');
    await turningOn(page).getByLabel('Current password').fill('a wrong password');
    await page.getByRole('button', { name: 'Set it up' }).click();
    await expect(page.getByText('Current password is incorrect')).toBeVisible();
    await turningOn(page).getByLabel('Current password').fill(admin.password);
    await page.keyboard.press('Enter');

    const code = page.getByLabel('Code from the app');
    await expect(code).toBeFocused();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
    secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This code is not right, or it was used already.')).toBeVisible();
    await check(page, '/admin/security, the secret');
    await code.fill(appCode(secret));
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('The second factor is on');
  });

  await test.step('recovery codes are shown once', async () => {
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await expect(list.getByRole('listitem')).toHaveCount(10);
    codes = await list.getByRole('listitem').allInnerTexts();
    await check(page, '/admin/security, recovery codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(card(page, 'Second factor')).toContainText('On since');
    await expect(card(page, 'Second factor')).toContainText('Recovery codes left10');
    await page.reload();
    await expect(card(page, 'Second factor')).toContainText('On since');
    await expect(page.getByText(codes[0] ?? '')).toBeHidden();
    await check(page, '/admin/security, on');
  });

  await test.step('signing in asks for a code, and says when it is wrong', async () => {
    await logOut(page, site);
    await typePassword(page, site, admin);
    await check(page, '/admin/login, the code');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('A code is required')).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(refusal(page)).toHaveText('This code is not right, or it was used already.');
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await page.keyboard.type(appCode(secret, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.siteUrl}/admin`);
  });

  await test.step('a recovery code works too, once', async () => {
    await logOut(page, site);
    await typePassword(page, site, admin);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.type((codes[0] ?? '').toUpperCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.siteUrl}/admin`);
    await logOut(page, site);
    await typePassword(page, site, admin);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(refusal(page)).toHaveText('This code is not right, or it was used already.');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(admin.email);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.siteUrl}/admin`);
  });

  await test.step('new recovery codes replace the old ones', async () => {
    await page.goto(`${site.siteUrl}/admin/security`);
    await expect(card(page, 'Second factor')).toContainText('Recovery codes left8');
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recovery codes?' });
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await check(page, '/admin/security, asking for new codes');
    await dialog.getByLabel('Current password').fill(admin.password);
    await dialog.getByLabel('Code', { exact: true }).fill(codes[2] ?? '');
    await dialog.getByRole('button', { name: 'Make new codes' }).click();
    await expect(toast(page)).toContainText('Your earlier recovery codes no longer work.');
    codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(card(page, 'Second factor')).toContainText('Recovery codes left10');
  });

  await test.step('once it is off, the password alone signs in; every change is recorded', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off the second factor?' });
    await dialog.getByLabel('Current password').fill(admin.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(dialog.getByText('A code is required')).toBeVisible();
    await dialog.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(toast(page)).toContainText('The second factor is off');
    await expect(card(page, 'Second factor')).toContainText('The second factor is off');
    await logOut(page, site);
    await signInAsAdmin(page, site, admin);
    await page.goto(`${site.siteUrl}/admin/activity?q=second+factor`);
    for (const action of ['Turn on second factor', 'Turn off second factor'])
      await expect(page.getByRole('table').getByText(action, { exact: true }).first()).toBeVisible();
  });
});

test('an administrator adds a passkey, signs in with it, and removes it', async ({ page, site }) => {
  const admin = await newAdmin(site);
  await signInAsAdmin(page, site, admin);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const authenticator = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
  let codes: string[] = [];

  await test.step('it needs the second factor', async () => {
    await page.goto(`${site.siteUrl}/admin/security`);
    await expect(card(page, 'Passkeys')).toContainText('Turn on the second factor first');
    await turningOn(page).getByLabel('Current password').fill(admin.password);
    await page.getByRole('button', { name: 'Set it up' }).click();
    const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
    await page.getByLabel('Code from the app').fill(appCode(secret));
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    codes = await list.allInnerTexts();
    await page.getByRole('button', { name: 'I have saved them' }).click();
  });

  await test.step('the browser creates it, after the password and a code', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByLabel('Current password').fill(admin.password);
    await check(page, '/admin/security, adding a passkey');
    await dialog.getByLabel('Code', { exact: true }).fill(codes.pop() ?? '');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page)).toContainText('Passkey added');
    await expect(card(page, 'Passkeys').getByRole('listitem')).toContainText('Work laptop');
    await check(page, '/admin/security, a passkey');
  });

  await test.step('one that its holder does not unlock does not sign in', async () => {
    await logOut(page, site);
    await check(page, '/admin/login, with passkeys');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(refusal(page)).toHaveText('No passkey was chosen. Try again, or log in with your password.');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });

  await test.step('it signs in without a password', async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(`${site.siteUrl}/admin`);
    await page.goto(`${site.siteUrl}/admin/security`);
    await expect(card(page, 'Passkeys').getByRole('listitem')).toContainText('last used');
  });

  await test.step('removed, it is refused', async () => {
    await page.getByRole('button', { name: 'Remove Work laptop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
    await dialog.getByLabel('Current password').fill(admin.password);
    await dialog.getByLabel('Code', { exact: true }).fill(codes.pop() ?? '');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toast(page)).toContainText('Passkey removed');
    await page.getByRole('button', { name: 'Turn off' }).click();
    const off = page.getByRole('dialog', { name: 'Turn off the second factor?' });
    await off.getByLabel('Current password').fill(admin.password);
    await off.getByLabel('Code', { exact: true }).fill(codes.pop() ?? '');
    await off.getByRole('button', { name: 'Turn off' }).click();
    await expect(card(page, 'Second factor')).toContainText('The second factor is off');
    await logOut(page, site);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(refusal(page)).toHaveText('This passkey is not registered here. Log in with your password instead.');
    await signInAsAdmin(page, site, admin);
  });
});
