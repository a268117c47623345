import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, checkoutOf, joinAs, newRegistration, payAt, payLinkIn } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, logIn, randomWord, test } from './site.ts';

const expectPdf = async (page: Page, press: () => Promise<void>): Promise<void> => {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^receipt-[\w.-]+\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
};

test('a guest and a member download the receipts of what they paid', async ({ page, site }) => {
  const title = `Receipt Open ${randomWord()}`;
  const token = await adminTokenOf(site);
  const { body } = await callApi<{ event: AdminEvent }>(site, 'POST', '/api/admin/events', {
    token,
    body: {
      title,
      description: 'One evening.',
      type: 'tournament',
      division: null,
      // So far ahead that it is never the next open one of other journeys.
      datetime: '2042-10-12T16:00:00.000Z',
      endsAt: '2042-10-12T20:00:00.000Z',
      timezone: 'America/New_York',
      location: 'Zoom',
      zoomLink: null,
      capacity: null,
      registrationDeadline: '2042-10-11T16:00:00.000Z',
      price: 4_000,
      isActive: true,
    },
  });
  const registration = newRegistration();
  const member = await joinAs(site, registration);
  const guest = newRegistration().email;
  const enterPaid = async (email: string, account?: string): Promise<string> => {
    const form = {
      ...{ email, firstName: 'Ada', lastName: 'Okafor', events: ['prepared_speech'], division: 'development' },
      ...{ waiver: true, eventId: body.event.id },
    };
    const caller = account === undefined ? {} : { token: account };
    expect((await callApi(site, 'POST', '/api/tournament/register', { ...caller, body: form })).status).toBe(201);
    const due = await emailTo(site, email, ({ text }) => text.includes(title) && payLinkIn(text) !== undefined);
    await payAt(await checkoutOf(site, payLinkIn(due.text)!, account));
    return (await emailTo(site, email, `You are in: ${title}`)).text;
  };

  await test.step('a guest, by the link in the email', async () => {
    const link = /http\S+\/receipt\?token=[\w-]+/.exec(await enterPaid(guest))![0];
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Your receipt', level: 1 })).toBeVisible();
    await check(page, '/receipt');
    await expectPdf(page, () => page.getByRole('button', { name: 'Download receipt' }).click());
    await expect(page.getByText('Your receipt is in your downloads.')).toBeVisible();
    await check(page, '/receipt, downloaded');
  });

  await test.step('a link that opens nothing says so', async () => {
    await page.goto(`${site.siteUrl}/receipt?token=mailed`);
    await page.getByRole('button', { name: 'Download receipt' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await check(page, '/receipt, unknown');
  });

  await test.step('a member, on the page of the subscription', async () => {
    expect(await enterPaid(registration.email, member)).toContain('/account/subscription');
    await logIn(page, site, registration);
    await page.goto(`${site.siteUrl}/account/subscription`);
    const rows = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Download receipt of / }) });
    await expect(rows).toHaveCount(2);
    await check(page, '/account/subscription');
    const entry = rows.filter({ hasText: title });
    await expectPdf(page, () => entry.getByRole('button', { name: /^Download receipt of / }).click());
  });
});
