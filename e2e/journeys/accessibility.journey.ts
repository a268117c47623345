import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, newRegistration, patiently, payAt, registerPerson } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, logIn, newMember, pay, register, signInAsAdmin, test } from './site.ts';

/*
 * Every page, wide and narrow: axe finds nothing, nothing scrolls sideways, no word is broken, however long what stands in
 * the tables of the console is, and the browser's console stays silent (which the page fixture sees to).
 */
// Long and independent of each other.
test.describe.configure({ mode: 'parallel' });

const PUBLIC = {
  'of the association': [
    '/',
    '/debate-club',
    '/how-it-works',
    '/classes',
    '/tournaments',
    '/bootcamp-registration',
    '/bootcamp-success',
    '/resources',
    '/resources/how-to-flow-a-debate',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/refunds',
    '/no-such-page',
  ],
  'of accounts and emailed links': [
    '/register',
    '/subscribe',
    '/subscribe/cancel',
    '/login',
    '/setup-account',
    '/reset-password',
    '/reset-password?token=mailed',
    '/admin/login',
    '/confirm-email',
    '/confirm-email?token=mailed',
    '/confirm-email?subscriberId=1&email=reader%40example.com&key=mailed',
    '/undo-email-change',
    '/undo-email-change?token=mailed',
    '/end-session',
    '/end-session?token=mailed',
    '/admin/forgot-password',
    '/admin/choose-password?token=mailed',
    '/newsletters',
    '/newsletters/0b7f2c7e-6b0e-4a53-9a63-0a6f8e0d5c11',
    '/pay',
    '/pay?token=mailed',
    '/event-access',
    '/event-access?token=mailed',
    '/entry',
    '/entry?token=mailed',
    '/receipt',
    '/receipt?token=mailed',
    '/unsubscribe',
    '/unsubscribe?email=reader%40example.com&key=mailed',
  ],
};
const MEMBER = [
  '/dashboard',
  '/account/subscription',
  '/practice-topics',
  '/recordings',
  '/account/settings',
  '/account/settings?tab=security',
  ...['guides', 'recordings', 'schedules', 'community'].map((tab) => `/member/resources?tab=${tab}`),
];

for (const [which, paths] of Object.entries(PUBLIC))
  test(`the public pages ${which}`, async ({ page, site }) => {
    test.setTimeout(paths.length * 15_000);
    for (const path of paths) {
      await page.goto(site.siteUrl + path);
      await check(page, path);
    }
  });

test('member pages', async ({ page, site }) => {
  test.setTimeout((MEMBER.length + 4) * 15_000);
  const member = newMember();
  await register(page, site, member);
  await pay(page);
  await check(page, '/subscribe/success');
  await logIn(page, site, member);
  for (const path of MEMBER) {
    await page.goto(site.siteUrl + path);
    await check(page, path);
  }
});

const LAST_NAME = 'Featherstonehaugh-Cholmondeley';

/** A member with a long name and email address, in every list that there is, and a campaign and a code with long names. */
const longMember = async (site: RunFile): Promise<string> => {
  const registration = newRegistration();
  const email = `maximiliana.featherstonehaugh.${registration.email}`;
  await payAt(await registerPerson(site, { ...registration, firstName: 'Maximiliana', lastName: LAST_NAME, email }));
  const entry = {
    firstName: 'Maximiliana',
    lastName: LAST_NAME,
    email,
    division: 'professional',
    experience: 'intermediate',
    events: ['prepared_speech'],
    waiver: true,
  };
  expect((await callApi(site, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
  expect((await callApi(site, 'POST', '/api/newsletter', { body: { email, source: 'starter_kit' } })).status).toBe(200);
  const { firstName, lastName } = entry;
  const bootcamp = { email, firstName, lastName, experienceLevel: 'intermediate' };
  expect((await callApi(site, 'POST', '/api/bootcamp-checkout', { body: bootcamp })).status).toBe(200);
  const token = await adminTokenOf(site);
  for (const [path, body] of [
    [
      '/api/admin/email-campaigns',
      {
        name: 'Announcement of the professional division',
        subject: 'Congratulations to all participants of the championship',
        content: 'Ahead of the championship',
        targetAudience: 'newsletter',
      },
    ],
    [
      '/api/admin/promo-codes',
      { code: `WORDS${Date.now()}`, name: 'Intermediate scholarship', discountType: 'percentage', discountValue: 10 },
    ],
  ] as const)
    expect((await callApi(site, 'POST', path, { body, token })).status, path).toBeLessThan(300);
  await patiently('the list to know them', async () => {
    const path = `/api/admin/debate-club-registrations?limit=1&q=${encodeURIComponent(email)}`;
    const { body } = await callApi<{ total: number }>(site, 'GET', path, { token });
    if (body.total === 0) throw new Error('Not yet');
  });
  return email;
};

/** Buttons that only open a dialog; the first of each kind is pressed. */
const OPENERS =
  /^(Add (?!note|tag|a link)|Correct |Sync one |New |Close (?!conversation|\d)|Delete (?!selected)|Edit |Rename |Show error|Show everything|Invite |Picture|Deactivate|Change Email|Manage |Erase |Merge |View as |Give |Withdraw )/;

const checkWithDialogs = async (page: Page, what: string) => {
  await check(page, what);
  const names = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()));
  const openers = names.filter((name) => OPENERS.test(name));
  const kinds = new Map(openers.toReversed().map((name) => [name.split(' ')[0], name]));
  for (const name of kinds.values()) {
    const opener = page.getByRole('main').getByRole('button', { name, exact: true }).first();
    await opener.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await check(page, `${what}, “${name}”`, 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await checkMenus(page, what);
};

/** The menu of the first row and that of the columns, and the dialogs that the first one opens. */
const checkMenus = async (page: Page, what: string) => {
  const main = page.getByRole('main');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const row = main.getByRole('button', { name: /^Actions for/ }).first();
  const columns = main.getByRole('button', { name: 'Columns' }).first();
  for (const button of [row, columns]) {
    if ((await button.count()) === 0) continue;
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await check(page, `${what}, the menu “${await button.getAttribute('aria-label')}”`, '[role="menu"]');
    // A link opens a page instead, and an item that cannot be chosen opens nothing.
    const items = await page.locator('button[role="menuitem"]').allInnerTexts();
    await page.keyboard.press('Escape');
    for (const name of items.filter((text) => OPENERS.test(`${text} `))) {
      await button.click();
      await item(name).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check(page, `${what}, “${name}”`, 'dialog[open]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  }
};

/** The addresses of the console's pages beside the dashboard, as its navigation links them. */
const sectionsOf = async (page: Page): Promise<string[]> => {
  const links = page.getByRole('navigation', { name: 'Console' }).getByRole('listitem').getByRole('link');
  const found = new Set<string>();
  const shown = () => links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
  for (const area of await shown()) {
    const link = links.and(page.locator(`a[href="${area}"]`)).first();
    await link.click();
    await expect(link).toHaveAttribute('aria-current', /page|true/);
    for (const href of await shown()) found.add(href);
  }
  const sections = [...found].filter((path) => path.startsWith('/admin/'));
  expect(sections.length).toBeGreaterThan(10);
  return sections;
};

test('every page of the console and its dialogs', async ({ page, site }) => {
  test.setTimeout(600_000);
  const email = await longMember(site);
  await signInAsAdmin(page, site);
  for (const tab of ['Overview', 'Debate Club', 'Tournaments', 'Newsletter', 'Messaging', 'Promo Codes']) {
    await page.getByRole('tab', { name: tab }).click();
    await checkWithDialogs(page, `/admin, ${tab}`);
  }
  for (const path of [
    ...(await sectionsOf(page)),
    `/admin/people?q=${LAST_NAME}`,
    `/admin/people?email=${encodeURIComponent(email)}`,
  ]) {
    await page.goto(site.siteUrl + path);
    await checkWithDialogs(page, path.replace(encodeURIComponent(email), 'a member'));
  }
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Please give a reason')).toBeVisible();
  await check(page, '/admin/people, deactivating', 'dialog[open]');
});

test('what is written in the console, and what it does not find', async ({ page, site }) => {
  test.setTimeout(240_000);
  await signInAsAdmin(page, site);
  for (const path of [
    '/admin/events?edit=new',
    '/admin/events?copy=quarter',
    '/admin/people?email=nobody@example.com',
  ]) {
    await page.goto(site.siteUrl + path);
    await check(page, path);
  }
  await page.goto(`${site.siteUrl}/admin/events?status=open`);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Save Event' })).toBeVisible();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save Event' }).click();
  await expect(page.getByText('Enter a title')).toBeVisible();
  await check(page, '/admin/events, a form with what is missing');
  await page.goto(`${site.siteUrl}/admin/articles?edit=new`);
  await page.getByLabel('Text', { exact: true }).fill('## First\n\nListen. <b>Loud</b>');
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'First' })).toBeAttached();
  await check(page, '/admin/articles, an editor');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Preview' }).click();
  await check(page, '/admin/articles, a preview');
  await page.goto(`${site.siteUrl}/admin/analytics`);
  await page.waitForLoadState('networkidle');
  for (const table of await page.getByText(/ as a table$/).all()) await table.click();
  await check(page, '/admin/analytics, with its tables');
});
