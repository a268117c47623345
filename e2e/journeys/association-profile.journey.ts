import type { Page } from '@playwright/test';
import type { SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import { currentRun, type RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { newStaff } from '../src/testing/staff.ts';
import { type RunningSystem, startSystem } from '../src/testing/start-system.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, logIn, openInConsole, signInAsAdmin, test, toast } from './site.ts';
import { paidMember } from './member.ts';

/* A system of its own: the name and the colors are on the pages of every other journey. */

let system: RunningSystem | undefined;
let site: RunFile;

test.beforeAll(async () => {
  test.skip(currentRun().redisUrl === '', 'It starts a system from its build');
  test.setTimeout(300_000);
  system = await startSystem();
  site = await system.run();
});
test.afterAll(() => system?.stop());

/** With a program, which does not run, and a picture from elsewhere, which is not loaded: both would be errors in the console. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" onload="throw 1"><image href="https://elsewhere.example/a.png"/><circle cx="32" cy="32" r="28" fill="#1b5e20"/></svg>`;

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const htmlOf = async (path: string): Promise<string> => (await fetch(site.siteUrl + path)).text();
const accent = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--aff'));

test('the owner changes name, colors and logo, sees them on the site, and restores the earlier version', async ({
  page,
}) => {
  await signInAsAdmin(page, site);
  await openInConsole(page, 'Settings', 'Profile');
  const preview = page.getByRole('region', { name: 'Preview' });
  const name = page.getByLabel('Name', { exact: true });
  const color = page.getByLabel('Color', { exact: true });
  await check(page, '/admin/profile');

  await test.step('a color that is too light says so as it is typed, and is refused at its field', async () => {
    await color.fill('#ff8d7d');
    await expect(page.getByText('Too light: contrast 2.1, needs 5.')).toBeVisible();
    await save(page);
    await expect(page.getByText('Color is too light to be read on the pages. Choose a darker one')).toBeVisible();
    await expect(color).toBeFocused();
    await check(page, '/admin/profile with a color that is too light');
    await page.getByLabel('Pick the color').fill('#1b5e20');
    await expect(color).toHaveValue('#1b5e20');
    await expect(page.getByText(/^Readable on the pages: contrast 7\.\d\.$/)).toBeVisible();
  });

  await test.step('an unknown time zone and a wrong link are refused at their fields', async () => {
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByRole('group', { name: 'Link 1' }).getByLabel('Link', { exact: true }).fill('javascript:alert(1)');
    await save(page);
    await expect(page.getByText('Choose a time zone such as America/Los_Angeles')).toBeVisible();
    await expect(page.getByText('Enter a link that begins with https://')).toBeVisible();
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    await expect(page.getByText(/^There it is \w+ \d+:\d\d [AP]M now\./)).toBeVisible();
    await page
      .getByRole('group', { name: 'Link 1' })
      .getByLabel('Link', { exact: true })
      .fill('https://debate.social/@harbor');
  });

  await test.step('a file that is no picture is refused at its field, and a logo that the browser draws is in the preview', async () => {
    const file = page.getByLabel('Logo', { exact: true });
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(file).toHaveAttribute('aria-invalid', 'true');
    await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><g>') });
    await expect(page.getByText('This SVG is damaged')).toBeVisible();
    await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
    await expect(file).not.toHaveAttribute('aria-invalid');
    await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible();
    const logo = preview.locator('img').first();
    await expect(logo).toHaveAttribute('src', /^\/api\/logos\/[0-9a-f]{64}$/);
    await expect(logo).toHaveJSProperty('naturalWidth', 512);
    await expect(logo).toHaveJSProperty('naturalHeight', 512);
  });

  await test.step('the preview and, once saved, the console have the new name and color', async () => {
    await name.fill('Harbor');
    await page.getByLabel('Full name').fill('Harbor Debating Society');
    await expect(preview.getByRole('region', { name: 'Header' })).toHaveText(/^Harbor/);
    await check(page, '/admin/profile with changes');
    expect(await accent(page)).toBe('#b3372b');
    await save(page);
    await expect(toast(page)).toContainText('Saved');
    await expect(page).toHaveTitle('Profile – Administration · Harbor');
    expect(await accent(page)).toBe('#1b5e20');
  });

  await test.step('the site has them: title, header, footer, colors and icon, with and without JavaScript', async () => {
    await expect.poll(() => htmlOf('/about')).toContain('Harbor Debating Society');
    const visitor = await page.context().newPage();
    await visitor.goto(`${site.siteUrl}/about`);
    await expect(visitor).toHaveTitle(/ · Harbor$/);
    await expect(visitor.getByRole('link', { name: 'Harbor, home' })).toBeVisible();
    await expect(visitor.getByRole('contentinfo')).toContainText('Harbor Debating Society');
    await expect(visitor.getByRole('link', { name: 'debate.social' })).toHaveAttribute(
      'href',
      'https://debate.social/@harbor',
    );
    expect(await accent(visitor)).toBe('#1b5e20');
    const mark = visitor.getByRole('banner').locator('img');
    expect(await mark.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    const icon = await visitor.locator('link[rel="icon"]').getAttribute('href');
    expect((await fetch(site.siteUrl + icon!)).headers.get('content-type')).toBe('image/png');
    await check(visitor, '/about with another profile');
    await visitor.close();
  });

  await test.step('the version before is compared and restored', async () => {
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'View version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Version 1' });
    const differences = dialog.getByRole('table', { name: /^Differences from version/ });
    await expect(differences).toContainText('Lectern');
    await expect(differences).toContainText('Harbor');
    await expect(differences.getByRole('img')).toHaveCount(1);
    await check(page, '/admin/profile, an earlier version', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await expect(toast(page)).toContainText('Restored');
    await expect(name).toHaveValue('Lectern');
    await expect(page).toHaveTitle('Profile – Administration · Lectern');
    expect(await accent(page)).toBe('#b3372b');
    await expect.poll(() => htmlOf('/about')).not.toContain('Harbor');
  });
});

test('of two people who change the profile, the second is shown the difference', async ({ page }) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/profile`);
  await page.getByLabel('Tagline').fill('Mine');
  await page.getByLabel('Full name').fill('The Same Name');
  const token = await adminTokenOf(site);
  const { version, value } = (await callApi<SiteTextVersion>(site, 'GET', '/api/admin/site/profile', { token })).body;
  const theirs = { key: 'profile', version, value: { ...value, tagline: 'Theirs', fullName: 'The Same Name' } };
  expect((await callApi(site, 'PUT', '/api/admin/site', { token, body: theirs })).status).toBe(200);
  await save(page);
  const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
  await expect(conflict).toContainText('They changed the tagline');
  await expect(conflict.getByRole('row').filter({ hasText: 'Tagline' })).toContainText('Mine');
  // Both changed it to the same.
  await expect(conflict.getByRole('row').filter({ hasText: 'Full name' })).toHaveCount(0);
  await conflict.getByRole('button', { name: 'Use their version' }).click();
  await expect(page.getByLabel('Tagline')).toHaveValue('Theirs');
});

test('an editor reads the profile and the meeting links, and changes neither', async ({ page }) => {
  await signInAsAdmin(page, site, await newStaff(system!, 'editor'));
  await openInConsole(page, 'Settings', 'Profile');
  await expect(page.getByText(/^Only an owner or manager may change the settings of the association\./)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await check(page, '/admin/profile, as an editor');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Meeting links' }).click();
  await expect(page.getByLabel('Zoom link')).toBeDisabled();
  await check(page, '/admin/meeting-links, as an editor');
});

test('the owner changes where members meet; members get the new links, and pages of visitors none', async ({
  page,
  browser,
}) => {
  await signInAsAdmin(page, site);
  await openInConsole(page, 'Settings', 'Meeting links');
  await page.getByLabel('Zoom link').fill('http://zoom.us/j/1');
  await save(page);
  await expect(page.getByText('Enter the Zoom link, which begins with https://')).toBeVisible();
  await page.getByLabel('Zoom link').fill('https://zoom.us/j/9001234567');
  await save(page);
  await expect(toast(page)).toContainText('Saved');
  const theirs = await (await browser.newContext()).newPage();
  await logIn(theirs, site, await paidMember(site));
  await expect(theirs.locator('a[href="https://zoom.us/j/9001234567"]').first()).toBeAttached();
  expect(await htmlOf('/')).not.toContain('9001234567');
  await theirs.close();
});
