import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import {
  adminTokenOf,
  expect,
  linkIn,
  newMember,
  pressTwice,
  randomWord,
  shiftOf,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

/** Adds these people to the debate club, the last one newest. Their last name is `word`. */
const addMembers = async (
  site: RunFile,
  word: string,
  firstNames: readonly string[],
  status: 'active' | 'paused' = 'active',
): Promise<void> => {
  const token = await adminTokenOf(site);
  for (const firstName of firstNames) {
    const body = {
      firstName,
      lastName: word,
      email: `${firstName}.${word}@example.com`.toLowerCase(),
      division: 'development',
      billingCycle: 'monthly',
      status,
    };
    expect((await callApi(site, 'POST', '/api/admin/debate-club-registrations', { body, token })).status).toBe(201);
  }
};

/** A second administrator. */
const inviteAdmin = async (site: RunFile): Promise<RunFile['admin']> => {
  const { email, password } = newMember();
  const token = await adminTokenOf(site);
  const body = { email, name: 'Grace Hopper', role: 'manager', currentPassword: site.admin.password };
  expect((await callApi(site, 'POST', '/api/admin/administrators', { body, token })).status).toBe(200);
  const link = new URL(await linkIn(site, email, 'You are invited to the dashboard of Lectern'));
  const chosen = { token: link.searchParams.get('token'), password, confirmPassword: password };
  expect((await callApi(site, 'POST', '/api/admin/choose-password', { body: chosen })).status).toBe(200);
  return { email, password };
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

  await test.step('only those of some days', async () => {
    await page.getByLabel('Registered until').fill('2026-01-31');
    await expect(page.getByText('No registrations match')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Registered until')).toHaveValue('2026-01-31');
    await page.getByRole('button', { name: 'Clear registered until' }).click();
    await expect(rows).toHaveCount(3);
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
  await expect(items).toHaveText(['Edit', /^Show /, 'Close registration', 'Copy']);
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.nth(3)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(menu).toBeFocused();
  const title = await row.getByRole('link').first().innerText();
  await row.getByRole('cell', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
});

test('a row’s menu stays while a late search result still has its row', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/events`);
  const rows = rowsOf(page, 'Events');
  await expect(rows.first()).toBeVisible();
  const [last, before] = [rows.last(), await rows.count()];
  const title = await last.getByRole('link').first().innerText();
  const searched = '**/api/admin/events?*q=*';
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(searched, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(searched);
  await page.getByLabel('Search').fill(title);
  await asked;
  const menu = last.getByRole('button', { name: /^Actions for/ });
  // The page is longer than the window, and scrolls by itself as it becomes shorter.
  await menu.click();
  const item = page.getByRole('menuitem', { name: 'Copy', exact: true });
  await expect(item).toBeVisible();
  release();
  await expect.poll(() => rows.count()).toBeLessThan(before);
  await expect(item).toBeVisible();
  const [button, below] = await Promise.all([menu.boundingBox(), page.getByRole('menu').boundingBox()]);
  expect(Math.abs(below!.y - (button!.y + button!.height))).toBeLessThan(10);
});

test('filters that directly follow one another all count, also while the page is slow to show the first', async ({
  page,
  site,
}) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin?tab=debate-club`);
  const status = page.getByLabel('Status');
  await expect(status).toBeVisible();
  // Both in one task of the browser: nothing is drawn between them.
  await page.evaluate(() => {
    const choose = (label: string, value: string) => {
      const labels = [...document.querySelectorAll('label')];
      const select = document.getElementById(labels.find(({ textContent }) => textContent === label)!.htmlFor);
      (select as HTMLSelectElement).value = value;
      select!.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('Status', 'paused');
    choose('Division', 'development');
  });
  await expect(page.getByLabel('Division')).toHaveValue('development');
  await expect(status).toHaveValue('paused');
});

test('a view is saved, shared, opened by another administrator, and changed by its owner alone', async ({
  page,
  site,
  browser,
}) => {
  const name = `Paused ${randomWord()}`;
  // The filters leave rows, so that the table stays.
  await addMembers(site, randomWord(), ['Paula'], 'paused');
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin?tab=debate-club`);
  const dialog = page.getByRole('dialog');
  const views = page.getByRole('button', { name: /^Views/ });
  const choose = async (item: string) => {
    await views.click();
    await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
  };

  await test.step('with its filter, order and columns, under a name', async () => {
    await page.getByLabel('Status').selectOption('Paused');
    await page.getByLabel('Division').selectOption('Development');
    await page.getByRole('columnheader', { name: 'Registered' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Division' }).click();
    await page.keyboard.press('Escape');
    await choose('Save as a new view');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Share it with all administrators').check();
    await check(page, '/admin, saving a view');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(toast(page)).toContainText(`“${name}” is saved.`);
    await expect(views).toHaveText(name);
  });

  await test.step('a filter that is cleared changes it only when it is saved', async () => {
    await page.getByRole('button', { name: 'Clear status' }).click();
    await expect(views).toHaveText(`${name}, changed`);
    await choose(name);
    await expect(page.getByLabel('Status')).toHaveValue('paused');
    await expect(views).toHaveText(name);
  });

  await test.step('another administrator opens it and cannot change it', async () => {
    const other = await (await browser.newContext()).newPage();
    await signInAsAdmin(other, site, await inviteAdmin(site));
    await other.goto(`${site.siteUrl}/admin?tab=debate-club`);
    await expect(other.getByRole('columnheader', { name: 'Division' })).toBeVisible();
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name }).click();
    await expect(other.getByLabel('Status')).toHaveValue('paused');
    await expect(other.getByLabel('Division')).toHaveValue('development');
    await expect(other.getByRole('button', { name: `Views: ${name}` })).toBeVisible();
    await other.getByLabel('Status').selectOption('Active');
    await other.getByRole('button', { name: `Views: ${name}` }).click();
    await expect(other.getByRole('menuitem', { name: 'Save as a new view' })).toBeVisible();
    await expect(other.getByRole('menuitem', { name: /Save the changes|Rename|Delete/ })).toHaveCount(0);
    await other.context().close();
  });

  await test.step('its owner deletes it, undoes that, and the rows stay as they were', async () => {
    await choose(`Delete “${name}”`);
    await expect(toast(page)).toContainText(`“${name}” is deleted.`);
    await expect(views).toHaveText('Views');
    await expect(page.getByLabel('Status')).toHaveValue('paused');
    await check(page, '/admin, a change that can be undone');
    await pressTwice(toast(page).getByRole('button', { name: 'Undo' }));
    await expect(toast(page)).toContainText(`“${name}” is there again.`);
    await choose(name);
    await expect(views).toHaveText(name);
    await views.click();
    await expect(page.getByRole('menuitem', { name })).toHaveCount(3);
  });
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

  await test.step('those of one tournament, also after a reload, with the filters folded', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { body: entries } = await callApi<{ items: { eventId: string }[] }>(
      site,
      'GET',
      `/api/admin/tournament-registrations?limit=1&q=${word}`,
      { token: await adminTokenOf(site) },
    );
    const entered = entries.items[0]!.eventId;
    const chip = page.getByRole('combobox', { name: 'Tournament' });
    const fold = page.getByRole('button', { name: 'Filters' });
    await expect(chip).toBeHidden();
    await fold.focus();
    await page.keyboard.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
    const others = await chip.locator(`option:not([value=""]):not([value="${entered}"])`).first().getAttribute('value');
    await chip.selectOption(others);
    await expect(page.getByText('No registrations match')).toBeVisible();
    await chip.selectOption(entered);
    await expect(cards).toHaveCount(2);
    await page.reload();
    // The filters are folded again, but for the one that is set.
    await expect(fold).toHaveText('Filters (1)');
    await expect(chip).toHaveValue(entered);
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden();
    await expect(cards).toHaveCount(2);
    await check(page, '/admin, Tournaments, of one tournament');
  });
});

test('rows that could not be refreshed stay, with the time of their last refresh', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/events`);
  await expect(rowsOf(page, 'Events').first()).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.02);
  await page.route('**/api/admin/events?*', (route) => route.fulfill({ status: 429, json: {} }));
  await rowsOf(page, 'Events').first().getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  // A list that opens again is requested again.
  await page.goBack();
  await expect(page.getByText(/^Shown as of \d.*, could not be refreshed$/)).toBeVisible();
  await expect(rowsOf(page, 'Events').first()).toBeVisible();
  await page.unroute('**/api/admin/events?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^\d+ events$/)).toBeVisible();
});
