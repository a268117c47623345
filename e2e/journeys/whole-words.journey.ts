import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, newRegistration, patiently, payAt, registerPerson } from '../src/testing/person.ts';
import { expect, signInAsAdmin, test } from './site.ts';
import { expectWholeWords } from './whole-words.ts';

/*
 * No page of the console breaks a word, however long what stands in its tables is. Public and member pages are checked
 * with everything else that holds on each (`check.ts`).
 */
const LAST_NAME = 'Featherstonehaugh-Cholmondeley';

const adminToken = async (site: RunFile): Promise<string> =>
  (await callApi<{ token: string }>(site, 'POST', '/api/admin/login', { body: site.admin })).body.token;

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
  const token = await adminToken(site);
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
const OPENERS = /^(Add |Sync one |New |Close |Delete (?!selected)|Edit |Rename |Invite |Deactivate|Change Email)/;

const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

const checkWithDialogs = async (page: Page, what: string) => {
  await settled(page);
  await expectWholeWords(page, what);
  await page.setViewportSize({ width: 1280, height: 800 });
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
    await expectWholeWords(page, `${what}, “${name}”`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
};

test('every page of the console and its dialogs', async ({ page, site }) => {
  test.setTimeout(240_000);
  const email = await longMember(site);
  await signInAsAdmin(page, site);
  for (const tab of ['Overview', 'Debate Club', 'Tournaments', 'Newsletter', 'Messaging', 'Promo Codes']) {
    await page.getByRole('tab', { name: tab }).click();
    await checkWithDialogs(page, `/admin, ${tab}`);
  }
  await page.getByRole('tab', { name: 'Overview' }).click();
  const tools = page.getByRole('navigation', { name: 'More tools' }).getByRole('link');
  await expect(tools.first()).toBeVisible();
  const sections = await tools.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(sections.length).toBeGreaterThan(10);
  for (const path of [
    ...sections,
    `/admin/people?q=${LAST_NAME}`,
    `/admin/people?email=${encodeURIComponent(email)}`,
  ]) {
    await page.goto(site.siteUrl + path);
    await checkWithDialogs(page, path.replace(encodeURIComponent(email), 'a member'));
  }
});
