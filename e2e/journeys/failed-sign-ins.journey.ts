import { callApi } from '../src/testing/person.ts';
import { fillLogin, unpaidMember } from './member.ts';
import { expect, test } from './site.ts';

test('somebody whose password strangers guess signs in again in their own browser', async ({ page, site, browser }) => {
  const member = await unpaidMember(site);
  await page.goto(`${site.siteUrl}/login`);
  await fillLogin(page, member);
  await page.waitForURL(`${site.siteUrl}/dashboard`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByTestId('toast').last()).toContainText('Logged out');

  const guess = () => callApi(site, 'POST', '/api/auth/login', { body: { email: member.email, password: 'a guess of a stranger' } });
  for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);

  await page.goto(`${site.siteUrl}/login`);
  await fillLogin(page, member);
  await page.waitForURL(`${site.siteUrl}/dashboard`);

  const another = await browser.newPage();
  await another.goto(`${site.siteUrl}/login`);
  await fillLogin(another, member);
  await expect(another.getByTestId('toast').last()).toContainText('Too many failed attempts. Please try again in 1 minute.');
  await another.close();
});
