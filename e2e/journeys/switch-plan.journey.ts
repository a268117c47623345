import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { check } from './check.ts';
import { paidMember } from './member.ts';
import { expect, logIn, newMember, pay, register, test, toast } from './site.ts';

const subscriptionCard = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });
const openSubscription = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(subscriptionCard(page).getByText('Debate Club Membership')).toBeVisible();
};
/** The value beside a label of the quote. */
const line = (page: Page, name: string) =>
  page.getByRole('dialog').locator('dl > div').filter({ hasText: name }).locator('dd');

test('a member switches to the annual plan and back, and sees what is charged before', async ({ page, site }) => {
  const member = await paidMember(site);
  await logIn(page, site, member);
  await openSubscription(page, site);
  const card = subscriptionCard(page);
  const dialog = page.getByRole('dialog');

  await test.step('the quote of the annual plan', async () => {
    await card.getByRole('button', { name: 'Switch to Annual' }).click();
    await expect(line(page, 'Annual plan')).toHaveText('$950.00 / year');
    await expect(line(page, 'Unused rest of your month')).toHaveText(/^−\$9\d\.\d\d$/);
    await expect(line(page, 'Charged now')).toHaveText(/^\$85\d\.\d\d$/);
    await expect(line(page, 'Next billing date')).toContainText('$950.00');
    await check(page, 'the switch to the annual plan', 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('button', { name: 'Switch to Annual' })).toBeFocused();
    await expect(card.getByText('$95.00 / month')).toBeVisible();
  });

  await test.step('is charged', async () => {
    await card.getByRole('button', { name: 'Switch to Annual' }).click();
    await dialog.getByRole('button', { name: /^Pay \$85\d\.\d\d and Switch$/ }).click();
    await expect(toast(page)).toContainText('Plan switched');
    await expect(card.getByText('$950.00 / year')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Annual membership' })).toContainText('Paid');
  });

  await test.step('the switch back charges nothing and leaves credit', async () => {
    await card.getByRole('button', { name: 'Switch to Monthly' }).click();
    await expect(line(page, 'Charged now')).toHaveText('$0.00');
    await expect(
      dialog.getByText(/of credit stays on your account\. It pays your next [89] months in full/),
    ).toBeVisible();
    await check(page, 'the switch to the monthly plan', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Switch to Monthly' }).click();
    await expect(toast(page)).toContainText('Your plan is monthly now.');
    await expect(card.getByText('$95.00 / month')).toBeVisible();
  });
});

test('a declined card changes nothing; a failing connection and a cancelled membership are explained', async ({
  page,
  site,
}) => {
  const member = newMember();
  await register(page, site, member);
  await pay(page, 'Visa ending 0341, declined at every later renewal');
  await logIn(page, site, member);
  await openSubscription(page, site);
  const card = subscriptionCard(page);
  const dialog = page.getByRole('dialog');

  await page.route('**/api/subscription/switch/preview', (route) => route.abort('internetdisconnected'), { times: 1 });
  await card.getByRole('button', { name: 'Switch to Annual' }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your card was declined. Nothing was charged');
  await check(page, 'the switch that a card does not pay', 'dialog[open]');
  await dialog.getByRole('button', { name: 'Keep Monthly Plan' }).click();
  await expect(card.getByText('$95.00 / month')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Annual membership' })).toHaveCount(0);

  await card.getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(card.getByRole('button', { name: 'Resume Subscription' })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Switch to/ })).toHaveCount(0);
});
