import { callApi } from '../src/testing/person.ts';
import { currentRun, type RunFile } from '@lectern/tools/local/run-file';
import { setupCodesOf } from '../src/testing/setup-code.ts';
import { type RunningSystem, startSystem } from '../src/testing/start-system.ts';
import { check } from './check.ts';
import { paidMember, tokenOf } from './member.ts';
import { expect, logIn, signInAsAdmin, test } from './site.ts';

/* A system of its own: it has no administrator. */

let system: RunningSystem | undefined;
let site: RunFile;
let code: string;

test.beforeAll(async () => {
  test.skip(currentRun().redisUrl === '', 'It starts a system from its build');
  test.setTimeout(300_000);
  system = await startSystem({ ADMIN_EMAIL: 'none' });
  site = await system.run();
  [code = ''] = await setupCodesOf(system);
});
test.afterAll(() => system?.stop());

const ADMIN = { email: 'noor@example.com', password: 'seventeen quiet llamas' };
/** Pages whose content the samples are. */
const EMPTY_PAGES = [
  '/',
  '/how-it-works',
  '/debate-club',
  '/classes',
  '/tournaments',
  '/resources',
  '/about',
  '/contact',
  '/newsletters',
  '/register',
  '/subscribe',
  '/bootcamp-registration',
  '/privacy',
  '/terms',
  '/refunds',
];
/** Words of the sample association about itself. */
const OF_THE_SAMPLE = /Lectern|lectern[.-]example|\d+\+|2019|9 AM to 5 PM|Discord|[Cc]hat community/;

test('the holder of the setup code sets up an empty site by the keyboard, and logs in as its owner', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const enter = () => page.keyboard.press('Enter');
  await page.goto(`${site.siteUrl}/admin`);
  await expect(page).toHaveURL(/\/admin\/setup$/);
  const second = await (await browser.newContext()).newPage();
  await second.goto(`${site.siteUrl}/admin/setup`);
  await second.getByLabel('Setup code').fill(code);

  await test.step('a wrong code is refused at its field', async () => {
    await page.getByLabel('Setup code').fill('wrong');
    await enter();
    await expect(page.getByText('This setup code is not right')).toBeVisible();
    await expect(page.getByLabel('Setup code')).toBeFocused();
    await check(page, '/admin/setup, wrong code');
    await page.getByLabel('Setup code').fill(code.toUpperCase().replaceAll('-', ' '));
    await enter();
  });

  await test.step('the browser’s time zone is proposed, and what is typed survives a reload, but for the code', async () => {
    await expect(heading('Association')).toBeFocused();
    await expect(page.getByLabel('Time zone')).toHaveValue('America/Los_Angeles');
    await page.getByLabel('Name', { exact: true }).fill('Harbor');
    await page.getByLabel('Full name').fill('');
    await enter();
    for (const asked of ['Enter the full name', 'Enter the year in four digits', 'Enter the support email address'])
      await expect(page.getByText(asked)).toBeVisible();
    await page.getByLabel('Full name').fill('Harbor Debate & Speech');
    await page.getByLabel('Founded').fill('2024');
    await page.getByLabel('Support email').fill('help@harbor.example');
    await check(page, '/admin/setup, association');
    await page.reload();
    await expect(page.getByLabel('Setup code')).toHaveValue('');
    await page.getByLabel('Setup code').fill(code);
    await enter();
    await expect(page.getByLabel('Full name')).toHaveValue('Harbor Debate & Speech');
    await page.getByLabel('Full name').focus();
    await enter();
  });

  await test.step('colors are limited by their contrast, and shown in a preview', async () => {
    await expect(heading('Colors')).toBeFocused();
    await page.getByLabel('Color', { exact: true }).fill('#ff8d7d');
    await enter();
    await expect(page.getByText('Color is too light to be read on the pages. Choose a darker one')).toBeVisible();
    await page.getByLabel('Color', { exact: true }).fill('#004080');
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Harbor Debate & Speech');
    await check(page, '/admin/setup, colors');
    await page.getByLabel('Color', { exact: true }).focus();
    await enter();
  });

  await test.step('the administrator’s password is neither short nor kept in the browser', async () => {
    await expect(heading('First administrator')).toBeFocused();
    await enter();
    await page.getByLabel('Your name').fill('Noor Haddad');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await enter();
    await expect(page.getByText('Password must be at least 12 characters')).toBeVisible();
    await check(page, '/admin/setup, administrator');
    // Common: the server refuses it at the end, and leads back to it.
    await page.getByLabel('Password', { exact: true }).fill('harbor harbor');
    await page.getByLabel('Confirm password').fill('harbor harbor');
    await enter();
  });

  await test.step('the content is chosen', async () => {
    await expect(heading('Content')).toBeFocused();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Choose sample content or an empty site')).toBeVisible();
    await page.getByLabel('An empty site').check();
    await check(page, '/admin/setup, content');
    await page.getByLabel('An empty site').focus();
    await enter();
  });

  await test.step('the summary leads to every step, and an error of the server to its field', async () => {
    await expect(heading('Summary')).toBeFocused();
    await check(page, '/admin/setup, summary');
    await page.getByRole('button', { name: 'Change time zone' }).click();
    await expect(heading('Association')).toBeFocused();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Setup code')).toHaveValue(code);
    for (const name of ['Setup code', 'Association', 'Colors', 'First administrator', 'Content']) {
      await expect(heading(name)).toBeVisible();
      await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText('This password can be guessed from your name')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    for (const label of ['Password', 'Confirm password'])
      await page.getByLabel(label, { exact: true }).fill(ADMIN.password);
    await enter();
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(ADMIN.password);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText(`The setup is done. Log in with ${ADMIN.email}.`)).toBeVisible();
    await check(page, '/admin/setup, done');
    expect(await page.evaluate(() => localStorage.getItem('lectern:setup-draft:first'))).toBeNull();
  });

  await test.step('a browser that began it as well reads that it is done', async () => {
    await second.getByRole('button', { name: 'Next' }).click();
    await expect(second.getByText('This site is set up already')).toBeVisible();
    await check(second, '/admin/setup, done elsewhere');
    await second.getByRole('link', { name: 'Go to the login page' }).click();
    await expect(second.getByText('Access the Harbor admin dashboard')).toBeVisible();
    await second.close();
  });

  await page.getByRole('link', { name: 'Go to the login page' }).click();
  await expect(page.getByText('Access the Harbor admin dashboard')).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/setup`);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await signInAsAdmin(page, site, ADMIN);
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
});

test('an empty site has no heading without content, and valid texts for machines', async ({ page }) => {
  test.setTimeout(240_000);
  for (const path of EMPTY_PAGES) {
    await page.goto(site.siteUrl + path);
    await check(page, `${path} of an empty site`);
    const said = await page.evaluate(() =>
      [
        document.title,
        document.body.innerText,
        ...Array.from(document.querySelectorAll('meta'), ({ content }) => content),
        ...Array.from(
          document.querySelectorAll('script[type="application/ld+json"]'),
          ({ textContent }) => textContent,
        ),
      ].join('\n'),
    );
    expect(said, path).not.toMatch(OF_THE_SAMPLE);
    const emails = page.locator('a[href^="mailto:"]');
    for (const href of await emails.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      expect(href, path).toBe('mailto:help@harbor.example');
    for (const data of await page.locator('script[type="application/ld+json"]').allTextContents())
      expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' });
  }
  await page.goto(`${site.siteUrl}/resources`);
  await expect(page.getByText('No articles yet')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.goto(`${site.siteUrl}/about`);
  await expect(page.getByRole('heading', { name: 'will be listening' })).toHaveCount(0);
  await page.goto(`${site.siteUrl}/tournaments`);
  await expect(page.getByText('No dates yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Registration is not open.')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await check(page, '/tournaments, registration that is not open');
  await dialog.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await page.goto(`${site.siteUrl}/bootcamp-registration`);
  await expect(page.getByText('Registration is not open.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Get the newsletter' }).click();
  await expect(page).toHaveURL(/\/newsletters$/);
  for (const file of ['/feed.xml', '/sitemap.xml']) {
    const text = await (await page.request.get(site.siteUrl + file)).text();
    const problem = await page.evaluate(
      (xml) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent,
      text,
    );
    expect(problem, file).toBeUndefined();
    expect(text).not.toContain('/resources/');
  }
});

test('members of an empty site are led neither to office hours nor to a chat community', async ({ page }) => {
  test.setTimeout(120_000);
  await logIn(page, site, await paidMember(site));
  await expect(page.getByText('Session recordings')).toBeVisible();
  await expect(page.getByText(/Discord|office hours/)).toHaveCount(0);
  await check(page, '/dashboard of an empty site');
  await page.goto(`${site.siteUrl}/member/resources?tab=community`);
  await expect(page.getByText('No office hours at the moment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Schedule Session' })).toHaveCount(0);
  await check(page, '/member/resources?tab=community of an empty site');
  const body = { startsAt: new Date(Date.now() + 3 * 86_400_000).toISOString(), topic: 'My opening' };
  const refused = await callApi(site, 'POST', '/api/office-hours', { token: await tokenOf(page), body });
  expect(refused).toMatchObject({ status: 409, body: { message: 'No office hours are offered at the moment.' } });
});
