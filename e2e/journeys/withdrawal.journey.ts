import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, checkoutOf, newRegistration, payAt, payLinkIn } from '../src/testing/person.ts';
import { timeOf } from '../src/testing/provider.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, randomWord, signInAsAdmin, test, toast } from './site.ts';

const DAY_MS = 86_400_000;

test('a guest withdraws an entry by the link of its email, and staff see it', async ({ page, site }) => {
  const title = `Harbor Classic ${randomWord()}`;
  const token = await adminTokenOf(site);
  const now = await timeOf(site);
  const inDays = (days: number): string => new Date(now + days * DAY_MS).toISOString();
  const fields = {
    ...{ title, description: 'Four competitions in one evening.', type: 'tournament', division: null },
    ...{ timezone: 'America/New_York', location: 'Zoom', zoomLink: null, capacity: null, price: 4_000, isActive: true },
    // So far ahead that it is never the next open one of other journeys.
    ...{ datetime: inDays(5_000), endsAt: inDays(5_001), registrationDeadline: inDays(4_999) },
    refundSteps: [{ until: inDays(4_998), percent: 50 }],
  };
  const { body } = await callApi<{ event: AdminEvent }>(site, 'POST', '/api/admin/events', { token, body: fields });
  const { email } = newRegistration();
  const form = {
    ...{ email, firstName: 'Ada', lastName: 'Okafor', events: ['prepared_speech'], division: 'development' },
    ...{ waiver: true, eventId: body.event.id },
  };
  expect((await callApi(site, 'POST', '/api/tournament/register', { body: form })).status).toBe(201);
  const due = await emailTo(site, email, ({ text }) => text.includes(title) && payLinkIn(text) !== undefined);
  await payAt(await checkoutOf(site, payLinkIn(due.text)!));
  const paid = await emailTo(site, email, `You are in: ${title}`);
  const link = /http\S+\/entry\?token=[\w-]+/.exec(paid.text)![0];

  await test.step('the page shows the refund before anything is done', async () => {
    await page.goto(link);
    await expect(page.getByText('You have a place')).toBeVisible();
    await check(page, '/entry');
    await page.getByRole('button', { name: 'Withdraw Entry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw your entry?' });
    await expect(dialog).toContainText('Refund now');
    await expect(dialog).toContainText('We then refund $20.00 to the card or account that paid.');
    await check(page, '/entry', 'dialog[open]');
  });

  await test.step('a confirmation ends the entry, and the page says so afterwards', async () => {
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(toast(page)).toContainText('Entry withdrawn');
    await expect(page.getByText(/^You withdrew this entry on .+ We refund \$20\.00/)).toBeVisible();
    await emailTo(site, email, `You withdrew your entry: ${title}`);
    await page.reload();
    await expect(page.getByText(/^You withdrew this entry on/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw Entry' })).toBeHidden();
    await check(page, '/entry');
  });

  await test.step('staff see it as withdrawn', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAsAdmin(page, site);
    await page.goto(`${site.siteUrl}/admin?tab=tournaments&event=${body.event.id}&place=withdrawn`);
    await expect(page.getByRole('cell', { name: email })).toBeVisible();
    await expect(page.getByText('1 withdrawn').first()).toBeVisible();
    await check(page, '/admin, Tournaments');
  });
});
