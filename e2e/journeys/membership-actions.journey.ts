import type { Page } from '@playwright/test';
import { emailTo } from '../src/testing/mailbox.ts';
import { check } from './check.ts';
import { paidMember } from './member.ts';
import { expect, signInAsAdmin, test, toast } from './site.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the dialog, chooses an action and waits for its effects. */
const choose = async (page: Page, action: string): Promise<void> => {
  if (!(await dialog(page).isVisible())) await page.getByRole('button', { name: 'Manage Membership' }).click();
  await dialog(page).getByLabel('Action').selectOption(action);
  await expect(dialog(page).getByRole('button', { name: action })).toBeEnabled();
};

/** An action of staff is recorded a moment later. */
const expectLine = async (page: Page, line: string): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(line);
  }).toPass();

const confirm = async (page: Page, action: string): Promise<void> => {
  await dialog(page).getByLabel('Reason').fill('Asked by phone');
  await dialog(page).getByRole('button', { name: action }).click();
  await expect(dialog(page)).toHaveCount(0);
};

test('the treasurer changes the membership of a member', async ({ page, site }) => {
  test.setTimeout(120_000);
  const member = await paidMember(site);
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(member.email)}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });

  await test.step('switches the plan for what the dialog shows', async () => {
    await choose(page, 'Switch to the annual plan');
    await expect(dialog(page)).toContainText(/\$8\d\d\.\d\d are charged to the member’s card now\./);
    await expect(dialog(page)).toContainText('Next charge: $950.00');
    await check(page, 'the effects of a switch', 'dialog[open]');
    await dialog(page).getByRole('button', { name: 'Switch to the annual plan' }).click();
    await expect(dialog(page)).toContainText('Write the reason');
    await confirm(page, 'Switch to the annual plan');
    await expect(toast(page)).toContainText('The plan is switched.');
    await expectLine(page, 'Staff switched the plan');
    await expect(timeline).toContainText('Switched to the annual plan');
    await choose(page, 'Switch to the monthly plan');
    await expect(dialog(page)).toContainText('Nothing is charged now.');
    await confirm(page, 'Switch to the monthly plan');
  });

  await test.step('pauses it, and ends the pause', async () => {
    await choose(page, 'Pause for 2 months');
    await expect(dialog(page)).toContainText('no access, and nothing is charged');
    await confirm(page, 'Pause for 2 months');
    await choose(page, 'End the pause');
    await confirm(page, 'End the pause');
    await expectLine(page, 'Staff ended the pause');
  });

  await test.step('moves the next charge to a later day', async () => {
    await choose(page, 'Extend it to a later charge');
    const day = dialog(page).getByLabel('Next charge on');
    await day.fill('2020-01-01');
    await expect(dialog(page)).toContainText('Choose a day after the next charge');
    await choose(page, 'Cancel at the end of the paid period');
    await choose(page, 'Extend it to a later charge');
    await expect(dialog(page)).toContainText('nothing is charged before');
    await check(page, 'the effects of an extension', 'dialog[open]');
    await confirm(page, 'Extend it to a later charge');
    await emailTo(site, member.email, 'Your next payment is due later');
  });

  await test.step('cancels it at its end, resumes it, and ends it now', async () => {
    await choose(page, 'Cancel at the end of the paid period');
    await confirm(page, 'Cancel at the end of the paid period');
    await choose(page, 'Resume it');
    await confirm(page, 'Resume it');
    await choose(page, 'End it now');
    await expect(dialog(page)).toContainText('make the refund under Payments');
    await check(page, 'the effects of an end', 'dialog[open]');
    await confirm(page, 'End it now');
    await expectLine(page, 'Staff ended the membership');
    await expect(page.getByRole('button', { name: 'Manage Membership' })).toHaveCount(0);
    await check(page, 'the timeline of changes');
    await emailTo(site, member.email, 'Your membership has ended');
  });
});
