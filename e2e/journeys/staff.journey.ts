import type { Browser, Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, linkIn, newMember, signInAsAdmin, test } from './site.ts';

const PASSWORD = 'seventeen quiet llamas';

/** Opens an invitation: chooses the password, logs in, and answers the page with the dashboard. */
const joinBy = async (browser: Browser, site: RunFile, email: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(await linkIn(site, email, 'You are invited to the dashboard of Lectern'));
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('link', { name: 'Go to the login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  return page;
};

/** The code of an authenticator app now. */
const appCode = (secret: string): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() });

const tokenIn = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('adminToken') ?? '');

/** Chooses an item in the menu of a row. */
const chooseIn = async (row: Locator, item: string): Promise<void> => {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.page().getByRole('menuitem', { name: item, exact: true }).click();
};

test('an owner invites an editor, who sees no payments, becomes a viewer while writing, and is kept out', async ({
  page,
  site,
  browser,
}) => {
  const { email } = newMember();
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/administrators`);
  await page.getByRole('button', { name: 'Invite an administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
  await dialog.getByLabel('Name').fill('Ada Lovelace');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Invite an administrator' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await dialog.getByLabel('Name').fill('Grace Hopper');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: 'Editor' }).check();
  await check(page, '/admin/administrators, inviting');
  await dialog.getByLabel('Current password').fill(site.admin.password);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Editor');
  await expect(row).toContainText('Invited');

  const helper = await joinBy(browser, site, email);
  await helper.waitForURL(`${site.siteUrl}/admin`);

  await test.step('sees no people and no payments', async () => {
    const navigation = helper.getByRole('navigation', { name: 'Console' });
    await expect(navigation.getByRole('link', { name: 'Content' })).toBeVisible();
    for (const area of ['People', 'Bootcamps', 'Payments', 'Analytics', 'System'])
      await expect(navigation.getByRole('link', { name: area, exact: true })).toHaveCount(0);
    await expect(helper.getByRole('tab', { name: 'Tournaments' })).toHaveCount(0);
    await expect(helper.getByRole('main').getByRole('link', { name: 'Content', exact: true })).toBeVisible();
    await helper.keyboard.press('Control+k');
    await helper.getByPlaceholder('A person, an event').fill('analytics');
    await expect(helper.getByText('Nothing was found.')).toBeVisible();
    await helper.keyboard.press('Escape');
    await check(helper, '/admin, as an editor');

    await helper.goto(`${site.siteUrl}/admin/analytics`);
    await expect(helper.getByText('Your role does not include this page')).toBeVisible();
    await expect(
      helper.getByText('Only an owner, manager, treasurer, director, or viewer may see members'),
    ).toBeVisible();
    await check(helper, '/admin/analytics, as an editor');
    const refused = await callApi(site, 'GET', '/api/admin/analytics/revenue', { token: await tokenIn(helper) });
    expect([refused.status, refused.body['code']]).toEqual([403, 'permission_missing']);
  });

  const text = 'Judges remember the first and the last sentence.';
  await test.step('becomes a viewer while an article is open: saving says so, and the text stays', async () => {
    await helper.goto(`${site.siteUrl}/admin/articles?edit=new`);
    await helper.getByLabel('Title', { exact: true }).fill('How judges listen');
    const content = helper.getByLabel('Text', { exact: true });
    await content.fill(text);

    await page.reload();
    await chooseIn(row, 'Change role');
    const asking = page.getByRole('dialog', { name: 'Change the role of Grace Hopper' });
    await asking.getByRole('radio', { name: 'Viewer' }).check();
    await check(page, '/admin/administrators, changing a role');
    await asking.getByLabel('Current password').fill(site.admin.password);
    await asking.getByRole('button', { name: 'Change the role' }).click();
    await expect(row).toContainText('Viewer');

    await helper.getByRole('button', { name: 'Create draft' }).click();
    await expect(
      helper
        .getByText(
          'Only an owner, manager, or editor may change articles, testimonials, recordings, documents and texts of the site.',
        )
        .first(),
    ).toBeVisible();
    await expect(content).toHaveValue(text);
    // The navigation follows without a new login.
    await expect(helper.getByRole('link', { name: 'People', exact: true })).toBeVisible();
  });

  await test.step('as a viewer changes nothing', async () => {
    await helper.goto(`${site.siteUrl}/admin?tab=debate-club`);
    await expect(helper.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(helper.getByRole('button', { name: 'Add Member' })).toHaveCount(0);
    await expect(helper.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
    await helper.goto(`${site.siteUrl}/admin/events`);
    await expect(helper.getByRole('table')).toBeVisible();
    await expect(helper.getByRole('link', { name: 'New Event' })).toHaveCount(0);
  });

  await test.step('is deactivated, and the next step leads to the login', async () => {
    await chooseIn(row, 'Deactivate');
    const asking = page.getByRole('dialog', { name: 'Deactivate Grace Hopper?' });
    await asking.getByLabel('Current password').fill(site.admin.password);
    await asking.getByRole('button', { name: 'Deactivate' }).click();
    await expect(row).toContainText('Deactivated');
    await helper.getByRole('link', { name: 'People', exact: true }).click();
    await helper.waitForURL(`${site.siteUrl}/admin/login`);
  });
  await helper.close();
});

test('the last owner keeps the role', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  // No other journey makes an owner.
  await page.goto(`${site.siteUrl}/admin/administrators`);
  const row = page.getByRole('row').filter({ hasText: site.admin.email });
  await chooseIn(row, 'Change role');
  const asking = page.getByRole('dialog', { name: /Change the role of/ });
  await asking.getByRole('radio', { name: 'Viewer' }).check();
  await asking.getByLabel('Current password').fill(site.admin.password);
  await asking.getByRole('button', { name: 'Change the role' }).click();
  await expect(asking.getByText('This is the last owner who can log in.')).toBeVisible();
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('Owner');
});

test('a role requires a second factor, which a person sets up before anything else', async ({
  page,
  site,
  browser,
}) => {
  const { email } = newMember();
  await signInAsAdmin(page, site);
  const token = await adminTokenOf(site);
  const { password: currentPassword } = site.admin;
  const invitation = { email, name: 'Ada Treasurer', role: 'treasurer', currentPassword };
  expect((await callApi(site, 'POST', '/api/admin/administrators', { token, body: invitation })).status).toBe(200);

  await page.goto(`${site.siteUrl}/admin/administrators`);
  await expect(page.getByText('No role requires a second factor.')).toBeVisible();
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  const asking = page.getByRole('dialog', { name: 'Require a second factor' });
  for (const role of ['Owner', 'Manager']) await asking.getByRole('checkbox', { name: role }).uncheck();
  await expect(asking.getByText('Ada Treasurer has none and must set it up')).toBeVisible();
  await check(page, '/admin/administrators, requiring a second factor');
  await asking.getByLabel('Current password').fill(currentPassword);
  await asking.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required of treasurers.')).toBeVisible();

  try {
    const helper = await joinBy(browser, site, email);
    await expect(helper.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    await check(helper, '/admin, before the second factor');
    await helper.goto(`${site.siteUrl}/admin/events`);
    await expect(helper.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    await helper.getByLabel('Current password').fill(PASSWORD);
    await helper.getByRole('button', { name: 'Set it up' }).click();
    const secret = (await helper.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
    await helper.getByLabel('Code from the app').fill(appCode(secret));
    await helper.getByRole('button', { name: 'Turn on' }).click();
    await expect(helper.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await helper.getByRole('button', { name: 'I have saved them' }).click();
    await expect(helper.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
    await helper.close();
  } finally {
    const policy = await callApi<{ version: number }>(site, 'GET', '/api/admin/staff-policy', { token });
    const { version } = policy.body;
    const none = { secondFactorRoles: [], version, currentPassword };
    expect((await callApi(site, 'PUT', '/api/admin/staff-policy', { token, body: none })).status).toBe(200);
  }
});
