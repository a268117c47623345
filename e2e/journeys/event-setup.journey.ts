import type { Page } from '@playwright/test';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import {
  adminTokenOf,
  chooseForRow,
  emailsTo,
  expect,
  newMember,
  randomWord,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

/** So far ahead that it is never the next one of other journeys. */
const makeTournament = async (
  token: string,
  title: string,
  site: Parameters<typeof callApi>[0],
): Promise<AdminEvent> => {
  const body = {
    title,
    description: 'Two rounds, one evening.',
    type: 'tournament',
    division: null,
    datetime: '2041-11-09T17:00:00.000Z',
    endsAt: '2041-11-10T00:00:00.000Z',
    registrationDeadline: '2041-11-03T04:59:59.000Z',
    timezone: 'America/New_York',
    location: 'Zoom',
    zoomLink: null,
    capacity: null,
    price: 1_500,
    isActive: true,
  };
  const { body: made } = await callApi<{ event: AdminEvent }>(site, 'POST', '/api/admin/events', { body, token });
  return made.event;
};

/** Shows the visitor one tournament alone, which is then the next one. */
const showOnly = (page: Page, id: string) =>
  page.route('**/api/events', async (route) => {
    const response = await route.fetch();
    const events = ((await response.json()) as PublicEvent[]).filter((event) => event.id === id);
    await route.fulfill({ response, json: events.map((event) => ({ ...event, isNext: true })) });
  });

test('a director decides the competitions of a tournament, and a visitor enters by their rules', async ({
  page,
  site,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeTournament(token, `Poetry ${word}`, site);
  const competition = (number: number) => page.getByRole('group', { name: `Competition ${number}`, exact: true });

  await test.step('the form shows the shipped competitions, which are renamed, removed, moved and added', async () => {
    await signInAsAdmin(page, site);
    await page.goto(`${site.siteUrl}/admin/events?q=${word}`);
    await chooseForRow(page, `Poetry ${word}`, 'Edit');
    await expect(
      page.getByText('Prepared Speech; Prepared Acting; Spontaneous Speech; Spontaneous Debate.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Change the competitions' }).click();
    await expect(competition(1).getByLabel('Name')).toBeFocused();
    for (const number of [4, 3]) await page.getByRole('button', { name: `Remove competition ${number}` }).click();
    await competition(1).getByLabel('Name').fill('Oratory');
    await page.getByRole('button', { name: 'Add a competition' }).click();
    await expect(competition(3).getByLabel('Name')).toBeFocused();
    await competition(3).getByLabel('Description').fill('Of somebody else, performed by you.');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(page.getByText('Enter the name of the competition')).toBeVisible();
    await competition(3).getByLabel('Name').fill('Poetry');
    await page.getByRole('button', { name: 'Move competition 3 up' }).click();
    await expect(competition(2).getByLabel('Name')).toHaveValue('Poetry');
    await competition(2).getByText('Rules of Poetry').click();
    await competition(2).getByLabel('Oratory').check();
    await competition(3).getByText('Rules of Prepared Acting').click();
    await competition(3).getByLabel('Division').selectOption('professional');
    await page.getByLabel('Most competitions per person').fill('2');
    await check(page, 'the competitions of an event');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(toast(page)).toContainText('Event saved');
  });

  const person = newMember();
  await test.step('the visitor sees why a competition cannot be added', async () => {
    await showOnly(page, id);
    await page.goto(`${site.siteUrl}/tournaments`);
    // Until then, the prerendered page shows another one, which "Register" would open.
    await expect(page.getByText(`Poetry ${word}`).first()).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Choose at most 2.')).toBeVisible();
    await dialog.getByLabel('Oratory').check();
    await expect(dialog.getByLabel('Poetry')).toBeDisabled();
    await expect(dialog.getByText('Not together with Oratory.')).toBeVisible();
    await dialog.getByLabel('Prepared Acting').check();
    await dialog.getByRole('radio', { name: /Development/ }).check({ force: true });
    await dialog.getByLabel('First name').fill(person.firstName);
    await dialog.getByLabel('Last name').fill(person.lastName);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('I agree to the liability waiver').check();
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(toast(page)).toContainText('Prepared Acting is for the Professional division only.');
    await expect(dialog.locator('#entry-events-error')).toBeVisible();
    await check(page, 'the form of an entry with rules', 'dialog[open]');
    await dialog.getByLabel('Prepared Acting').uncheck();
  });

  await test.step('a competition that closes meanwhile is refused at its field; another one is entered', async () => {
    const { body: event } = await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token });
    const { id: _id, closedAt: _closedAt, state: _state, counts: _counts, ...fields } = event;
    const setup = {
      ...event.setup!,
      competitions: event.setup!.competitions.map((one) => ({ ...one, isClosed: one.name === 'Oratory' })),
    };
    const edited = await callApi(site, 'PUT', `/api/admin/events/${id}`, { body: { ...fields, setup }, token });
    expect(edited.status).toBe(200);
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: 'Register', exact: true });
    await send.click();
    await expect(dialog.locator('#entry-events-error')).toHaveText('Registration for Oratory has closed.');
    await dialog.getByLabel('Oratory').uncheck();
    await dialog.getByLabel('Poetry').check();
    await send.click();
    await expect(toast(page)).toContainText('Registration successful!');
    await expect
      .poll(async () => (await emailsTo(site, person.email)).map(({ text }) => text).join())
      .toContain('Poetry');
  });

  await test.step('of two directors, the later one sees the competitions of the other', async () => {
    await page.unroute('**/api/events');
    await page.goto(`${site.siteUrl}/admin/events?edit=${id}`);
    await page.getByRole('button', { name: 'Change the competitions' }).click();
    const { body: event } = await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token });
    const { id: _id, closedAt: _closedAt, state: _state, counts: _counts, ...fields } = event;
    const competitions = event.setup!.competitions.filter(({ name }) => name === 'Poetry');
    const setup = { competitions: competitions.map((one) => ({ ...one, excludes: [] })), mostCompetitions: 1 };
    const edited = await callApi(site, 'PUT', `/api/admin/events/${id}`, { body: { ...fields, setup }, token });
    expect(edited.status).toBe(200);
    await competition(1).getByLabel('Name').fill('Original Oratory');
    await page.getByRole('button', { name: 'Save Event' }).click();
    const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
    await expect(conflict.getByText('Poetry. At most 1 a person.')).toBeVisible();
    await expect(conflict.getByText(/^Original Oratory \(closed/)).toBeVisible();
    await conflict.getByRole('button', { name: 'Use their version' }).click();
    await expect(competition(1).getByLabel('Name')).toHaveValue('Poetry');
    await expect(competition(2)).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove competition 1' }).click();
    await page.getByRole('button', { name: 'Add a competition' }).click();
    await competition(1).getByLabel('Name').fill('Debate');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(
      page.getByText('1 person entered Poetry, so it cannot be removed. Close it instead.', { exact: true }),
    ).toBeVisible();
    await check(page, 'the refusal to remove a competition');
  });
});
