import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, randomWord, shiftOf, signInAsAdmin, test } from './site.ts';

/** Adds these people to the debate club, the last one newest. Their last name is `word`. */
const addMembers = async (site: RunFile, word: string, firstNames: readonly string[]): Promise<void> => {
  const token = await adminTokenOf(site);
  for (const firstName of firstNames) {
    const body = {
      firstName,
      lastName: word,
      email: `${firstName}.${word}@example.com`.toLowerCase(),
      division: 'development',
      billingCycle: 'monthly',
    };
    expect((await callApi(site, 'POST', '/api/admin/debate-club-registrations', { body, token })).status).toBe(201);
  }
};

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

test('a list is used by keyboard alone, and Back restores it', async ({ page, site }) => {
  const word = randomWord();
  await addMembers(site, word, ['Grace', 'Barbara', 'Katherine']);
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin?tab=debate-club&q=${word}&sort=registeredAt`);
  const rows = rowsOf(page, 'Debate club registrations');
  await expect(rows).toHaveCount(3);

  await test.step('one row is in the order of Tab, and arrow keys lead to the other ones', async () => {
    await page.getByRole('columnheader', { name: 'Registered' }).getByRole('button').focus();
    await page.keyboard.press('Tab');
    await expect(rows.nth(0)).toBeFocused();
    for (const [key, index] of [
      ['ArrowDown', 1],
      ['End', 2],
      ['ArrowDown', 2],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(rows.nth(index)).toBeFocused();
    }
  });

  await test.step('Enter opens the person, and Back shows the same view', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Barbara ${word}` })).toBeVisible();
    await page.goBack();
    await expect(rows.nth(0)).toContainText('Grace');
    await expect(page.getByLabel('Search')).toHaveValue(word);
  });

  await test.step('columns are chosen in a menu, and stay chosen on this device', async () => {
    const columns = page.getByRole('button', { name: 'Columns' });
    await columns.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Email' })).toBeFocused();
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Billing' })).toHaveAttribute('aria-checked', 'false');
    await page.keyboard.press('Escape');
    await expect(columns).toBeFocused();
    await page.reload();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Division',
      'Status',
      /^Registered/,
      'Delete',
    ]);
  });
});

test('a row’s menu opens by keyboard, and the row by a click beside its controls', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/events?status=open`);
  const row = rowsOf(page, 'Events').first();
  const menu = row.getByRole('button', { name: /^Actions for/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await expect(items).toHaveText(['Edit', 'Close registration', 'Copy']);
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.nth(2)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(menu).toBeFocused();
  const title = await row.getByRole('link').innerText();
  await row.getByRole('cell', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
});

test('rows are cards on a phone, with their menus and a box to select all of them', async ({ page, site }) => {
  const word = randomWord();
  for (const firstName of ['Grace', 'Barbara']) {
    const body = {
      firstName,
      lastName: word,
      email: `${firstName}.${word}@example.com`.toLowerCase(),
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    };
    expect((await callApi(site, 'POST', '/api/tournament/register', { body })).status).toBe(201);
  }
  await signInAsAdmin(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.siteUrl}/admin?tab=tournaments&q=${word}`);
  const cards = rowsOf(page, 'Tournament registrations');
  await expect(cards).toHaveCount(2);
  // Below each other: the email address under the name.
  const [name, email] = await Promise.all([
    cards.first().getByText(`Barbara ${word}`).boundingBox(),
    cards.first().getByRole('link').boundingBox(),
  ]);
  expect(email!.y).toBeGreaterThan(name!.y + name!.height - 1);
  await page.getByRole('checkbox', { name: 'Select all 2 shown' }).check();
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await check(page, '/admin, Tournaments, two selected');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByText('2 registrations', { exact: true })).toBeVisible();
});

test('rows that could not be refreshed stay, with the time of their last refresh', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/events`);
  await expect(rowsOf(page, 'Events').first()).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.02);
  await page.route('**/api/admin/events?*', (route) => route.fulfill({ status: 429, json: {} }));
  await rowsOf(page, 'Events').first().getByRole('link').click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  // A list that opens again is requested again.
  await page.goBack();
  await expect(page.getByText(/^Shown as of \d.*, could not be refreshed$/)).toBeVisible();
  await expect(rowsOf(page, 'Events').first()).toBeVisible();
  await page.unroute('**/api/admin/events?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^\d+ events$/)).toBeVisible();
});
