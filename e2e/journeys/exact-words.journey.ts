import { expect, newMember, pay, register, signInAsAdmin, test, toast } from './site.ts';

/* The texts and offers of pages in unusual cases. */
test('a subscription without a payment page says so', async ({ page, site }) => {
  await page.route('**/api/create-subscription', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
  );
  await page.goto(`${site.siteUrl}/subscribe`);
  await page.getByLabel('Email', { exact: true }).fill(newMember().email);
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(toast(page)).toContainText('Subscription error');
  await expect(toast(page)).toContainText('No checkout URL received from server');
});

test('the success page leads to the classes, whether or not it knows the payment', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/subscribe/success`);
  await expect(page.getByRole('heading', { name: 'We do not know this checkout' })).toBeVisible();
  await page.getByRole('link', { name: 'Explore Classes' }).click();
  await page.waitForURL(`${site.siteUrl}/classes`);
  await register(page, site, newMember());
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Welcome to the Debate Club' })).toBeVisible();
  await page.getByRole('link', { name: 'Explore Classes' }).click();
  await page.waitForURL(`${site.siteUrl}/classes`);
});

test('an export that fails without a message, and a sync that finds nothing, say what happened', async ({
  page,
  site,
}) => {
  await signInAsAdmin(page, site);
  await page.route('**/api/admin/export/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page
    .getByRole('button', { name: /^Export/ })
    .first()
    .click();
  await expect(toast(page).filter({ hasText: 'Export Failed' })).toContainText('Failed to export data.');
  await page.route('**/api/admin/sync-all-missing-registrations', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"syncedCount":0,"message":"Done."}' }),
  );
  await page.getByRole('button', { name: 'Sync all missing registrations' }).click();
  await expect(toast(page).filter({ hasText: 'Sync Complete' })).toContainText('0 debate club registrations');
});

const ROBIN = { id: '11111111-1111-4111-8111-111111111111', email: 'admin@example.org', name: 'Robin', role: 'owner' };

test('a stored administrator that no request can name is cleared, and the session is said to have expired', async ({
  page,
  site,
}) => {
  for (const [token, user] of [
    // It cannot be read, is missing, or has a token that no header can carry.
    ['a.b.c', '{broken'],
    ['a.b.c', null],
    ['not a\ntoken', JSON.stringify(ROBIN)],
  ] as const) {
    await page.goto(`${site.siteUrl}/admin/login`);
    await page.evaluate(
      ([storedToken, storedUser]) => {
        localStorage.setItem('adminToken', storedToken);
        if (storedUser !== null) localStorage.setItem('adminUser', storedUser);
      },
      [token, user] as const,
    );
    await page.goto(`${site.siteUrl}/admin`);
    await page.waitForURL(`${site.siteUrl}/admin/login`);
    await expect(toast(page)).toContainText('Session expired');
    expect(await page.evaluate(() => [localStorage.getItem('adminToken'), localStorage.getItem('adminUser')])).toEqual([
      null,
      null,
    ]);
  }
});
