import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, newRegistration } from '../src/testing/person.ts';
import { expect, logIn, test, type NewMember } from './site.ts';

/*
 * The members' own pages: who comes in, what each page shows while it loads, when there is nothing, when it fails and when there is
 * something, and what members do there.
 */

/** Every member page, and what it says to somebody who is not signed in. */
const PAGES: readonly [path: string, reason: string][] = [
  ['/dashboard', 'You need to log in to access your dashboard.'],
  ['/account/subscription', 'You need to log in to manage your subscription.'],
  ['/practice-topics', 'You need to log in to see the practice topics.'],
];

/** An account that has not paid, made without a browser. */
const unpaidMember = async (site: RunFile): Promise<NewMember> => {
  const { email, firstName, lastName, password } = newRegistration();
  const answer = await callApi(site, 'POST', '/api/register-and-subscribe', { body: { ...newRegistration(), email } });
  expect(answer.status).toBe(200);
  return { email, firstName, lastName, password };
};

const fillLogin = async (page: Page, member: NewMember): Promise<void> => {
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

test.describe('who comes in', () => {
  for (const [path, reason] of PAGES)
    test(`${path} sends a visitor to the login with its own reason, and back after it`, async ({ page, site }) => {
      const member = await unpaidMember(site);
      await page.goto(site.siteUrl + path);
      await page.waitForURL(`${site.siteUrl}/login?next=${encodeURIComponent(path)}`);
      const toast = page.getByTestId('toast');
      await expect(toast).toContainText('Please log in');
      await expect(toast).toContainText(reason);
      await fillLogin(page, member);
      await page.waitForURL(site.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
});

test.describe('practice topics', () => {
  const statement = (page: Page, text: string) => page.getByRole('button', { name: text });
  const unstruck = (page: Page) => page.locator('button[aria-pressed="false"]');
  const FIRST = 'Employers should publish the pay of every position.';
  const SECOND = 'A four-day week at full pay should be the legal standard for office work.';
  const THIRD = 'Companies should be barred from contacting employees outside working hours.';

  test('are struck down to one, remembered over a reload, and each member’s own', async ({ page, site }) => {
    const [ada, bea] = [await unpaidMember(site), await unpaidMember(site)];
    await logIn(page, site, ada);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await expect(unstruck(page)).toHaveCount(60);
    const group = page.getByRole('region', { name: 'Group 1', exact: true });
    await expect(group.getByRole('status')).toHaveText('Strike two.');
    await statement(page, FIRST).click();
    await expect(statement(page, FIRST)).toHaveAttribute('aria-pressed', 'true');
    await statement(page, THIRD).press('Enter');
    await expect(group.getByText('Your topic')).toBeVisible();
    // The last one stays.
    await statement(page, SECOND).click({ force: true });
    await expect(statement(page, SECOND)).toHaveAttribute('aria-pressed', 'false');

    await page.reload();
    await expect(statement(page, FIRST)).toHaveAttribute('aria-pressed', 'true');
    await expect(statement(page, SECOND)).toContainText('Your topic');

    await page.goto(`${site.siteUrl}/dashboard`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
    await logIn(page, site, bea);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await expect(unstruck(page)).toHaveCount(60);

    await page.goto(`${site.siteUrl}/dashboard`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await logIn(page, site, ada);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await page.getByRole('button', { name: 'Start over with group 1' }).click();
    await expect(unstruck(page)).toHaveCount(60);
    await expect(group.getByRole('heading')).toBeFocused();
  });

  test('are prepared and spoken on by the timers, by keyboard', async ({ page, site }) => {
    await page.clock.install();
    await logIn(page, site, await unpaidMember(site));
    await page.goto(`${site.siteUrl}/practice-topics`);
    const panel = page.getByRole('region', { name: 'Timer' });
    const face = panel.getByRole('timer');
    const said = panel.getByRole('status');
    await expect(face).toHaveText('2:00');

    // Outside of the panel the keys are nobody's.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('s');
    await page.clock.runFor(3_000);
    await expect(face).toHaveText('2:00');

    await statement(page, FIRST).click();
    await statement(page, SECOND).click();
    await page.getByRole('button', { name: 'Prepare the topic of group 1' }).press('Enter');
    await expect(panel).toBeFocused();
    await expect(panel).toContainText(THIRD);
    await expect(said).toHaveText('Preparation started. 2 minutes.');
    await page.clock.runFor(40_000);
    await expect(face).toHaveText('1:20');
    await expect(said).toHaveText('Preparation started. 2 minutes.');
    await page.clock.runFor(20_000);
    await expect(said).toHaveText('One minute left.');

    await page.keyboard.press('s');
    await expect(panel.getByRole('button', { name: 'Resume' })).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(face).toHaveText('1:00');
    // Paused it is remembered, running as well.
    await page.reload();
    await expect(face).toHaveText('1:00');
    await panel.getByRole('button', { name: 'Resume' }).focus();
    await page.keyboard.press('s');
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.reload();
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    // The browser sleeps: no tick comes, and the time is right all the same.
    await page.clock.fastForward(35_000);
    await expect(said).toHaveText('Thirty seconds left.');
    await page.clock.fastForward(60_000);
    await expect(face).toHaveText('0:00');
    await expect(said).toHaveText('Time. Preparation is over.');
    await expect(panel.getByText('Time', { exact: true })).toBeVisible();

    await panel.getByRole('button', { name: 'Start the speech' }).focus();
    await page.keyboard.press('s');
    await page.clock.runFor(10_000);
    await expect(face).toHaveText('6:50');
    await page.keyboard.press('r');
    await expect(face).toHaveText('7:00');
    await page.keyboard.press('p');
    await expect(face).toHaveText('2:00');
    await page.keyboard.press('t');
    await expect(face).toHaveText('7:00');
  });
});
