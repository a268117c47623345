import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { check } from './check.ts';
import { expect, logIn, newMember, pay, register, test, toast, type NewMember } from './site.ts';

/*
 * Changes that come with time. This test moves the clock of the whole system, so the configuration runs it alone, after
 * all others.
 */

const DECLINED_LATER = 'Visa ending 0341, declined at every later renewal';
const subscriptionCard = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });

const openSubscription = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(subscriptionCard(page).getByText('Debate Club Membership')).toBeVisible();
};

const advance = async (site: RunFile, days: number): Promise<void> => {
  const answer = await fetch(`${site.sandboxUrl}/stripe/test_helpers/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: days * 86_400 }),
  });
  expect(answer.ok).toBe(true);
};

/** Opens the subscription until it shows that. */
const becomes = (page: Page, site: RunFile, shown: string): Promise<void> =>
  expect
    .poll(async () => {
      await openSubscription(page, site);
      return subscriptionCard(page).getByText(shown, { exact: true }).isVisible();
    }, `“${shown}”`)
    .toBe(true);

test('memberships a month later: one whose renewal failed, one that ended, and one after its grace period', async ({
  page,
  site,
}) => {
  const join = async (card?: string): Promise<NewMember> => {
    const member = newMember();
    await register(page, site, member);
    await pay(page, card);
    return member;
  };
  const [overdue, unpaid, paused, ended] = [
    ...[await join(DECLINED_LATER), await join(DECLINED_LATER)],
    ...[await join(), await join()],
  ] as const;
  const card = subscriptionCard(page);
  await logIn(page, site, paused);
  await openSubscription(page, site);
  await card.getByRole('button', { name: 'Pause Membership' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: '2 months' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause for 2 months' }).click();
  await expect(toast(page)).toContainText('Pause set');
  await logIn(page, site, ended);
  await openSubscription(page, site);
  await card.getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(toast(page)).toContainText('Subscription cancelled');
  await advance(site, 32);

  await test.step('a renewal that fails is reported, with a link to change the card', async () => {
    await logIn(page, site, overdue);
    await becomes(page, site, 'Past Due');
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

  await test.step('a paused membership says so, and is resumed for the charge that is shown', async () => {
    await logIn(page, site, paused);
    await becomes(page, site, 'Paused');
    await expect(card.getByText(/Your membership is paused until/)).toBeVisible();
    await page.goto(`${site.siteUrl}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Your membership is paused' })).toBeVisible();
    await check(page, 'the dashboard of a paused membership');
    await page.getByRole('link', { name: 'See your subscription' }).click();
    await check(page, 'a paused membership');
    await card.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(page.getByRole('dialog')).toContainText('ends immediately');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep Subscription' }).click();
    await card.getByRole('button', { name: 'Resume Now' }).click();
    await expect(page.getByRole('dialog').getByText('$95.00').first()).toBeVisible();
    await check(page, 'the end of a pause', 'dialog[open]');
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $95.00 and Resume' }).click();
    await expect(toast(page)).toContainText('Membership resumed');
    await becomes(page, site, 'Active');
    await expect(page.getByRole('listitem').filter({ hasText: 'Paid' })).toHaveCount(2);
  });

  await test.step('a cancelled membership ends with its period, and the member can join again', async () => {
    await logIn(page, site, ended);
    await becomes(page, site, 'This membership has ended.');
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

  await test.step('after the grace period every page says that the payment failed, and links to changing the card', async () => {
    await logIn(page, site, unpaid);
    await becomes(page, site, 'Past Due');
    await advance(site, 8);
    await logIn(page, site, unpaid);
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
});
