import { callApi, pricesOf } from '../src/testing/person.ts';
import { tokenOf, unpaidMember } from './member.ts';
import {
  countOf,
  expect,
  emailsTo,
  fillRegistration,
  goOnToPayment,
  logIn,
  newMember,
  pay,
  register,
  signInAsAdmin,
  test,
} from './site.ts';

test('a visitor registers, pays, and is a member; an administrator sees it', async ({ page, site, browser }) => {
  const member = newMember();
  const adminPage = await browser.newPage();
  await signInAsAdmin(adminPage, site);
  await expect(adminPage.getByText('Active debate club members')).toBeVisible();
  const before = await countOf(adminPage, 'Active debate club members');

  await test.step('registers and pays', async () => {
    await page.goto(`${site.siteUrl}/register`);
    await fillRegistration(page, member);
    await goOnToPayment(page, site);
    await expect(page.getByText('$95.00').first()).toBeVisible();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(`${site.siteUrl}/subscribe/success?session_id=cs_test_**`);
    await expect(page.getByRole('heading', { name: 'Welcome to the Debate Club' })).toBeVisible();
    const events = await page.evaluate(() => (window as unknown as { dataLayer: Record<string, unknown>[] }).dataLayer);
    expect(events.filter((event) => JSON.stringify(event).includes(member.email))).toHaveLength(1);
    expect(JSON.stringify(events)).toContain('95');
  });

  await test.step('logs in to the dashboard of an active member', async () => {
    await logIn(page, site, member);
    await expect(page.getByText('Active Member')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName);
  });

  await test.step('finds the amount, the next billing date and the payment', async () => {
    await page.goto(`${site.siteUrl}/account/subscription`);
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText('$95.00 per month').or(page.getByText('$95.00')).first()).toBeVisible();
    const nextMonth = new Date();
    nextMonth.setMonth(nextMonth.getMonth() + 1);
    const billing = page.locator('dl > div').filter({ has: page.getByText('Next Billing Date') });
    await expect(billing).toContainText(
      nextMonth
        .toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'America/Los_Angeles' })
        .split(' ')[0] ?? '',
    );
    await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  });

  await test.step('gets one welcome email', async () => {
    await expect
      .poll(async () => (await emailsTo(site, member.email)).map((message) => message.subject))
      .toEqual(['Welcome to the Debate Club']);
    const [message] = await emailsTo(site, member.email);
    // The mailbox is not verified yet, so the email does not repeat the name that was typed.
    expect(message?.html).toContain('Welcome');
    expect(message?.html).not.toContain(member.firstName);
  });

  await test.step('is counted and listed for the administrator', async () => {
    await adminPage.reload();
    await expect.poll(() => countOf(adminPage, 'Active debate club members')).toBeGreaterThan(before);
    await adminPage.getByRole('tab', { name: 'Debate Club' }).click();
    await adminPage.getByLabel('Search').fill(member.email);
    const row = adminPage.getByRole('row').filter({ hasText: member.email });
    await expect(row).toContainText(`${member.firstName} ${member.lastName}`);
    await expect(row).toContainText('Active');
  });
  await adminPage.close();
});

test('a signed-in person who pays for another person is thanked, and shown nothing of theirs', async ({
  page,
  site,
}) => {
  await logIn(page, site, await unpaidMember(site));
  const { email } = newMember();
  const urls = {
    successUrl: `${site.siteUrl}/subscribe/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${site.siteUrl}/subscribe/cancel`,
  };
  const body = { priceId: (await pricesOf(site)).monthly, customerEmail: email, ...urls };
  const opened = await callApi<{ url: string }>(site, 'POST', '/api/create-subscription', {
    token: await tokenOf(page),
    body,
  });
  await page.goto(opened.body.url);
  await pay(page);
  await expect(page.getByText('We emailed the person you paid for how to open it.')).toBeVisible();
  await expect(page.getByText('Welcome to the Debate Club')).toHaveCount(0);
  await expect(page.getByText(email)).toHaveCount(0);
});

test('an annual plan is offered and charged as such', async ({ page, site }) => {
  const member = newMember();
  await page.goto(`${site.siteUrl}/register?plan=annual`);
  await fillRegistration(page, member);
  await goOnToPayment(page, site);
  await expect(page.getByText('$950.00').first()).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
  await logIn(page, site, member);
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(page.getByText('$950.00').first()).toBeVisible();
});

test('a declined payment leaves the account inactive, with a way to try again that works', async ({ page, site }) => {
  const member = newMember();
  await register(page, site, member);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText(/declined/i).first()).toBeVisible();

  await logIn(page, site, member);
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(page.getByText('No Active Subscription')).toBeVisible();

  await page.goto(`${site.siteUrl}/dashboard`);
  const form = page.getByRole('form', { name: 'Complete your membership' });
  await form.getByRole('button').last().click();
  await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
  await page.goto(`${site.siteUrl}/dashboard`);
  await expect(page.getByText('Active Member')).toBeVisible();
});

test('a cancelled checkout comes back with Try Again, and registering again continues with the same account', async ({
  page,
  site,
}) => {
  const member = newMember();
  await register(page, site, member);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${site.siteUrl}/subscribe/cancel`);
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();
  expect(await emailsTo(site, member.email)).toEqual([]);

  await register(page, site, member);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
  await logIn(page, site, member);
  await expect(page.getByText('Active Member')).toBeVisible();
});

test('a wrong password is reported and the form keeps what was typed', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/login`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
});
