import { check } from './check.ts';
import { expect, logIn, newMember, register, signInAsAdmin, test } from './site.ts';

/*
 * Every page, wide and narrow: axe finds nothing, nothing scrolls sideways, and the console stays silent (which the page
 * fixture sees to).
 */
// Long and independent of each other.
test.describe.configure({ mode: 'parallel' });

const PUBLIC = [
  '/',
  '/register',
  '/subscribe',
  '/subscribe/cancel',
  '/login',
  '/setup-account',
  '/reset-password',
  '/reset-password?token=mailed',
  '/admin/login',
  '/no-such-page',
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
  '/confirm-email',
  '/confirm-email?token=mailed',
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
  '/unsubscribe',
  '/unsubscribe?email=reader%40example.com&key=mailed',
];
const MEMBER = [
  '/dashboard',
  '/account/subscription',
  '/practice-topics',
  '/recordings',
  '/account/settings',
  '/account/settings?tab=security',
  ...['guides', 'recordings', 'schedules', 'community'].map((tab) => `/member/resources?tab=${tab}`),
];
for (const path of PUBLIC)
  test(`the public page ${path}`, async ({ page, site }) => {
    await page.goto(site.siteUrl + path);
    await check(page, path);
  });

test('member pages', async ({ page, site }) => {
  test.setTimeout((MEMBER.length + 4) * 15_000);
  const member = newMember();
  await register(page, site, member);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
  await check(page, '/subscribe/success');
  await logIn(page, site, member);
  for (const path of MEMBER) {
    await page.goto(site.siteUrl + path);
    await check(page, path);
  }
});

test('administrator’s pages', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  for (const tab of ['Overview', 'Debate Club', 'Tournaments', 'Newsletter', 'Messaging', 'Promo Codes']) {
    await page.getByRole('tab', { name: tab }).click();
    await check(page, `/admin, ${tab}`);
  }
});

test('administrators’ events and bootcamp registrations', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  for (const path of ['/admin/events', '/admin/events?edit=new', '/admin/events?copy=quarter', '/admin/bootcamp']) {
    await page.goto(site.siteUrl + path);
    await check(page, path);
  }
  await page.goto(`${site.siteUrl}/admin/events?status=open`);
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Save Event' })).toBeVisible();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save Event' }).click();
  await expect(page.getByText('Enter a title')).toBeVisible();
  await check(page, '/admin/events, a form with what is missing');
  await page.goto(`${site.siteUrl}/admin/events?status=open`);
  await page
    .getByRole('button', { name: /^Close registration for / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, '/admin/events, closing one');
});

test('administrator’s pages of articles, testimonials and recordings', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  for (const section of ['Articles', 'Testimonials', 'Recordings']) {
    await page.goto(`${site.siteUrl}/admin/${section.toLowerCase()}`);
    await expect(page.getByRole('status').filter({ hasText: /\d/ }).first()).toBeVisible();
    await check(page, `/admin/${section.toLowerCase()}`);
  }
  await page.goto(`${site.siteUrl}/admin/testimonials`);
  await page.getByRole('button', { name: 'New testimonial' }).click();
  await check(page, '/admin/testimonials, a new one');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.siteUrl}/admin/articles?edit=new`);
  await page.getByLabel('Text', { exact: true }).fill('## First\n\nListen. <b>Loud</b>');
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'First' })).toBeAttached();
  await check(page, '/admin/articles, an editor');
  await page.getByRole('button', { name: 'Preview' }).click();
  await check(page, '/admin/articles, a preview');
});

test('administrators’ people and analytics', async ({ page, site }) => {
  const member = newMember();
  await register(page, site, member);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
  await signInAsAdmin(page, site);
  const email = encodeURIComponent(member.email);
  for (const path of [
    '/admin/people',
    `/admin/people?q=${email}`,
    `/admin/people?email=${email}`,
    '/admin/people?email=nobody@example.com',
    '/admin/analytics',
  ]) {
    await page.goto(site.siteUrl + path);
    await check(page, path.replace(email, 'somebody'));
  }
  for (const table of await page.getByText(/ as a table$/).all()) await table.click();
  await check(page, '/admin/analytics, with its tables');
  await page.goto(`${site.siteUrl}/admin/people?email=${email}`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Please give a reason')).toBeVisible();
  await check(page, '/admin/people, deactivating');
});
