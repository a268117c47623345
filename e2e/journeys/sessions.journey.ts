import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { check } from './check.ts';
import { fillLogin, unpaidMember } from './member.ts';
import { expect, logIn, test, toast } from './site.ts';

test.describe('sessions', () => {
  const openSecurity = (page: Page, site: RunFile) => page.goto(`${site.siteUrl}/account/settings?tab=security`);

  test('change the password: this session continues, another one ends and leads to the login', async ({
    page,
    site,
    browser,
  }) => {
    const member = await unpaidMember(site);
    const elsewhere = await browser.newPage();
    await logIn(elsewhere, site, member);
    await logIn(page, site, member);
    await openSecurity(page, site);
    const form = page.getByRole('form', { name: 'Password' });
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText('Current password is required')).toBeVisible();
    await expect(form.getByText('Please confirm your password')).toBeVisible();
    await form.getByLabel('Current password', { exact: true }).fill(member.password);
    await form.getByLabel('New password', { exact: true }).fill('another long password');
    await form.getByLabel('Confirm new password', { exact: true }).fill('another long passwort');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText("Passwords don't match")).toBeVisible();
    await form.getByLabel('Confirm new password', { exact: true }).fill('another long password');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.evaluate((element) => element.setAttribute('data-stays', ''));
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(toast(page)).toContainText('Password changed');
    // The page does not reload, and the form is empty again.
    await expect(form.getByLabel('Current password', { exact: true })).toHaveValue('');
    await expect(heading).toHaveAttribute('data-stays', '');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/account/settings');

    await elsewhere.goto(`${site.siteUrl}/recordings`);
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Frecordings`);
    await fillLogin(elsewhere, { ...member, password: 'another long password' });
    await elsewhere.waitForURL(`${site.siteUrl}/recordings`);
    await elsewhere.close();
  });

  test('see where they are signed in, and end one session with the password', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    const elsewhere = await browser.newPage({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    });
    await logIn(elsewhere, site, member);
    await logIn(page, site, member);
    await openSecurity(page, site);
    const list = page.getByRole('list', { name: 'Where you are logged in' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('listitem').first()).toContainText('This session');
    await list.getByRole('button', { name: /^Log out Firefox on Linux/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out Firefox on Linux?' });
    await check(page, '/account/settings, signing out elsewhere');
    await dialog.getByLabel('Current password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Logged out there');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await elsewhere.goto(`${site.siteUrl}/recordings`);
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Frecordings`);
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await elsewhere.close();
  });

  test('log out everywhere: here to the login, and elsewhere with the way back', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    const elsewhere = await browser.newPage();
    await logIn(elsewhere, site, member);
    await logIn(page, site, member);
    await openSecurity(page, site);
    await page.getByRole('button', { name: 'Log out everywhere', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Log out everywhere', exact: true }).click();
    await dialog.getByRole('button', { name: 'Log out everywhere', exact: true }).click();
    await page.waitForURL(`${site.siteUrl}/login`);
    await expect(toast(page)).toContainText('Logged out everywhere');

    await elsewhere.getByRole('link', { name: 'Practice Topics' }).click();
    await elsewhere.reload();
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Fpractice-topics`);
    await expect(toast(elsewhere)).toContainText('You need to log in to see the practice topics.');
    await fillLogin(elsewhere, member);
    await elsewhere.waitForURL(`${site.siteUrl}/practice-topics`);
    await elsewhere.close();
  });
});
