import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, checkoutOf, joinAs, newRegistration, payAt, payLinkIn } from '../src/testing/person.ts';
import { timeOf } from '../src/testing/provider.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, logIn, randomWord, signInAsAdmin, test, toast } from './site.ts';

const ZOOM = 'https://zoom.us/j/8005551234';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('the emails of a tournament have a time line, and its link reaches the people with a place', async ({
  page,
  site,
}) => {
  const title = `Evening Classic ${randomWord()}`;
  const token = await adminTokenOf(site);
  const fields = {
    title,
    description: 'Four competitions in one evening.',
    type: 'tournament',
    division: null,
    // So far ahead, until it is closed, that it is never the next open one of other journeys.
    datetime: '2041-10-12T16:00:00.000Z',
    endsAt: '2041-10-12T20:00:00.000Z',
    timezone: 'America/New_York',
    location: 'Zoom',
    zoomLink: null,
    capacity: null,
    registrationDeadline: '2041-10-11T16:00:00.000Z',
    price: 4_000,
    isActive: true,
  };
  const { body } = await callApi<{ event: AdminEvent }>(site, 'POST', '/api/admin/events', { token, body: fields });
  const registration = newRegistration();
  const member = await joinAs(site, registration);
  const guest = newRegistration().email;
  const enterPaid = async (email: string, account?: string): Promise<void> => {
    const form = {
      email,
      firstName: 'Ada',
      lastName: 'Okafor',
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
      eventId: body.event.id,
    };
    const caller = account === undefined ? {} : { token: account };
    expect((await callApi(site, 'POST', '/api/tournament/register', { ...caller, body: form })).status).toBe(201);
    const due = await emailTo(site, email, ({ text }) => text.includes(title) && payLinkIn(text) !== undefined);
    await payAt(await checkoutOf(site, payLinkIn(due.text)!, account));
  };
  await enterPaid(registration.email, member);
  await enterPaid(guest);
  const eventPath = `/api/admin/events/${body.event.id}`;
  expect((await callApi(site, 'POST', `${eventPath}/close`, { token })).status).toBe(200);
  // A reminder that is due before the move is not sent: the email about the move says the new time.
  const begins = (await timeOf(site)) + DAY_MS + 10_000;
  const inHours = (hours: number): string => new Date(begins + hours * HOUR_MS).toISOString();
  const soon = {
    datetime: inHours(0),
    endsAt: inHours(4),
    registrationDeadline: inHours(-1),
    refundSteps: [{ until: inHours(-2), percent: 50 }],
  };
  const moved = { ...fields, ...soon, version: body.event.version };
  expect((await callApi(site, 'PUT', eventPath, { token, body: moved })).status).toBe(200);
  const reminder = await emailTo(site, guest, `Soon: ${title}`);
  const access = /http\S+\/event-access\?token=[\w-]+/.exec(reminder.text)![0];
  const path = `/admin/events?edit=${body.event.id}`;

  await test.step('a guest’s page says that the link is not known yet', async () => {
    await page.goto(access);
    await expect(page.getByText('The link to the meeting is not known yet')).toBeVisible();
    await expect(page.getByText(/^50% until .+; nothing after that$/)).toBeVisible();
    await check(page, new URL(access).pathname);
  });

  await test.step('the console warns of it, shows each email with its numbers, and previews one', async () => {
    await signInAsAdmin(page, site);
    await page.goto(site.siteUrl + path);
    await expect(page.getByText('No Zoom link yet')).toBeVisible();
    const rows = page.getByRole('table', { name: 'Emails of this event' }).getByRole('row');
    const dayBefore = rows.filter({ hasText: 'A day before' });
    await expect(dayBefore.getByRole('cell').nth(4)).toHaveText('2');
    await expect(dayBefore).toContainText('Done');
    await expect(rows.filter({ hasText: 'An hour before' })).toContainText('Planned');
    await dayBefore.getByRole('button', { name: /^Preview/ }).click();
    const dialog = page.getByRole('dialog', { name: 'A day before, with the link' });
    await expect(dialog).toContainText(`Soon: ${title}`);
    await expect(dialog.frameLocator('iframe').getByText('Hello Alex')).toBeVisible();
    await check(page, path, 'dialog[open]');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('once staff enter the link, it is emailed to them', async () => {
    await page.getByLabel('Zoom link').fill(ZOOM);
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(toast(page)).toContainText(`${title} has been saved.`);
    for (const email of [guest, registration.email])
      await emailTo(site, email, ({ subject, text }) => subject === `New details: ${title}` && text.includes(ZOOM));
    await page.goto(site.siteUrl + path);
    await expect(page.getByRole('cell', { name: 'New details', exact: true }).first()).toBeVisible();
    await expect(page.getByText('No Zoom link yet')).toBeHidden();
    await check(page, path);
  });

  await test.step('the guest’s page and the member’s dashboard open the meeting, on a phone as well', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(access);
    await expect(page.getByRole('link', { name: 'Join the meeting' })).toHaveAttribute('href', ZOOM);
    await check(page, new URL(access).pathname);
    await logIn(page, site, registration);
    await page.goto(`${site.siteUrl}/dashboard`);
    await expect(page.getByText(/^50% until .+; nothing after that$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Join the meeting' })).toHaveAttribute('href', ZOOM);
    await page.goto(`${site.siteUrl}/event-access?token=unknown`);
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });
});
