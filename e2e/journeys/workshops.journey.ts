import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, joinAs, newRegistration, patiently } from '../src/testing/person.ts';
import { check } from './check.ts';
import {
  adminTokenOf,
  chooseForRow,
  expect,
  logIn,
  openInConsole,
  randomWord,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

const ZOOM = 'https://zoom.us/j/8005551234';

const memberOf = async (site: RunFile, plan: 'monthly' | 'annual') => {
  const registration = { ...newRegistration(), plan };
  const token = await joinAs(site, registration);
  await patiently('the plan', async () => {
    const { body } = await callApi<{ isIncluded: boolean }>(site, 'GET', '/api/workshops', { token });
    expect(body.isIncluded).toBe(plan === 'annual');
  });
  return { ...registration, token };
};

const openWorkshops = async (page: Page, site: RunFile, title: string) => {
  await page.goto(`${site.siteUrl}/member/resources?tab=schedules`);
  return page.getByRole('region', { name: 'Workshops' }).getByRole('listitem').filter({ hasText: title });
};

test('staff create a workshop, for which an annual member signs up and cancels', async ({ page, site }) => {
  const title = `Cross-Examination ${randomWord()}`;
  const member = await memberOf(site, 'annual');
  await signInAsAdmin(page, site);

  await test.step('the form asks for neither a price nor a division', async () => {
    await openInConsole(page, 'Tournaments', 'Events');
    await page.getByRole('link', { name: 'New Event' }).click();
    await page.getByLabel('Kind').selectOption('workshop');
    for (const label of ['Price', 'Division']) await expect(page.getByLabel(label)).toBeHidden();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Description').fill('Questions that set up your next speech.');
    await page.getByLabel('Begins').fill('2041-11-09T12:00');
    await page.getByLabel('Ends').fill('2041-11-09T14:00');
    await page.getByLabel('Registration deadline').fill('2041-11-02T23:59');
    await page.getByLabel('Zoom link').fill(ZOOM);
    await page.getByLabel('Number of places').fill('2');
    await page.getByRole('button', { name: 'Create Event' }).click();
    await expect(toast(page)).toContainText(`Annual members can sign up for ${title} now.`);
  });

  await test.step('the member takes a seat, which the email and the page give the link', async () => {
    await logIn(page, site, member);
    const workshop = await openWorkshops(page, site, title);
    await expect(workshop.getByText('Open')).toBeVisible();
    await expect(workshop.getByRole('link', { name: 'Join the Workshop' })).toBeHidden();
    await workshop.getByRole('button', { name: `Sign Up: ${title}` }).click();
    await expect(toast(page)).toContainText(`You have a seat in ${title}.`);
    await expect(workshop.getByText('You have a seat')).toBeVisible();
    await expect(workshop.getByRole('link', { name: 'Join the Workshop' })).toHaveAttribute('href', ZOOM);
    expect((await emailTo(site, member.email, `Your seat: ${title}`)).text).toContain(ZOOM);
    await check(page, 'the workshops of a member with a seat');
    await page.goto(`${site.siteUrl}/dashboard`);
    await expect(page.getByRole('region', { name: 'Next Workshop' })).toContainText('You have a seat');
  });

  await test.step('cancels it, after a question', async () => {
    const workshop = await openWorkshops(page, site, title);
    const opener = workshop.getByRole('button', { name: `Cancel Seat: ${title}` });
    const dialog = page.getByRole('dialog', { name: 'Cancel your seat?' });
    await opener.click();
    await check(page, 'the question before a seat is cancelled', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Keep my seat' }).click();
    await expect(dialog).toBeHidden();
    await opener.click();
    await page.route('**/api/workshops/*/seat', (route) => route.fulfill({ body: 'no' }), { times: 1 });
    await dialog.getByRole('button', { name: 'Cancel Seat' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Please try again.');
    await dialog.getByRole('button', { name: 'Cancel Seat' }).click();
    await expect(toast(page)).toContainText(`You are no longer signed up for ${title}.`);
    await expect(workshop.getByRole('button', { name: `Sign Up: ${title}` })).toBeVisible();
    await expect(dialog).toBeHidden();
    await emailTo(site, member.email, `You are no longer signed up: ${title}`);
  });
});

test('a member without the annual plan sees workshops, and how to get them', async ({ page, site }) => {
  const title = `Voice ${randomWord()}`;
  await createWorkshop(site, title);
  await logIn(page, site, await memberOf(site, 'monthly'));
  const workshop = await openWorkshops(page, site, title);
  await expect(workshop.getByText('Open')).toBeVisible();
  await expect(workshop.getByRole('button')).toHaveCount(0);
  const region = page.getByRole('region', { name: 'Workshops' });
  await expect(region.getByText('Included in the annual plan.')).toBeVisible();
  await check(page, 'the workshops of a monthly member');
  await region.getByRole('link', { name: 'your plan' }).click();
  await page.waitForURL('**/account/subscription');
});

test('staff see who signed up, and delete one, whose seat goes to the next member', async ({ page, site }) => {
  const title = `Evidence ${randomWord()}`;
  const id = await createWorkshop(site, title);
  const [first, second] = [await memberOf(site, 'annual'), await memberOf(site, 'annual')];
  for (const { token } of [first, second])
    expect((await callApi(site, 'POST', `/api/workshops/${id}/seat`, { token })).status).toBe(201);
  await signInAsAdmin(page, site);
  await openInConsole(page, 'Membership', 'Workshops');
  await page.getByLabel('Workshop', { exact: true }).selectOption({ value: id });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row(first.email)).toContainText('Has a seat');
  await expect(row(second.email)).toContainText('On the waitlist: 1');
  await check(page, 'the sign-ups for workshops');
  await page.getByLabel('Search').fill(first.email);
  await expect(row(second.email)).toBeHidden();
  await chooseForRow(page, `${first.firstName} ${first.lastName}`, 'Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The seat goes to the next member on the waitlist.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Registration deleted');
  await page.getByLabel('Search').fill(second.email);
  await expect(row(second.email)).toContainText('Has a seat');
  await emailTo(site, first.email, `Your sign-up was removed: ${title}`);
  await emailTo(site, second.email, `A seat for you: ${title}`);

  // Hiding it cancels it for those who signed up, so that is asked.
  await page.goto(`${site.siteUrl}/admin/events?edit=${id}`);
  await page.getByLabel('Shown on the site').uncheck();
  const save = page.getByRole('button', { name: 'Save Event' });
  await save.click();
  const question = page.getByRole('dialog', { name: `Cancel ${title}?` });
  await check(page, 'the question before a workshop is cancelled', 'dialog[open]');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await save.click();
  await question.getByRole('button', { name: 'Cancel the workshop' }).click();
  await expect(toast(page)).toContainText('Event saved');
  await emailTo(site, second.email, (mail) => mail.subject.includes(title) && /cancelled/i.test(mail.subject));
});

const createWorkshop = async (site: RunFile, title: string): Promise<string> => {
  const { status, body } = await callApi<{ event: { id: string } }>(site, 'POST', '/api/admin/events', {
    token: await adminTokenOf(site),
    body: {
      title,
      description: 'Two hours with a coach.',
      type: 'workshop',
      division: null,
      datetime: '2041-11-09T17:00:00.000Z',
      endsAt: '2041-11-09T19:00:00.000Z',
      timezone: 'America/New_York',
      location: 'Zoom',
      zoomLink: ZOOM,
      capacity: 1,
      registrationDeadline: '2041-11-03T04:59:59.000Z',
      price: 0,
      isActive: true,
    },
  });
  expect(status).toBe(201);
  return body.event.id;
};
