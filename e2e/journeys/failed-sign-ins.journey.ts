import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { fillLogin, paidMember, unpaidMember } from './member.ts';
import { expect, linkIn, logIn, test, toast } from './site.ts';

test('a member signs in again in their own browser while strangers guess the password', async ({
  page,
  site,
  browser,
}) => {
  const member = await unpaidMember(site);
  await page.goto(`${site.siteUrl}/login`);
  await fillLogin(page, member);
  await page.waitForURL(`${site.siteUrl}/dashboard`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(toast(page)).toContainText('Logged out');

  const guess = () =>
    callApi(site, 'POST', '/api/auth/login', { body: { email: member.email, password: 'a guess of a stranger' } });
  for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);

  await page.goto(`${site.siteUrl}/login`);
  await fillLogin(page, member);
  await page.waitForURL(`${site.siteUrl}/dashboard`);

  const another = await browser.newPage();
  await another.goto(`${site.siteUrl}/login`);
  await fillLogin(another, member);
  await expect(toast(another)).toContainText('Too many failed attempts. Please try again in 1 minute.');
  await another.close();
});

test('a member is notified of a stranger’s sign-in, and logs the stranger out', async ({ page, site, browser }) => {
  const member = await paidMember(site);
  await logIn(page, site, member);
  await page.goto(await linkIn(site, member.email, 'Welcome to the Debate Club'));
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  const stranger = await browser.newPage({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  });
  await logIn(stranger, site, member);
  await page.goto(await linkIn(site, member.email, 'New login to your account'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Was that not you?');
  await check(page, '/end-session');
  await page.getByRole('button', { name: 'End that session' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The session has ended');
  await check(page, '/end-session, ended');
  await stranger.goto(`${site.siteUrl}/recordings`);
  await stranger.waitForURL(`${site.siteUrl}/login?next=%2Frecordings`);
  await stranger.close();
  await page.reload();
  await page.getByRole('button', { name: 'End that session' }).click();
  await expect(page.getByRole('alert').getByText('That session has ended already.')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.waitForURL(`${site.siteUrl}/reset-password`);
});
