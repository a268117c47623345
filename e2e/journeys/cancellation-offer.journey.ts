import type { Page } from '@playwright/test';
import { currentRun, type RunFile } from '@lectern/tools/local/run-file';
import { newStaff } from '../src/testing/staff.ts';
import { type RunningSystem, startSystem } from '../src/testing/start-system.ts';
import { check } from './check.ts';
import { paidMember } from './member.ts';
import { expect, logIn, openInConsole, signInAsAdmin, test, toast } from './site.ts';

/* A system of its own: an offer that is set stands before the cancellations of every other journey. */

let system: RunningSystem | undefined;
let site: RunFile;

test.beforeAll(async () => {
  test.skip(currentRun().redisUrl === '', 'It starts a system from its build');
  test.setTimeout(300_000);
  system = await startSystem();
  site = await system.run();
});
test.afterAll(() => system?.stop());

const subscriptionCard = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

/** Opens the membership page of a new member, and presses the cancellation with a reason. */
const askToCancel = async (page: Page): Promise<void> => {
  await logIn(page, site, await paidMember(site));
  await page.goto(`${site.siteUrl}/account/subscription`);
  await subscriptionCard(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByLabel('Why do you cancel? (optional)').selectOption('too_expensive');
  await button(page, 'Cancel Subscription').click();
};

const setOffer = async (page: Page, name: string, percent?: string): Promise<void> => {
  await page.getByRole('radio', { name }).check();
  if (percent !== undefined) await page.getByLabel('Percent').fill(percent);
  await page.getByRole('button', { name: 'Save' }).click();
};

test('the treasurer sets the offer that members get when they cancel', async ({ page, browser }) => {
  const treasurer = await newStaff(system!, 'treasurer');
  await signInAsAdmin(page, site, treasurer);
  await openInConsole(page, 'Settings', 'Cancellation offer');
  await expect(page.getByRole('radio', { name: 'No offer' })).toBeChecked();
  await check(page, '/admin/cancellation-offer');

  await test.step('a percentage out of range is refused at its field', async () => {
    await setOffer(page, 'A discount for 3 months', '95');
    await expect(page.getByText('Percent must be a whole number from 5 to 90')).toBeVisible();
    await check(page, '/admin/cancellation-offer with a wrong percentage');
    await setOffer(page, 'A discount for 3 months', '40');
    await expect(toast(page)).toContainText('40% off for 3 months');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  });

  for (const width of [1280, 360])
    await test.step(`a member stays with the discount (${width} px)`, async () => {
      const member = await browser.newPage({ viewport: { width, height: 800 } });
      await askToCancel(member);
      const dialog = member.getByRole('dialog');
      await expect(dialog).toContainText(/Each charge until .*\$57\.00/);
      await check(member, `the offered discount at ${width} px`, 'dialog[open]');
      await button(member, 'Stay With the Discount').click();
      await expect(toast(member)).toContainText('You pay 40% less for your next 3 months');
      await expect(subscriptionCard(member).getByText(/^40% off until/)).toBeVisible();
      await check(member, `a discounted membership at ${width} px`);

      await subscriptionCard(member).getByRole('button', { name: 'Cancel Subscription' }).click();
      await button(member, 'Cancel Subscription').click();
      await expect(subscriptionCard(member).getByRole('button', { name: 'Resume Subscription' })).toBeVisible();
      await member.close();
    });

  await setOffer(page, 'A pause');
  await expect(toast(page)).toContainText('Members who cancel get: A pause');
  for (const width of [1280, 360])
    await test.step(`a member declines a pause with one press, another one takes it (${width} px)`, async () => {
      const member = await browser.newPage({ viewport: { width, height: 800 } });
      await askToCancel(member);
      await expect(member.getByRole('dialog')).toContainText('Would a pause help?');
      await check(member, `the offered pause at ${width} px`, 'dialog[open]');
      await button(member, 'No, Cancel Subscription').click();
      await expect(subscriptionCard(member).getByRole('button', { name: 'Resume Subscription' })).toBeVisible();
      await expect(member.getByRole('dialog')).toHaveCount(0);
      await member.close();

      const other = await browser.newPage({ viewport: { width, height: 800 } });
      await askToCancel(other);
      await other.getByRole('dialog').getByRole('radio', { name: '2 months' }).check();
      await button(other, 'Pause Instead').click();
      await expect(toast(other)).toContainText('Your membership pauses on');
      await expect(subscriptionCard(other).getByText(/Your membership pauses on/)).toBeVisible();
      await other.close();
    });
});
