import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { check } from './check.ts';
import { paidMember } from './member.ts';
import { expect, logIn, test, toast } from './site.ts';

const subscriptionCard = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });
const openSubscription = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(subscriptionCard(page).getByText('Debate Club Membership')).toBeVisible();
};
/** The value beside a label of the dialog. */
const line = (page: Page, name: string) =>
  page.getByRole('dialog').locator('dl > div').filter({ hasText: name }).locator('dd');

for (const width of [1280, 360]) {
  test(`a member sets a pause, drops it, and sets it again before cancelling (${width} px)`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    await logIn(page, site, await paidMember(site));
    await openSubscription(page, site);
    const card = subscriptionCard(page);
    const dialog = page.getByRole('dialog');
    const pauseFor = async (months: string): Promise<void> => {
      await card.getByRole('button', { name: 'Pause Membership' }).click();
      await dialog.getByRole('radio', { name: months }).check();
      await dialog.getByRole('button', { name: `Pause for ${months}` }).click();
      await expect(toast(page)).toContainText('Pause set');
    };

    await test.step('the dates of each choice are shown before', async () => {
      await card.getByRole('button', { name: 'Pause Membership' }).click();
      await expect(line(page, 'Charged during the pause')).toHaveText('$0.00');
      await expect(line(page, 'Next charge')).toContainText('$95.00');
      const first = await line(page, 'Next charge').textContent();
      await dialog.getByRole('radio', { name: '3 months' }).press('ArrowLeft');
      await expect(dialog.getByRole('radio', { name: '2 months' })).toBeChecked();
      await expect(line(page, 'Next charge')).not.toHaveText(first ?? '');
      await check(page, `the pause at ${width} px`, 'dialog[open]');
      await page.keyboard.press('Escape');
      await expect(card.getByRole('button', { name: 'Pause Membership' })).toBeFocused();
    });

    await test.step('a pause is set, and dropped without a charge', async () => {
      await pauseFor('2 months');
      await expect(card.getByText(/Your membership pauses on/)).toBeVisible();
      await expect(card.getByRole('button', { name: /^Switch to|^Pause/ })).toHaveCount(0);
      await check(page, `a membership that is to pause at ${width} px`);
      await card.getByRole('button', { name: 'Drop the Pause' }).click();
      await expect(line(page, 'Charged now')).toHaveText('$0.00');
      await check(page, `dropping the pause at ${width} px`, 'dialog[open]');
      await dialog.getByRole('button', { name: 'Drop the Pause' }).click();
      await expect(toast(page)).toContainText('Pause dropped');
      await expect(card.getByText(/Your membership pauses on/)).toHaveCount(0);
    });

    await test.step('a lost connection is explained, and asked again', async () => {
      await page.route('**/api/subscription/pause/preview', (route) => route.abort('internetdisconnected'), {
        times: 1,
      });
      await card.getByRole('button', { name: 'Pause Membership' }).click();
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect(line(page, 'Next charge')).toContainText('$95.00');
      await page.keyboard.press('Escape');
    });

    await test.step('cancelling drops the pause', async () => {
      await pauseFor('1 month');
      await card.getByRole('button', { name: 'Cancel Subscription' }).click();
      await expect(dialog).toContainText('The pause that you have set is dropped.');
      await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
      await expect(card.getByRole('button', { name: 'Resume Subscription' })).toBeVisible();
      await expect(card.getByText(/Your membership pauses on/)).toHaveCount(0);
    });
  });
}
