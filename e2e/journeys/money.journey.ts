import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { tokenOf } from './member.ts';
import {
  expect,
  fillRegistration,
  goOnToPayment,
  emailsTo,
  linkIn,
  logIn,
  newMember,
  pay,
  register,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

const post = async (site: RunFile, path: string, body: unknown, token?: string) => {
  const answer = await fetch(site.siteUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { token?: string; checkoutUrl?: string };
};

/** A code of 20% that an administrator made. */
const newPromoCode = async (site: RunFile): Promise<string> => {
  const { token } = await post(site, '/api/admin/login', site.admin);
  const code = `SPRING${randomUUID().slice(0, 6).toUpperCase()}`;
  await post(
    site,
    '/api/admin/promo-codes',
    { code, name: 'Spring', discountType: 'percentage', discountValue: 20 },
    token,
  );
  return code;
};

/** A member who registered and paid, with the provider's ids. */
const paidMember = async (site: RunFile): Promise<{ email: string; subscription: string; customer: string }> => {
  const member = newMember();
  const { checkoutUrl } = await post(site, '/api/register-and-subscribe', {
    ...member,
    confirmPassword: member.password,
    plan: 'monthly',
  });
  await fetch(`${checkoutUrl ?? ''}/pay`, { method: 'POST', redirect: 'manual' });
  const answer = await fetch(`${site.sandboxUrl}/v1/subscriptions?limit=100`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  const { data } = (await answer.json()) as { data: { id: string; customer: string }[] };
  for (const { id, customer } of data) {
    const known = await fetch(`${site.sandboxUrl}/v1/customers/${customer}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    });
    if (((await known.json()) as { email: string }).email === member.email)
      return { email: member.email, subscription: id, customer };
  }
  throw new Error('The provider knows no subscription of this member');
};

const subscriptionCard = (page: Page) => page.getByRole('region', { name: 'Current Subscription' });

/** The number of one of the events on a page. */
const event = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first();

const openSubscription = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/account/subscription`);
  await expect(subscriptionCard(page).getByText('Debate Club Membership')).toBeVisible();
};

test('a promo code and a friend’s code: the first lowers the price, the other earns both $50', async ({
  page,
  site,
  context,
  browser,
}) => {
  const [referrer, friend] = [newMember(), newMember()];
  const code = await newPromoCode(site);
  let shareLink = '';

  await test.step('a member copies the share link', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await register(page, site, referrer);
    await pay(page);
    await logIn(page, site, referrer);
    await expect(page.getByRole('heading', { name: 'Referral Program' })).toBeVisible();
    await expect(event(page, 'Credits earned')).toHaveText('$0.00');
    await page.getByRole('button', { name: 'Copy share link' }).click();
    await expect(toast(page)).toContainText('Copied!');
    await expect(toast(page)).toContainText('Share link copied to clipboard');
    shareLink = await page.evaluate(() => navigator.clipboard.readText());
    expect(shareLink).toContain('/register?ref=');
    expect(shareLink).toContain(await page.getByLabel('Referral code', { exact: true }).inputValue());
  });

  const friendsPage = await browser.newPage();
  await test.step('the friend sees whose code it is', async () => {
    await friendsPage.goto(shareLink);
    await expect(toast(friendsPage)).toContainText('Referral code applied!');
    await expect(toast(friendsPage)).toContainText(`${referrer.firstName} referred you. You both earn $50`);
  });

  await test.step('a wrong promo code is refused, the right one shows its discount', async () => {
    const apply = friendsPage.getByRole('button', { name: 'Apply' });
    const input = friendsPage.getByLabel('Promo code');
    await expect(apply).toBeDisabled();
    await input.fill('no-such-code');
    await apply.click();
    await expect(toast(friendsPage)).toContainText('Invalid promo code');
    await expect(toast(friendsPage)).toContainText('Please check your code and try again.');
    await input.fill(code.toLowerCase());
    await apply.click();
    await expect(
      friendsPage.getByText(`${code} takes $19.00 (20%) off your first payment: $76.00 instead of $95.00.`),
    ).toBeVisible();
    await expect(input).toBeDisabled();
    await expect(apply).toBeDisabled();
    // Another plan, another price: the code is checked again.
    await friendsPage.getByRole('radio', { name: /Annual/ }).check();
    await expect(friendsPage.getByText('$760.00 instead of $950.00')).toBeVisible();
    await friendsPage.getByRole('radio', { name: /Monthly/ }).check();
    await expect(friendsPage.getByText('$76.00 instead of $95.00')).toBeVisible();
  });

  await test.step('the friend pays $76', async () => {
    await fillRegistration(friendsPage, friend);
    await goOnToPayment(friendsPage, site);
    await expect(friendsPage.getByText('$76.00').first()).toBeVisible();
    await pay(friendsPage);
    await logIn(friendsPage, site, friend);
    await openSubscription(friendsPage, site);
    const row = friendsPage.getByRole('listitem').filter({ hasText: 'Monthly membership' });
    await expect(row).toContainText('$76.00');
    await expect(row).toContainText('Paid');
    await friendsPage.goto(`${site.siteUrl}/dashboard`);
    await expect
      .poll(async () => {
        await friendsPage.reload();
        return event(friendsPage, 'Credits earned').innerText();
      })
      .toBe('$50.00');
  });
  await friendsPage.close();

  await test.step('the referrer sees the friend and $50, and both get an email about it', async () => {
    await page.reload();
    await expect(event(page, 'Credits earned')).toHaveText('$50.00');
    await expect(event(page, 'Friends referred')).toHaveText('1');
    await expect(event(page, 'Joined')).toHaveText('1');
    for (const { email } of [referrer, friend]) {
      await expect
        .poll(
          async () => (await emailsTo(site, email)).filter(({ subject }) => subject === 'You have earned $50').length,
        )
        .toBe(1);
    }
  });
});

test('an unknown referral code is reported, and the form works without it', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/register?ref=NOSUCHCODE`);
  await expect(toast(page)).toContainText('Invalid referral code');
  await fillRegistration(page, newMember());
  await goOnToPayment(page, site);
});

test('the result page of a bank debit says that it was refused or cancelled', async ({ page, site }) => {
  const debit = 'Bank debit, whose money arrives days later';
  await register(page, site, newMember());
  await pay(page, debit);
  await expect(page.getByRole('heading', { name: 'Your bank is processing your payment' })).toBeVisible();
  const body = JSON.stringify({ session: new URL(page.url()).searchParams.get('session_id'), arrived: false });
  await fetch(`${site.sandboxUrl}/stripe/test_helpers/delayed_payment`, { method: 'POST', body });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your bank did not send the payment' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toBeVisible();

  const member = newMember();
  await register(page, site, member);
  await pay(page, debit);
  await expect(page.getByRole('heading', { name: 'Your bank is processing your payment' })).toBeVisible();
  const result = page.url();
  await logIn(page, site, member);
  const { status } = await callApi(site, 'POST', '/api/subscription/cancel', { token: await tokenOf(page) });
  expect(status).toBe(200);
  await page.goto(result);
  await expect(page.getByRole('heading', { name: 'This membership was cancelled' })).toBeVisible();
});

test('a member cancels, keeps the access until the period ends, and resumes', async ({ page, site }) => {
  const member = newMember();
  await register(page, site, member);
  await pay(page);
  await logIn(page, site, member);
  await openSubscription(page, site);
  const card = subscriptionCard(page);
  const renews = await event(page, 'Next Billing Date').innerText();
  await expect(event(page, 'Card Ending in 4242')).toHaveText(/^Expires 12\/\d{4}$/);

  // The second press is neither the answer nor a dismissal.
  const { x, y } = (await card.getByRole('button', { name: 'Cancel Subscription' }).boundingBox())!;
  for (let press = 0; press < 2; press += 1) await page.mouse.click(x + 5, y + 5);
  const dialog = page.getByRole('dialog');
  for (const lost of [
    'Weekly live debate sessions',
    'Member resources and session recordings',
    'The Discord community',
    'Member discounts',
  ])
    await expect(dialog.getByText(lost)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep Subscription' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(toast(page)).toContainText('Subscription cancelled');
  const isCancelled = async () => {
    await expect(card.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(card.getByText(`Access until ${renews}.`)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Cancel Subscription' })).toBeHidden();
  };
  await isCancelled();
  await page.reload();
  await isCancelled();
  await page.goto(`${site.siteUrl}/dashboard`);
  await expect(page.getByText('Active Member')).toBeVisible();

  await openSubscription(page, site);
  await card.getByRole('button', { name: 'Resume Subscription' }).click();
  await expect(toast(page)).toContainText('Subscription resumed');
  await page.reload();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(event(page, 'Next Billing Date')).toHaveText(renews);
});

test('a person who pays before having an account sets it up from the email', async ({ page, site }) => {
  const member = newMember();
  await page.goto(`${site.siteUrl}/subscribe`);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(toast(page)).toContainText('Invalid email');
  await page.getByLabel('Email', { exact: true }).fill(member.email);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const [checkout] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Complete Payment' }).click(),
  ]);
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeDisabled();
  await pay(checkout);
  await expect(checkout.getByRole('link', { name: 'Set up your account' })).toBeVisible();
  await checkout.close();

  await page.goto(`${site.siteUrl}/register`);
  await fillRegistration(page, member);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(toast(page)).toContainText('Registration error');
  await expect(page.getByRole('link', { name: 'set up your account' })).toHaveAttribute(
    'href',
    /^\/setup-account\?email=/,
  );

  await page.goto(await linkIn(site, member.email, 'Welcome to the Debate Club'));
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue(member.email);
  await expect(email).not.toBeEditable();
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Please select your debate division',
    'Password must be at least 8 characters',
  ])
    await expect(page.getByText(message)).toBeVisible();
  await setUp(page, member);
  await page.waitForURL(`${site.siteUrl}/dashboard`);
  await expect(page.getByText('Active Member')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName);
});

/** Fills in the form of `/setup-account` but for the email, and sends it. */
const setUp = async (page: Page, member: { firstName: string; lastName: string; password: string }): Promise<void> => {
  await page.getByLabel('First name').fill(member.firstName);
  await page.getByLabel('Last name').fill(member.lastName);
  await page.getByRole('radio', { name: /Professional/ }).check();
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Create account' }).click();
};

test('the success page leads directly to the account; a stranger with the same address gets an email', async ({
  page,
  site,
  browser,
}) => {
  const member = newMember();
  await page.goto(`${site.siteUrl}/subscribe?plan=annual`);
  await expect(page.getByRole('radio', { name: /Annual/ })).toBeChecked();
  await page.getByLabel('Email', { exact: true }).fill(member.email);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const [checkout] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Complete Payment' }).click(),
  ]);
  await pay(checkout);
  const link = checkout.getByRole('link', { name: 'Set up your account' });
  await expect(link).toHaveAttribute('href', new RegExp(`email=${encodeURIComponent(member.email)}`));

  const stranger = await browser.newPage();
  await stranger.goto(`${site.siteUrl}/setup-account?email=${encodeURIComponent(member.email)}`);
  await setUp(stranger, { ...member, password: 'the password of a thief' });
  await expect(stranger.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible();
  await expect
    .poll(async () => (await emailsTo(site, member.email)).map(({ subject }) => subject))
    .toContain('Set up your account');
  await stranger.close();

  await link.click();
  await checkout.waitForURL('**/setup-account**');
  await setUp(checkout, member);
  await checkout.waitForURL(`${site.siteUrl}/dashboard`);
  await expect(checkout.getByText('Active Member')).toBeVisible();
  await checkout.close();

  await page.goto(`${site.siteUrl}/setup-account?email=${encodeURIComponent(member.email)}&token=made-up`);
  await setUp(page, member);
  await expect(toast(page)).toContainText('Setup failed');
  await expect(page.getByText('no longer works')).toBeVisible();
});

test('a forgotten password is reset with an emailed link', async ({ page, site }) => {
  const member = newMember();
  await register(page, site, member);
  await page.goto(`${site.siteUrl}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(member.email);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await expect(toast(page)).toContainText('Reset email sent');
  await page.getByRole('button', { name: 'Try Different Email' }).click();
  await expect(page.getByRole('button', { name: 'Send Reset Instructions' })).toBeVisible();

  const link = await linkIn(site, member.email, 'Choose a new password');
  const choose = async (password: string, confirmation = password) => {
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(confirmation);
    await page.getByRole('button', { name: 'Change Password' }).click();
  };
  await choose('another good password', 'another');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await choose('another good password');
  await page.waitForURL(`${site.siteUrl}/login`);
  await expect(toast(page)).toContainText('Password changed');
  await logIn(page, site, { ...member, password: 'another good password' });

  await choose('a third good password');
  await expect(toast(page)).toContainText('Reset failed');
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('an administrator makes a promo code, sees its use, and deletes it; registrations are synced', async ({
  page,
  site,
}) => {
  await signInAsAdmin(page, site);
  await page.getByRole('tab', { name: 'Promo Codes' }).click();
  const table = page.getByRole('table', { name: 'Promo codes' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New Promo Code' }).click();
  await dialog.getByRole('button', { name: 'Create Promo Code' }).click();
  for (const message of ['Promo code is required', 'Name is required', 'Enter the value of the discount'])
    await expect(dialog.getByText(message)).toBeVisible();

  const code = `TEN${randomUUID().slice(0, 6).toUpperCase()}`;
  await dialog.getByLabel('Code', { exact: true }).fill(`${code}${'X'.repeat(20)}`);
  await expect(dialog.getByText('Code must be 20 characters or less')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await dialog.getByLabel('Name', { exact: true }).fill('Ten dollars');
  await dialog.getByLabel('Type').selectOption('Fixed amount');
  await dialog.getByLabel('Value').fill('10.00');
  await dialog.getByLabel('Maximum uses').fill('5');
  await dialog.getByRole('button', { name: 'Create Promo Code' }).click();
  await expect(toast(page)).toContainText('Promo Code Created');
  const row = table.getByRole('row').filter({ hasText: code });
  for (const text of ['Ten dollars', 'Fixed amount', '$10.00', '0/5', 'Active', 'Never'])
    await expect(row).toContainText(text);

  await row.getByRole('button', { name: `Delete ${code}` }).click();
  await expect(dialog.getByText('No one has used this code.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('Promo Code Deleted');
  await expect(page.getByText(code, { exact: true })).toBeHidden();

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Sync all missing registrations' }).click();
  await expect(toast(page)).toContainText('Sync Complete');
  await page.getByRole('link', { name: 'Reconciliation' }).click();
  await expect(page.getByRole('table', { name: /reconciliations with Stripe/ })).toContainText(
    'Started by an administrator',
  );
  await page.goBack();

  await page.getByRole('button', { name: 'Sync one member' }).click();
  await dialog.getByRole('button', { name: 'Sync one member' }).click();
  for (const message of ['Enter the email address', 'Enter the subscription id', 'Enter the customer id'])
    await expect(dialog.getByText(message)).toBeVisible();
  const { email, subscription, customer } = await paidMember(site);
  await dialog.getByLabel('Subscription id').fill(subscription);
  await dialog.getByLabel('Customer id').fill(customer);
  await dialog.getByLabel('Email').fill('somebody.else@example.com');
  await dialog.getByRole('button', { name: 'Sync one member' }).click();
  await expect(toast(page)).toContainText('Sync Failed');
  await expect(dialog).toContainText('In Stripe, this subscription is not a membership of this customer');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Sync one member' }).click();
  await expect(toast(page)).toContainText('Registration Synced');
  await expect(dialog).toBeHidden();
});
