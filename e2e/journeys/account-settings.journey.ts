import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { fillLogin, held, paidMember, tokenOf, unpaidMember } from './member.ts';
import { expect, emailsTo, linkIn, logIn, pressTwice, test, toast } from './site.ts';

test.describe('account settings', () => {
  const open = (page: Page, site: RunFile, tab = '') => page.goto(`${site.siteUrl}/account/settings${tab}`);
  const profile = (page: Page) => page.getByRole('form', { name: 'Profile' });
  const save = (page: Page) => profile(page).getByRole('button', { name: 'Save Changes' }).click();

  test('change names and division in one form', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    await open(page, site);
    await profile(page).getByLabel('First name').fill('');
    await save(page);
    await expect(profile(page).getByText('First name is required')).toBeVisible();
    await profile(page).getByLabel('First name').fill('Adaeze');
    await profile(page).getByLabel('Professional').check({ force: true });
    await save(page);
    await expect(toast(page)).toContainText('Profile updated');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Adaeze');
    await open(page, site);
    await expect(profile(page).getByLabel('First name')).toHaveValue('Adaeze');
    await expect(profile(page).getByLabel('Professional')).toBeChecked();
  });

  test('change the email once its new mailbox confirmed it', async ({ page, site }) => {
    const member = await unpaidMember(site);
    const next = `moved-${member.email}`;
    await logIn(page, site, member);
    await open(page, site);
    const password = profile(page).getByLabel('Current password', { exact: true });
    await expect(password).toBeHidden();
    await profile(page).getByLabel('Email').fill(member.email.toUpperCase());
    await expect(password).toBeHidden();
    await profile(page).getByLabel('Email').fill(next);
    await save(page);
    await expect(profile(page).getByText('Please enter your current password')).toBeVisible();
    await password.fill('not the password');
    await save(page);
    await expect(profile(page).getByText('Current password is incorrect')).toBeVisible();
    await check(page, '/account/settings, another email');
    await password.fill(member.password);
    await save(page);
    await expect(toast(page)).toContainText(`We sent a confirmation link to ${next}`);
    const waiting = page.getByText(`Waiting for you to confirm ${next}.`);
    await expect(waiting).toBeVisible();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
    await expect(password).toBeHidden();
    // It is the server that remembers.
    await page.reload();
    await expect(waiting).toBeVisible();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
    await expect(password).toBeHidden();
    // A new name needs no password, and does not affect the pending change of the email.
    await profile(page).getByLabel('First name').fill('Adaeze');
    await save(page);
    await expect(toast(page)).toContainText('Your profile has been updated.');
    await check(page, '/account/settings, an email that waits to be confirmed');
    await page.reload();
    await expect(waiting).toBeVisible();
    await expect(profile(page).getByLabel('First name')).toHaveValue('Adaeze');

    await page.goto(await linkIn(site, next, 'Confirm your new email'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(page.getByText('Your email has been changed. Log in with it from now on.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to your settings' }).click();
    await expect(profile(page).getByLabel('Email')).toHaveValue(next);
    await expect(waiting).toBeHidden();
    await expect
      .poll(async () => (await emailsTo(site, member.email)).map(({ subject }) => subject))
      .toContain('The email of your account was changed');

    // The link in another tab says the same.
    await page.goto(await linkIn(site, next, 'Confirm your new email'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByText('Your email has been changed. Log in with it from now on.')).toBeVisible();
    await page.goto(`${site.siteUrl}/confirm-email?token=${'x'.repeat(43)}`);
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

    await page.goto(`${site.siteUrl}/dashboard`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
    await logIn(page, site, { ...member, email: next });
  });

  test('restore the account with the link sent to the old mailbox', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    const next = `taken-${member.email}`;
    await logIn(page, site, member);
    await open(page, site);
    await page.getByRole('button', { name: 'Send confirmation email' }).click();
    await page.goto(await linkIn(site, member.email, 'Confirm your email address'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
    await open(page, site);
    await profile(page).getByLabel('Email').fill(next);
    await profile(page).getByLabel('Current password', { exact: true }).fill(member.password);
    await save(page);
    await page.goto(await linkIn(site, next, 'Confirm your new email'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByText('Your email has been changed.')).toBeVisible();

    const holder = await browser.newPage();
    const link = await linkIn(site, member.email, 'The email of your account was changed');
    await holder.goto(link);
    const form = holder.getByRole('form', { name: 'Undo the email change' });
    const undo = form.getByRole('button', { name: 'Undo the Change' });
    const type = async (password: string, again = password) => {
      await form.getByLabel('New password', { exact: true }).fill(password);
      await form.getByLabel('Confirm password', { exact: true }).fill(again);
      await undo.click();
    };
    await type('another long password', 'another long passwort');
    await expect(form.getByText("Passwords don't match")).toBeVisible();
    await type('password123');
    await expect(form.getByText('This password is one of the most common ones.')).toBeVisible();
    await check(holder, '/undo-email-change, refused password');
    await type('another long password');
    await expect(holder.getByRole('heading', { name: 'The change is undone' })).toBeVisible();
    await expect(holder.getByText(`Your account has the email ${member.email} again`)).toBeVisible();
    await check(holder, '/undo-email-change, done');
    await holder.getByRole('link', { name: 'Log in', exact: true }).last().click();
    await fillLogin(holder, { ...member, password: 'another long password' });
    await holder.waitForURL(`${site.siteUrl}/dashboard`);
    await page.goto(`${site.siteUrl}/dashboard`);
    await page.waitForURL(`${site.siteUrl}/login?next=%2Fdashboard`);

    await holder.goto(link);
    await type('one more long password');
    await expect(holder.getByRole('heading', { name: 'The change was not undone' })).toBeVisible();
    await expect(holder.getByText('it works once, within seven days')).toBeVisible();
    await check(holder, '/undo-email-change, refused');
    await holder.goto(`${site.siteUrl}/undo-email-change`);
    await expect(holder.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await holder.close();
  });

  test('verify the mailbox with the welcome email, after which the data file has the data stored under the email address alone', async ({
    page,
    site,
  }) => {
    const member = await paidMember(site);
    expect((await callApi(site, 'POST', '/api/newsletter', { body: { email: member.email } })).status).toBeLessThan(
      300,
    );
    await logIn(page, site, member);
    const token = await tokenOf(page);
    const file = async () =>
      (
        await callApi<{ notIncluded?: string; mail: { newsletter: { email: string }[] } }>(
          site,
          'GET',
          '/api/account/data',
          { token },
        )
      ).body;
    expect(await file()).toMatchObject({
      notIncluded: expect.stringContaining('Confirm your email'),
      mail: { newsletter: [] },
    });

    await open(page, site, '?tab=security');
    const data = page.getByText('is included once you have confirmed your email');
    await expect(data).toBeVisible();
    await data.getByRole('link', { name: 'confirmed your email' }).click();
    const notice = page.getByText('You have not confirmed this email address yet.');
    await expect(notice).toBeVisible();

    // Looking at the page proves nothing; pressing the button does.
    const link = await linkIn(site, member.email, 'Welcome to the Debate Club');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    expect(await file()).toHaveProperty('notIncluded');
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to your settings' }).click();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
    await expect(notice).toBeHidden();
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
    await expect(data).toBeHidden();
    const whole = await file();
    expect(whole.mail.newsletter).toMatchObject([{ email: member.email }]);
    expect(whole).not.toHaveProperty('notIncluded');

    // Opening the link a second time gives the same answer.
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  });

  test('send the confirmation email again, as often as the limit allows', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await open(page, site);
    const send = page.getByRole('button', { name: 'Send confirmation email' });
    await page.route('**/api/auth/verify-email', (route) => route.fulfill({ status: 409, body: '' }));
    await send.click();
    await expect(toast(page)).toContainText('Email not sent');
    await expect(toast(page)).toContainText('Unable to send the email. Please try again.');
    await page.unroute('**/api/auth/verify-email');

    const answer = held();
    let sent = 0;
    await page.route('**/api/auth/verify-email', async (route) => {
      sent += 1;
      await answer.until;
      await route.continue();
    });
    await pressTwice(send);
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    answer.release();
    await expect(toast(page)).toContainText(`We have sent an email to ${member.email}.`);
    expect(sent).toBe(1);
    await page.unroute('**/api/auth/verify-email');

    // On another device without a session, the link alone does not prove which account it is for.
    const elsewhere = await browser.newPage();
    await elsewhere.goto(await linkIn(site, member.email, 'Confirm your email address'));
    await expect(elsewhere.getByRole('button', { name: 'Confirm this email' })).toBeHidden();
    await elsewhere.getByRole('link', { name: 'Log in', exact: true }).last().click();
    await fillLogin(elsewhere, member);
    await elsewhere.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(elsewhere.getByText('Your email is confirmed.')).toBeVisible();
    await expect(elsewhere.getByRole('link', { name: 'Go to your settings' })).toBeVisible();
    await elsewhere.close();

    await send.click();
    await expect(toast(page)).toContainText('Your email is confirmed already.');
    await expect(send).toBeHidden();
    expect(
      (await emailsTo(site, member.email)).filter(({ subject }) => subject === 'Confirm your email address'),
    ).toHaveLength(1);
  });

  test('keep the old email when asked to', async ({ page, site }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await open(page, site);
    await profile(page).getByLabel('Email').fill(`never-${member.email}`);
    await profile(page).getByLabel('Current password', { exact: true }).fill(member.password);
    await save(page);
    await page.getByRole('button', { name: 'Keep my old email' }).click();
    await expect(page.getByText('Waiting for you')).toBeHidden();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
    await page.reload();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
  });

  test('show what the server refused, and that a request never reached it', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    await open(page, site);
    await page.route('**/api/auth/update-profile', (route) => route.fulfill({ status: 409, body: '' }));
    await save(page);
    await expect(toast(page)).toContainText('Update failed');
    await expect(toast(page)).toContainText('Failed to update profile');
    await page.unroute('**/api/auth/update-profile');
    await page.route('**/api/auth/update-profile', (route) => route.fulfill({ body: 'not JSON' }));
    await save(page);
    await expect(toast(page)).toContainText('Update error');
    await expect(toast(page)).toContainText('Unable to update profile. Please try again.');

    await page.getByRole('tab', { name: 'Security' }).click();
    const form = page.getByRole('form', { name: 'Password' });
    const fillForm = async () => {
      await form.getByLabel('Current password', { exact: true }).fill('not this one');
      await form.getByLabel('New password', { exact: true }).fill('another long password');
      await form.getByLabel('Confirm new password', { exact: true }).fill('another long password');
    };
    await fillForm();
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(toast(page)).toContainText('Password change failed');
    await expect(form.getByText('Current password is incorrect')).toBeVisible();
    await page.route('**/api/auth/change-password', (route) => route.fulfill({ body: 'not JSON' }));
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(toast(page)).toContainText('Password change error');
    await expect(toast(page)).toContainText('Unable to change password. Please try again.');
  });
});

test.describe('the stored data of a member', () => {
  test('can be downloaded as a file, and a refusal is shown', async ({ page, site }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await page.goto(`${site.siteUrl}/account/settings?tab=security`);
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^[\w-]+-data-\d{4}-\d\d-\d\d\.json$/);
    const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
    expect(JSON.stringify(kept['account'])).toContain(member.email);

    await page.route('**/api/account/data', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Please wait a moment.' } }),
    );
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(toast(page)).toContainText('Download failed');
    await expect(toast(page)).toContainText('Please wait a moment.');
  });
});

test.describe('deleting the account', () => {
  const ask = (page: Page) => page.getByRole('button', { name: 'Delete my account' }).click();

  test('lists first what is lost, asks for the password, and leaves no account to log in to', async ({
    page,
    site,
    browser,
  }) => {
    const member = await paidMember(site);
    await logIn(page, site, member);
    const elsewhere = await browser.newPage();
    await logIn(elsewhere, site, member);

    await page.goto(`${site.siteUrl}/account/settings?tab=security`);
    await ask(page);
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText(/until \w+ \d+, \d{4}, is lost without a refund, and nothing is charged again/);
    await expect(dialog.getByRole('link', { name: 'Cancel Subscription instead' })).toHaveAttribute(
      'href',
      '/account/subscription',
    );
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();

    await ask(page);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByText('Current password is required')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
    await expect(toast(page)).toContainText('Account deleted');
    expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull();

    await elsewhere.goto(`${site.siteUrl}/dashboard`);
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Fdashboard`);
    await fillLogin(elsewhere, member);
    await expect(toast(elsewhere)).toContainText('Invalid email or password');
    await elsewhere.close();
  });

  test('names no membership to a person without one, and shows a refusal beside the button', async ({ page, site }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await page.goto(`${site.siteUrl}/account/settings?tab=security`);
    await ask(page);
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByRole('status', { name: 'Loading your subscription' })).toBeHidden();
    await expect(dialog).not.toContainText('membership');
    await page.route('**/api/account/delete', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'email_unverified', message: 'Please show first that the email is yours.' },
      }),
    );
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
    await dialog.getByLabel('Current password', { exact: true }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Please show first that the email is yours.');
  });
});
