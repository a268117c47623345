import { check } from './check.ts';
import { expect, linkIn, newMember, signInAsAdmin, test } from './site.ts';

test('an administrator invites another one, who signs in, forgets the password and is deactivated', async ({
  page,
  site,
  browser,
}) => {
  const { email } = newMember();
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/administrators`);
  await page.getByRole('button', { name: 'Invite an administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog.getByText('A name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Grace Hopper');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Current password').fill(site.admin.password);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Invited');
  // The invitation is counted in the navigation until it is accepted.
  await expect(
    page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Settings', exact: true }),
  ).toHaveAccessibleDescription(/^\d+ invited administrators? (has|have) not logged in$/);

  const invitedPage = await browser.newPage();
  const choose = async (subject: string, password: string) => {
    await invitedPage.goto(await linkIn(site, email, subject));
    await invitedPage.getByLabel('New password').fill(password);
    await invitedPage.getByLabel('Confirm password').fill(password);
    await invitedPage.getByRole('button', { name: 'Set the password' }).click();
    await invitedPage.getByRole('link', { name: 'Go to the login' }).click();
    await expect(invitedPage.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await invitedPage.getByLabel('Email').fill(email);
    await invitedPage.getByLabel('Password', { exact: true }).fill(password);
    await invitedPage.getByRole('button', { name: 'Sign In' }).click();
    await invitedPage.waitForURL(`${site.siteUrl}/admin`);
  };

  await test.step('chooses a password with the link', () =>
    choose('You are invited to the dashboard of Lectern', 'seventeen quiet llamas'));

  await test.step('chooses another one after forgetting it', async () => {
    await invitedPage.getByRole('button', { name: 'Logout' }).click();
    await invitedPage.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(invitedPage.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
    await invitedPage.getByLabel('Email').fill(email);
    await invitedPage.getByRole('button', { name: 'Email me a link' }).click();
    await expect(invitedPage.getByText('If there is an administrator account for this email')).toBeVisible();
    await choose('Choose a new password for your administrator account', 'nineteen quiet llamas');
  });

  await test.step('is deactivated', async () => {
    await page.reload();
    await expect(row).toContainText('Active');
    await row.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    const asking = page.getByRole('dialog', { name: 'Deactivate Grace Hopper?' });
    await asking.getByLabel('Current password').fill('not the password');
    await asking.getByRole('button', { name: 'Deactivate' }).click();
    await expect(asking.getByText('Current password is incorrect')).toBeVisible();
    await check(page, '/admin/administrators, deactivating');
    await asking.getByLabel('Current password').fill(site.admin.password);
    await asking.getByRole('button', { name: 'Deactivate' }).click();
    await expect(row).toContainText('Deactivated');
    await invitedPage.reload();
    await invitedPage.waitForURL(`${site.siteUrl}/admin/login`);
  });
  await invitedPage.close();
});
