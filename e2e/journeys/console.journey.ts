import { callApi, newRegistration, registerPerson } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, newMember, openInConsole, randomWord, signInAsAdmin, test } from './site.ts';

test.describe('the navigation of the console', () => {
  test.beforeEach(({ page, site }) => signInAsAdmin(page, site));

  test('stays while pages change, marks where one is, and leads back', async ({ page }) => {
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await expect(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await navigation.evaluate((element) => element.setAttribute('data-seen', ''));
    await openInConsole(page, 'Tournaments', 'Events');
    await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
    await expect(navigation.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page');
    await expect(navigation.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current', 'page');
    // The same element: it was not built again.
    await expect(navigation).toHaveAttribute('data-seen', '');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Tournaments' }).click();
    await expect(page.getByRole('tab', { name: 'Tournaments' })).toHaveAttribute('aria-selected', 'true');
    await expect(navigation.getByRole('link', { name: 'Entries' })).toHaveAttribute('aria-current', 'page');
  });

  test('has a menu of one’s own account, by keyboard', async ({ page, site }) => {
    const trigger = page.getByRole('button', { name: 'Your account: Administrator' });
    await trigger.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem')).toHaveText([/, owner$/, 'Security', 'Log out']);
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
    await trigger.click();
    await check(page, '/admin, the menu of the account');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(`${site.siteUrl}/admin/login*`);
  });

  test('shrinks to icons, shows its names to the pointer and the keyboard, and stays so', async ({ page }) => {
    const navigation = page.getByRole('navigation', { name: 'Console' });
    const width = async (): Promise<number> => (await navigation.boundingBox())!.width;
    const toggle = page.getByRole('button', { name: 'Icons only' });
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('main').hover();
    await expect.poll(width).toBeLessThan(60);
    await page.reload();
    await page.getByRole('main').hover();
    await expect.poll(width).toBeLessThan(60);
    await navigation.getByRole('link', { name: 'Email' }).hover();
    await expect.poll(width).toBeGreaterThan(180);
    await page.getByRole('main').hover();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await page.keyboard.press('Tab');
    await expect(navigation.getByRole('button', { name: 'Search' })).toBeFocused();
    await expect.poll(width).toBeGreaterThan(180);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  });

  test('is a drawer on a phone, which closes where it leads', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await expect(navigation).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, '/admin, its menu');
    await page.getByRole('dialog').getByRole('link', { name: 'Queues' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Queues', level: 1 })).toBeVisible();
  });
});

test.describe('the search of the console', () => {
  test('finds people, events, campaigns and articles by keyboard, and opens them', async ({ page, site }) => {
    const word = randomWord();
    const member = { ...newMember(), lastName: `Finder${word}` };
    await registerPerson(site, { ...newRegistration(), ...member });
    const made = await callApi<{ id: string }>(site, 'POST', '/api/admin/email-campaigns', {
      token: await adminTokenOf(site),
      body: { name: `Found ${word}`, subject: 'A subject', content: 'Come.', targetAudience: 'newsletter' },
    });
    expect(made.status).toBe(201);
    await signInAsAdmin(page, site);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Search the console' });
    await expect(input).toBeFocused();
    // People come above the campaigns, and later.
    const options = page.getByRole('dialog').getByRole('option');
    await page.route('**/api/admin/people/list?*', async (route) => {
      await expect(options).toHaveText([/^Found/]);
      await route.continue();
    });
    await input.fill(word);
    await expect(options).toHaveText([`Ada ${member.lastName}${member.email}`, `Found ${word}A subject`]);
    await check(page, '/admin, its search');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.unroute('**/api/admin/people/list?*');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/campaign?id=${made.body.id}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Text that is not saved is asked about, as for any other link.
    await page.getByLabel('Subject', { exact: true }).fill('Unsaved');
    await page.keyboard.press('Control+k');
    await input.fill('event create');
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText(['Create an event']);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/admin/events?edit=new');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Enter before the results arrive opens the first one.
    await page.keyboard.press('Control+k');
    await input.fill(member.lastName);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/people?email=${encodeURIComponent(member.email)}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Of events with one name, the next one comes first.
    await page.keyboard.press('Control+k');
    await input.fill('online winter classic');
    await expect(options.nth(1)).toBeVisible();
    const [next, later] = (await options.allInnerTexts()).map((text) => Date.parse(/\w{3} \d+, \d{4}/.exec(text)![0]));
    expect(next).toBeLessThan(later!);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await input.fill('?');
    await expect(page.getByText('Open or close this search')).toBeVisible();
    await input.fill(`nothing ${word}`);
    await expect(page.getByText('Nothing was found.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('says which records it could not search, and shows the others; on a phone too', async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAsAdmin(page, site);
    await page.route('**/api/admin/events?*', (route) => route.fulfill({ status: 429, json: {} }));
    await page.route('**/api/admin/people/list?*', (route) => route.fulfill({ status: 429, json: {} }));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search the console' }).fill('how to flow');
    await expect(page.getByText('Not searched, because the server did not answer: People, Events.')).toBeVisible();
    await page
      .getByRole('option', { name: /How to flow/i })
      .first()
      .click();
    await page.waitForURL('**/admin/articles?edit=*');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
