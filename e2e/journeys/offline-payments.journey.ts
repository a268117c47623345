import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, newRegistration } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, randomWord, signInAsAdmin, test, toast } from './site.ts';

test('the treasurer records a check for an entry, finds it among the payments, and undoes it', async ({
  page,
  site,
}) => {
  const title = `Check Open ${randomWord()}`;
  const token = await adminTokenOf(site);
  const { body } = await callApi<{ event: AdminEvent }>(site, 'POST', '/api/admin/events', {
    token,
    body: {
      title,
      description: 'One evening.',
      type: 'tournament',
      division: null,
      // So far ahead that it is never the next open one of other journeys.
      datetime: '2043-10-12T16:00:00.000Z',
      endsAt: '2043-10-12T20:00:00.000Z',
      timezone: 'America/New_York',
      location: 'Zoom',
      zoomLink: null,
      capacity: null,
      registrationDeadline: '2043-10-11T16:00:00.000Z',
      price: 4_000,
      isActive: true,
    },
  });
  const [email, lastName] = [newRegistration().email, randomWord()];
  const form = { email, firstName: 'Ada', lastName, events: ['prepared_speech'], division: 'development' };
  const entered = await callApi(site, 'POST', '/api/tournament/register', {
    body: { ...form, waiver: true, eventId: body.event.id },
  });
  expect(entered.status).toBe(201);
  await signInAsAdmin(page, site);
  const name = `Ada ${lastName}`;
  const list = `/admin?tab=tournaments&q=${lastName}`;

  await test.step('the dialog shows what is due and what follows, and names a missing amount', async () => {
    await page.goto(site.siteUrl + list);
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Record a payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record a payment' });
    await expect(dialog).toContainText(`owes $40.00 for ${title}`);
    await expect(dialog).toContainText('A payment page that is open ends now');
    await dialog.getByLabel('Amount').fill('');
    await dialog.getByRole('button', { name: /^Record/ }).click();
    await expect(dialog.getByText('Enter the amount that was paid')).toBeVisible();
    await dialog.getByLabel('Amount').fill('35');
    await expect(dialog).toContainText('$40.00 are due: it counts as paid in full all the same');
    await dialog.getByLabel('Amount').fill('40.00');
    await dialog.getByLabel('Reference').fill('1042');
    await check(page, list, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Record $40.00' }).click();
    await expect(toast(page)).toContainText('Payment recorded');
    await expect(dialog).toBeHidden();
    await emailTo(site, email, `You are in: ${title}`);
    await expect(page.getByRole('table').getByRole('row').filter({ hasText: name })).toContainText('Active');
  });

  await test.step('the payment is in the list, outside the sums of Stripe', async () => {
    await page.goto(`${site.siteUrl}/admin/payments?q=${lastName}`);
    const sums = page.getByRole('region', { name: 'Sums of the payments shown' });
    await expect(sums).toContainText('Offline, not in Net$40.00');
    await expect(sums).toContainText('Net$0.00');
    const row = page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row');
    await expect(row).toContainText('Offline payment');
    await expect(row).toContainText(title);
    await check(page, '/admin/payments, offline');
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Offline payment of $40.00', level: 1 })).toBeVisible();
    for (const text of ['1042', 'No: recorded by staff', 'Check'])
      await expect(page.getByText(text).first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Receipt (PDF)' }).click();
    expect((await download).suggestedFilename()).toMatch(/^receipt-R-/);
    await check(page, '/admin/payments, one offline payment');
  });

  await test.step('a wrong amount is corrected, and the wrong record stays', async () => {
    await page.getByRole('button', { name: 'Correct this payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct this payment' });
    await expect(dialog.getByLabel('Reference')).toHaveValue('1042');
    await dialog.getByLabel('Amount').fill('45');
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(dialog.getByText('Write the reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The check is for $45.');
    await check(page, '/admin/payments, correct', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(toast(page)).toContainText('Payment corrected');
    const records = page.getByRole('table', { name: 'Recorded by staff' }).locator('tbody').getByRole('row');
    await expect(records).toHaveCount(3);
    await expect(records.last()).toContainText('$45.00');
    await check(page, '/admin/payments, corrected');
  });

  await test.step('undoing it says what ends, and leaves both records', async () => {
    await page.getByRole('button', { name: 'Undo this payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this payment' });
    await expect(dialog).toContainText(`The registration for ${title} ends, if it has not yet.`);
    await dialog.getByRole('button', { name: 'Undo $45.00' }).click();
    await expect(dialog.getByText('Write the reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The check bounced.');
    await check(page, '/admin/payments, undo', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Undo $45.00' }).click();
    await expect(toast(page)).toContainText('Payment undone');
    const records = page.getByRole('table', { name: 'Recorded by staff' }).locator('tbody').getByRole('row');
    await expect(records).toHaveCount(4);
    await expect(records.last()).toContainText('The check bounced.');
    await expect(page.getByRole('button', { name: 'Undo this payment' })).toBeHidden();
    await emailTo(site, email, `Your registration has ended: ${title}`);
  });

  await test.step('the statement names both', async () => {
    await page.goto(`${site.siteUrl}/admin/statement`);
    await expect(page.getByText(/^Offline payments \(\d+\)$/)).toBeVisible();
    await expect(page.getByText(/^Offline payments undone \(\d+\)$/)).toBeVisible();
    await check(page, '/admin/statement, offline');
  });
});
