import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { expect, logIn, newMember, pay, register, test } from './site.ts';

/*
 * Changes that come with time. These tests move the clock of the whole system, so the configuration runs
 * them alone, after all others.
 */

const toast = (page: Page) => page.getByTestId('toast');
const subscriptionCard = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });

const openSubscription = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(subscriptionCard(page).getByText('Debate Club Membership')).toBeVisible();
};

/** Moves the clock, and signs the member in again: sessions do not last that long. */
const advance = async (page: Page, site: RunFile, member: Parameters<typeof logIn>[2], days: number): Promise<void> => {
  const answer = await fetch(`${site.sandboxUrl}/stripe/test_helpers/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: days * 86_400 }),
  });
  expect(answer.ok).toBe(true);
  await page.evaluate(() => localStorage.clear());
  await logIn(page, site, member);
};

/** Opens the subscription until it shows that status. */
const becomes = (page: Page, site: RunFile, status: string): Promise<void> =>
  expect
    .poll(async () => {
      await openSubscription(page, site);
      return subscriptionCard(page).getByText(status, { exact: true }).isVisible();
    }, `the status ${status}`)
    .toBe(true);

test('a renewal that fails is reported, with a link to change the card', async ({ page, site }) => {
  const member = newMember();
  await register(page, site, member);
  await pay(page, 'Visa ending 0341, declined at every later renewal');
  await advance(page, site, member, 32);
  await becomes(page, site, 'Past Due');
  const card = subscriptionCard(page);
  await expect(card.getByText('Your last payment did not go through.')).toBeVisible();
  await expect(card.getByText(/You keep your access until \w+ \d+, \d{4}/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed' })).toContainText('$95.00');
  await card.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByRole('dialog')).toContainText('your membership and your access end immediately');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep Subscription' }).click();

  await card.getByRole('button', { name: 'Update Payment Method' }).click();
  await page.waitForURL(`${site.sandboxUrl}/stripe/portal/**`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your payment method is saved.')).toBeVisible();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await page.waitForURL(`${site.siteUrl}/account/subscription`);
  await becomes(page, site, 'Active');
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid' })).toHaveCount(2);
});

test('a cancelled membership ends with its period, and the member can join again', async ({ page, site }) => {
  const member = newMember();
  await register(page, site, member);
  await pay(page);
  await logIn(page, site, member);
  await openSubscription(page, site);
  const card = subscriptionCard(page);
  await card.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(toast(page)).toContainText('Subscription cancelled');

  await advance(page, site, member, 32);
  await expect
    .poll(async () => {
      await openSubscription(page, site);
      return card.getByText('This membership has ended.').isVisible();
    }, 'the end')
    .toBe(true);
  await expect(card.getByRole('button')).toHaveCount(0);
  await card.getByRole('link', { name: 'Join Again' }).click();
  await page.waitForURL(`${site.siteUrl}/dashboard`);
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your membership has ended' })).toBeVisible();
  await expect(page.getByText('only the payment is missing')).toHaveCount(0);
  await expect(page.getByText('Not paid yet.')).toHaveCount(0);
  await page.getByRole('form', { name: 'Join again' }).getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
  await pay(page);
  await becomes(page, site, 'Active');
});

test('after the grace period every page says that the payment failed, and links to changing the card', async ({
  page,
  site,
}) => {
  const member = newMember();
  await register(page, site, member);
  await pay(page, 'Visa ending 0341, declined at every later renewal');
  await advance(page, site, member, 32);
  await becomes(page, site, 'Past Due');
  await advance(page, site, member, 8);
  const words = 'Your last payment failed. Update your card to keep your membership.';
  for (const path of ['/dashboard', '/register', '/subscribe']) {
    await expect
      .poll(async () => {
        await page.goto(`${site.siteUrl}${path}`);
        return page
          .getByText(words)
          .waitFor({ timeout: 5_000 })
          .then(
            () => true,
            () => false,
          );
      }, path)
      .toBe(true);
    await expect(page.getByText('Complete your membership')).toHaveCount(0);
    await page.getByRole('link', { name: 'Update Payment Method' }).click();
    await page.waitForURL(`${site.siteUrl}/account/subscription`);
    await expect(subscriptionCard(page).getByRole('button', { name: 'Update Payment Method' })).toBeVisible();
  }
  await page.goto(`${site.siteUrl}/dashboard`);
  await expect(page.getByText('Not paid yet.')).toHaveCount(0);
});
