import type { Page } from '@playwright/test';
import { unpaidMember } from './member.ts';
import { expect, logIn, test } from './site.ts';

test.describe('practice topics', () => {
  const statement = (page: Page, text: string) => page.getByRole('button', { name: text });
  const unstruck = (page: Page) => page.locator('button[aria-pressed="false"]');
  const FIRST = 'Employers should publish the pay of every position.';
  const SECOND = 'A four-day week at full pay should be the legal standard for office work.';
  const THIRD = 'Companies should be barred from contacting employees outside working hours.';

  test('are struck down to one, survive a reload, and belong to each member', async ({ page, site }) => {
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
    await page.waitForURL(`${site.siteUrl}/`);
    await logIn(page, site, ada);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await page.getByRole('button', { name: 'Start over with group 1' }).click();
    await expect(unstruck(page)).toHaveCount(60);
    await expect(group.getByRole('heading')).toBeFocused();
  });

  test('have timers for preparation and speech, which work by keyboard', async ({ page, site }) => {
    await page.clock.install();
    await logIn(page, site, await unpaidMember(site));
    await page.goto(`${site.siteUrl}/practice-topics`);
    const panel = page.getByRole('region', { name: 'Timer' });
    const face = panel.getByRole('timer');
    const said = panel.getByRole('status');
    await expect(face).toHaveText('2:00');

    // Outside the panel, the keys do nothing.
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
    // The browser's own seconds go by as well.
    await expect(face).toHaveText(/^1:(20|1\d)$/);
    await expect(said).toHaveText('Preparation started. 2 minutes.');
    await page.clock.runFor(20_000);
    await expect(said).toHaveText('One minute left.');

    await page.keyboard.press('s');
    await expect(panel.getByRole('button', { name: 'Resume' })).toBeVisible();
    const left = await face.innerText();
    await page.clock.runFor(60_000);
    await expect(face).toHaveText(left);
    // Paused it is remembered, running as well.
    await page.reload();
    await expect(face).toHaveText(left);
    await panel.getByRole('button', { name: 'Resume' }).focus();
    await page.keyboard.press('s');
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.reload();
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    // The browser sleeps: the timer gets no ticks, and still shows the right time.
    await page.clock.fastForward(35_000);
    await expect(said).toHaveText('Thirty seconds left.');
    await page.clock.fastForward(60_000);
    await expect(face).toHaveText('0:00');
    await expect(said).toHaveText('Time. Preparation is over.');
    await expect(panel.getByText('Time', { exact: true })).toBeVisible();

    await panel.getByRole('button', { name: 'Start the speech' }).focus();
    await page.keyboard.press('s');
    await page.clock.runFor(10_000);
    await expect(face).toHaveText(/^6:(50|4\d)$/);
    await page.keyboard.press('r');
    await expect(face).toHaveText('7:00');
    await page.keyboard.press('p');
    await expect(face).toHaveText('2:00');
    await page.keyboard.press('t');
    await expect(face).toHaveText('7:00');
  });
});
