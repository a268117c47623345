import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, joinAs, membershipOf, newRegistration, patiently } from '../src/testing/person.ts';
import { stripeOf } from '../src/testing/provider.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, randomWord, signInAsAdmin, test, toast } from './site.ts';

test('the treasurer finds a payment, its refund and its person, and saves the list', async ({ page, site }) => {
  const member = { ...newRegistration(), firstName: 'Zoë', lastName: randomWord(), plan: 'annual' as const };
  await joinAs(site, member);
  const stripe = stripeOf(site);
  const [customer] = (await stripe.customers.list({ email: member.email })).data;
  const [charge] = (await stripe.charges.list({ customer: customer!.id })).data;
  await stripe.refunds.create({ charge: charge!.id, amount: 2_500 });
  const token = await adminTokenOf(site);
  await expect(async () => {
    const { body } = await callApi<{ total: number }>(site, 'GET', `/api/admin/payments?limit=5&q=${member.lastName}`, {
      token,
    });
    expect(body.total).toBe(2);
  }).toPass();

  await signInAsAdmin(page, site);
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  await page.getByLabel('Search', { exact: true }).fill(`zoe ${member.lastName}`);
  const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'Charge' });
  for (const text of [`Zoë ${member.lastName}`, 'Annual membership', '$950.00', '$27.85', '$922.15', '$25.00'])
    await expect(row).toContainText(text);

  await test.step('the sums are those of the view', async () => {
    const sums = page.getByRole('region', { name: 'Sums of the payments shown' });
    for (const text of ['$950.00', '-$25.00', '-$27.85', '$897.15']) await expect(sums).toContainText(text);
    await expect(sums).toContainText('From Stripe’s ledger, last read');
    await check(page, '/admin/payments');
    await page.getByLabel('Kind').selectOption('refund');
    await expect(rows).toHaveCount(1);
    await expect(sums).toContainText('$0.00');
    await expect(sums).not.toContainText('$950.00');
    await page.getByLabel('Kind').selectOption('');
    await expect(rows).toHaveCount(2);
  });

  await test.step('the file has the columns of the table', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^payments-\d{4}-\d\d-\d\d\.csv$/);
  });

  await test.step('a row opens all movements of its charge, and Back restores the list', async () => {
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Charge of $950.00', level: 1 })).toBeVisible();
    const movements = page.getByRole('table', { name: 'All movements of this charge' });
    await expect(movements.locator('tbody').getByRole('row')).toHaveCount(2);
    await expect(page.getByText('Of this charge, $897.15 remain after $27.85 of fees.')).toBeVisible();
    await check(page, '/admin/payments, one payment');
    await movements.getByRole('link', { name: 'Refund' }).click();
    await expect(page.getByRole('heading', { name: 'Refund of $25.00', level: 1 })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(rows).toHaveCount(2);
  });

  await test.step('the person’s page is a link away', async () => {
    await row.getByRole('link', { name: `Zoë ${member.lastName}` }).click();
    await expect(page.getByRole('heading', { name: `Zoë ${member.lastName}`, level: 1 })).toBeVisible();
  });

  await test.step('an id that Stripe does not have is said so', async () => {
    await page.goto(`${site.siteUrl}/admin/payments?id=txn_none`);
    await expect(page.getByText('There is no such payment')).toBeVisible();
  });

  await test.step('a phone has a card for each movement', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${site.siteUrl}/admin/payments?q=${member.lastName}`);
    await expect(rows).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await check(page, '/admin/payments on a phone');
  });
});

test('the treasurer reads the statement of a month, and follows a sum to its movements', async ({ page, site }) => {
  const member = { ...newRegistration(), firstName: 'Ada', lastName: randomWord(), plan: 'annual' as const };
  await joinAs(site, member);
  const token = await adminTokenOf(site);
  await expect(async () => {
    const { body } = await callApi<{ total: number }>(site, 'GET', `/api/admin/payments?limit=5&q=${member.lastName}`, {
      token,
    });
    expect(body.total).toBe(1);
  }).toPass();

  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/payments`);
  await page.getByRole('link', { name: 'Monthly statement' }).click();
  await expect(page.getByRole('heading', { name: 'Monthly statement', level: 1 })).toBeVisible();
  const balance = page.getByRole('table', { name: /^Balance at Stripe in / });
  await expect(balance.getByRole('row').filter({ hasText: 'Opening balance' })).toBeVisible();
  await expect(balance.getByRole('row').filter({ hasText: 'Balance so far' })).toBeVisible();
  await expect(page.getByText(/^So far: .* is not over\./)).toBeVisible();
  const annual = page.getByRole('table', { name: 'Movements by product' }).getByRole('row', { name: /Annual/ });
  await expect(annual).toContainText('$');
  await check(page, '/admin/statement');

  await test.step('the file is named by its month', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^statement-\d{4}-\d\d\.csv$/);
  });

  await test.step('a product’s sum is a link to its movements of the month', async () => {
    await annual.getByRole('link', { name: 'Annual membership' }).click();
    await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Payments' })).toContainText(member.lastName);
    await page.goBack();
    await expect(balance).toBeVisible();
  });

  await test.step('a month without movements opens and closes with the same balance', async () => {
    await page.goto(`${site.siteUrl}/admin/statement?month=2020-01`);
    await expect(balance.locator('tbody').getByRole('row')).toHaveCount(2);
    await expect(page.getByText('Stripe made no payout in January 2020.')).toBeVisible();
    await expect(page.getByLabel('Month')).toHaveValue('2020-01');
  });

  await test.step('a URL that names no month shows the current one', async () => {
    await page.goto(`${site.siteUrl}/admin/statement?month=2026-13`);
    await expect(balance.getByRole('row').filter({ hasText: 'Balance so far' })).toBeVisible();
  });

  await test.step('a phone has all of it', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${site.siteUrl}/admin/statement`);
    await expect(balance).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await check(page, '/admin/statement on a phone');
  });
});

test('the treasurer refunds a part of a payment, then the rest, which ends the membership', async ({ page, site }) => {
  const member = { ...newRegistration(), firstName: 'Zoë', lastName: randomWord(), plan: 'monthly' as const };
  const memberToken = await joinAs(site, member);
  const token = await adminTokenOf(site);
  const id = await patiently('the payment', async () => {
    const { body } = await callApi<{ items: { id: string }[] }>(
      site,
      'GET',
      `/api/admin/payments?limit=5&kind=charge&q=${member.lastName}`,
      { token },
    );
    expect(body.items).toHaveLength(1);
    return body.items[0]!.id;
  });
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/payments?id=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  const refunds = page.getByRole('table', { name: 'Refunds by staff' }).locator('tbody').getByRole('row');

  await test.step('too much, and no reason, are refused at their fields, and what it does is said before', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByLabel('Amount')).toHaveValue('95.00');
    await expect(dialog.getByText('The membership ends immediately.')).toBeVisible();
    await check(page, 'the dialog of a refund', 'dialog[open]');
    await dialog.getByLabel('Amount').fill('9,5');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('Enter the amount to refund')).toBeVisible();
    await dialog.getByLabel('Amount').fill('95.01');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('Write the reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('A session was cancelled.');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('Enter at most $95.00')).toBeVisible();
    await dialog.getByLabel('Amount').fill('$20');
    await expect(dialog.getByText('The membership stays: only a refund of all that is left can end it.')).toBeVisible();
  });

  await test.step('a lost answer and a second press refund once', async () => {
    await page.route(
      '**/api/admin/payments/*/refunds',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    // The browser's own word about the connection that this journey breaks.
    page.removeAllListeners('console');
    await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
    await expect(dialog.getByText('No connection. Everything you typed is still here; try again.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
    await expect(toast(page)).toContainText('$20.00 are on their way back');
    await expect(dialog).toBeHidden();
    await expect(refunds).toHaveCount(1);
    await expect(refunds.first()).toContainText('A session was cancelled.');
    await expect(refunds.first()).toContainText('Made');
    expect(await membershipOf(site, memberToken)).toBe('active');
    const email = await emailTo(site, member.email, ({ subject }) => subject === 'We refunded a part of your payment');
    expect(email.text).toContain('$20.00 of your payment of $95.00');
    await check(page, '/admin/payments, one payment with refunds');
  });

  await test.step('the rest ends the membership', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByLabel('Amount')).toHaveValue('75.00');
    await dialog.getByLabel('Reason').fill('They moved away.');
    await dialog.getByRole('button', { name: 'Refund $75.00' }).click();
    await expect(refunds).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden();
    await expect.poll(() => membershipOf(site, memberToken)).not.toBe('active');
    await page.goto(`${site.siteUrl}/admin/activity`);
    await expect(page.getByRole('table').getByText('Refund payment').first()).toBeVisible();
  });
});
