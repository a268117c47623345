import type { Page } from '@playwright/test';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { emailTo } from '../src/testing/mailbox.ts';
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

/** An edit of this tournament by another director. */
const editOf = (event: AdminEvent, typed: Partial<AdminEvent>) => {
  const { id: _id, closedAt: _closedAt, state: _state, counts: _counts, ...fields } = event;
  return { ...fields, ...typed };
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
    const setup = {
      ...event.setup!,
      competitions: event.setup!.competitions.map((one) => ({ ...one, isClosed: one.name === 'Oratory' })),
    };
    const edited = await callApi(site, 'PUT', `/api/admin/events/${id}`, { body: editOf(event, { setup }), token });
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
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`${site.siteUrl}/admin/events?edit=${id}`);
    await page.getByRole('button', { name: 'Change the competitions' }).click();
    const { body: event } = await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token });
    const competitions = event.setup!.competitions.filter(({ name }) => name === 'Poetry');
    const setup = { competitions: competitions.map((one) => ({ ...one, excludes: [] })), mostCompetitions: 1 };
    const edited = await callApi(site, 'PUT', `/api/admin/events/${id}`, { body: editOf(event, { setup }), token });
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

test('a director limits the places of a competition, and the next person waits with the whole entry', async ({
  page,
  site,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeTournament(token, `Oratory ${word}`, site);
  const edit = `${site.siteUrl}/admin/events?edit=${id}`;
  const first = () => page.getByRole('group', { name: 'Competition 1', exact: true });
  const places = () => first().getByLabel('Number of places');
  const enter = (email: string, events: string[]) => {
    const form = { firstName: 'Ada', lastName: 'Okafor', division: 'development', waiver: true };
    return callApi(site, 'POST', '/api/tournament/register', { body: { ...form, email, events, eventId: id } });
  };
  await enter(newMember().email, ['prepared_speech', 'prepared_acting']);
  await enter(newMember().email, ['prepared_speech']);

  await test.step('the form refuses fewer places than are taken, at the field', async () => {
    await signInAsAdmin(page, site);
    await page.goto(edit);
    await page.getByRole('button', { name: 'Change the competitions' }).click();
    await first().getByText('Rules of Prepared Speech').click();
    await places().fill('1');
    await page.getByLabel('Places in the Development division').fill('0');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(page.getByText('Number of places must be at least 1')).toBeVisible();
    await page.getByLabel('Places in the Development division').fill('9');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(first().getByText('2 places are taken already')).toBeVisible();
    await check(page, 'the places of a competition');
    await places().fill('2');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(toast(page)).toContainText('Event saved');
    await page.goto(edit);
    await expect(page.getByText('Prepared Speech (2 places)')).toBeVisible();
    await expect(page.getByText('Development division: 9 places.')).toBeVisible();
  });

  const person = newMember();
  await test.step('the entry form says what is full, and the person waits with everything, on a phone as well', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await showOnly(page, id);
    await page.goto(`${site.siteUrl}/tournaments`);
    await expect(page.getByText(`Oratory ${word}`).first()).toBeVisible();
    await expect(page.getByText('Limited in some events. The form shows how many are left.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Full: you join the waitlist.')).toBeVisible();
    await dialog.getByLabel('Prepared Speech').check();
    await dialog.getByLabel('Prepared Acting').check();
    await dialog.getByRole('radio', { name: /Development/ }).check({ force: true });
    await expect(dialog.getByText('Prepared Speech is full: you join the waitlist with everything')).toBeVisible();
    await dialog.getByLabel('First name').fill(person.firstName);
    await dialog.getByLabel('Last name').fill(person.lastName);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('I agree to the liability waiver').check();
    await check(page, 'the form of an entry that waits', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(toast(page)).toContainText('Prepared Speech is full. You are number 1 on the waitlist');
    await emailTo(site, person.email, ({ text }) => text.includes('Prepared Speech is full at the moment'));
  });

  await test.step('more places give the person one', async () => {
    const { body: event } = await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token });
    const [speech, ...others] = event.setup!.competitions;
    const setup = { ...event.setup!, competitions: [{ ...speech!, capacity: 3 }, ...others] };
    const { status } = await callApi(site, 'PUT', `/api/admin/events/${id}`, { body: editOf(event, { setup }), token });
    expect(status).toBe(200);
    await emailTo(site, person.email, 'A place for you');
  });
});

test('a director asks questions, a visitor answers them, and staff read the answers and see which entry breaks a rule', async ({
  page,
  site,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeTournament(token, `Asking ${word}`, site);
  const question = (number: number) => page.getByRole('group', { name: `Question ${number}`, exact: true });
  const save = page.getByRole('button', { name: 'Save Event' });

  await test.step('the form refuses a choice without answers, at its field', async () => {
    await signInAsAdmin(page, site);
    await page.goto(`${site.siteUrl}/admin/events?edit=${id}`);
    const add = page.getByRole('button', { name: 'Add a question' });
    await add.click();
    await expect(question(1).getByRole('textbox', { name: 'Question' })).toBeFocused();
    await question(1).getByRole('textbox', { name: 'Question' }).fill('Shirt size');
    await question(1).getByLabel('Answered by').selectOption('choice');
    await question(1).getByLabel('Required').check();
    await save.click();
    await expect(question(1).getByText('Enter at least two answers to choose from')).toBeVisible();
    await question(1).getByLabel('Answers to choose from').fill('S\nM\n\nL');
    await add.click();
    await question(2).getByRole('textbox', { name: 'Question' }).fill('I am 18 or older');
    await question(2).getByLabel('Answered by').selectOption('checkbox');
    await question(2).getByLabel('Has to be checked').check();
    await add.click();
    await question(3).getByRole('textbox', { name: 'Question' }).fill('Who may we thank?');
    await check(page, 'the questions of an event');
    await save.click();
    await expect(toast(page)).toContainText('Event saved');
  });

  const person = newMember();
  const dialog = page.getByRole('dialog');
  await test.step('the entry form asks them, and keeps what was typed, on a phone as well', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await showOnly(page, id);
    await page.goto(`${site.siteUrl}/tournaments`);
    await expect(page.getByText(`Asking ${word}`).first()).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
    await dialog.getByLabel('Prepared Speech').check();
    await dialog.getByLabel('Prepared Acting').check();
    await dialog.getByRole('radio', { name: /Development/ }).check({ force: true });
    await dialog.getByLabel('First name').fill(person.firstName);
    await dialog.getByLabel('Last name').fill(person.lastName);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('Who may we thank? (optional)').fill('My coach');
    await dialog.getByLabel('I agree to the liability waiver').check();
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(toast(page)).toContainText('Please answer “Shirt size”.');
    await expect(dialog.getByLabel('Shirt size')).toBeFocused();
    await expect(dialog.getByText('Please check “I am 18 or older”.')).toBeVisible();
    await check(page, 'the form of an entry with questions', 'dialog[open]');
    await dialog.getByLabel('Shirt size').selectOption('M');
    await expect(dialog.getByText('Please answer “Shirt size”.')).toHaveCount(0);
    await dialog.getByLabel('I am 18 or older').check();
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(toast(page)).toContainText('Registration successful!');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a rule that the entry breaks is counted, and the list of entries names it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.siteUrl}/admin/events?edit=${id}`);
    await page.getByRole('button', { name: 'Change the competitions' }).click();
    await page.getByLabel('Most competitions per person').fill('1');
    await save.click();
    await expect(toast(page)).toContainText('1 entry breaks the rules now. If it has a place, it keeps it.');
    await page.goto(`${site.siteUrl}/admin?tab=tournaments&event=${id}&rules=broken&hide=none`);
    const row = page.getByRole('row').filter({ hasText: person.email });
    await expect(row).toContainText('A person may enter at most 1 event.');
    await expect(row).toContainText('Shirt size: M; I am 18 or older: Yes; Who may we thank?: My coach');
    await check(page, 'the entries that break a rule');
  });

  await test.step('the roster counts the entries, and a competition of it filters the list', async () => {
    const entries = page.getByRole('table', { name: 'Tournament registrations' });
    await page.goto(`${site.siteUrl}/admin?tab=tournaments&q=${encodeURIComponent(person.email)}`);
    const listed = entries.getByRole('row').filter({ hasText: person.email });
    await expect(listed).toContainText(`Asking ${word}`);
    await expect(listed.getByTitle('A person may enter at most 1 event.')).toHaveText('Rule broken');
    await page.goto(`${site.siteUrl}/admin?tab=tournaments&event=${id}`);
    const roster = page.getByRole('table', { name: 'Entries by competition and division' });
    const acting = roster.getByRole('row').filter({ hasText: 'Prepared Acting' });
    await expect(acting).toContainText('1 entered, 0 paid');
    await expect(roster.getByRole('row').filter({ hasText: 'Spontaneous Debate' })).toContainText('—');
    await check(page, 'the roster of a tournament');
    await roster.getByRole('link', { name: 'Spontaneous Debate' }).click();
    await expect(page.getByLabel('Competition', { exact: true })).toHaveValue('spontaneous_debate');
    await expect(page.getByText(person.email)).toHaveCount(0);
    await page.getByLabel('Competition', { exact: true }).selectOption('Prepared Acting');
    await page.getByLabel('Place', { exact: true }).selectOption('Held, not paid');
    await expect(page.getByText(person.email)).toBeVisible();
    await page.getByLabel('Place', { exact: true }).selectOption('Paid');
    await expect(page.getByText(person.email)).toHaveCount(0);
  });
});

test('a director sets a late price, and a visitor whose form showed the early one confirms the new price', async ({
  page,
  site,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeTournament(token, `Early ${word}`, site);
  const edit = `${site.siteUrl}/admin/events?edit=${id}`;
  const later = (number: number) => page.getByRole('group', { name: `Later price ${number}`, exact: true });
  const save = page.getByRole('button', { name: 'Save Event' });

  await test.step('the form refuses prices out of order, at their fields', async () => {
    await signInAsAdmin(page, site);
    await page.goto(edit);
    await page.getByRole('button', { name: 'Add a later price' }).click();
    await expect(later(1).getByLabel('From (New York time)')).toBeFocused();
    await later(1).getByLabel('From (New York time)').fill('2041-11-01T00:00');
    await later(1).getByLabel('Price from then').fill('20');
    await page.getByRole('button', { name: 'Add a later price' }).click();
    await later(2).getByLabel('From (New York time)').fill('2041-10-01T00:00');
    await save.click();
    await expect(later(2).getByText('Enter the price')).toBeVisible();
    await later(2).getByLabel('Price from then').fill('25');
    await save.click();
    await expect(later(2).getByText('It must be after the price above it begins')).toBeVisible();
    // The competitions stay folded: nothing is wrong with them.
    await expect(page.getByRole('button', { name: 'Change the competitions' })).toBeVisible();
    await check(page, 'the later prices of an event');
    await page.getByRole('button', { name: 'Remove later price 2' }).click();
    await save.click();
    await expect(toast(page)).toContainText('Event saved');
    await page.goto(edit);
    await expect(later(1).getByLabel('Price from then')).toHaveValue('20.00');
  });

  const dialog = page.getByRole('dialog');
  const person = newMember();
  const send = dialog.getByRole('button', { name: 'Register', exact: true });
  await test.step('the card and the form show both prices, on a phone as well', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await showOnly(page, id);
    await page.goto(`${site.siteUrl}/tournaments`);
    await expect(page.getByText('$15 until Nov 1, then $20 per tournament')).toBeVisible();
    await check(page, 'a tournament with a later price');
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
    await expect(dialog.getByText('$15 until Nov 1, 12:00 AM EDT, then $20 for the tournament')).toBeVisible();
    await dialog.getByLabel('Prepared Speech').check();
    await dialog.getByRole('radio', { name: /Development/ }).check({ force: true });
    await dialog.getByLabel('First name').fill(person.firstName);
    await dialog.getByLabel('Last name').fill(person.lastName);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByLabel('I agree to the liability waiver').check();
  });

  await test.step('the late price begins while the form is open, and the visitor confirms it', async () => {
    const { body: event } = await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token });
    const setup = { ...event.setup!, laterPrices: [{ from: '2024-10-01T04:00:00.000Z', price: 2_000 }] };
    const edited = await callApi(site, 'PUT', `/api/admin/events/${id}`, { body: editOf(event, { setup }), token });
    expect(edited.status).toBe(200);
    await send.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'The price is now $20. Send the form again to enter at this price.',
    );
    await expect(dialog.getByText('$20 for the tournament')).toBeVisible();
    await check(page, 'the form of an entry with another price', 'dialog[open]');
    await send.click();
    await expect(toast(page)).toContainText('Registration successful!');
    await expect(page.getByRole('button', { name: 'Pay $20 now' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('a director sets refunds by date, and a visitor reads them before paying', async ({ page, site }) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeTournament(token, `Refunds ${word}`, site);
  const edit = `${site.siteUrl}/admin/events?edit=${id}`;
  const refund = (number: number) => page.getByRole('group', { name: `Refund ${number}`, exact: true });
  const save = page.getByRole('button', { name: 'Save Event' });

  await test.step('the form refuses steps out of order, at their fields', async () => {
    await signInAsAdmin(page, site);
    await page.goto(edit);
    await page.getByRole('button', { name: 'Add a refund' }).click();
    await expect(refund(1).getByLabel('Until (New York time)')).toBeFocused();
    await refund(1).getByLabel('Until (New York time)').fill('2041-11-03T00:00');
    await refund(1).getByLabel('Percent refunded').fill('100');
    await page.getByRole('button', { name: 'Add a refund' }).click();
    await refund(2).getByLabel('Until (New York time)').fill('2041-11-10T00:00');
    await save.click();
    await expect(refund(2).getByText('Enter a whole number from 1 to 100')).toBeVisible();
    await refund(2).getByLabel('Percent refunded').fill('100');
    await save.click();
    await expect(refund(2).getByText('It must be before the event begins')).toBeVisible();
    await expect(refund(2).getByText('It must be lower than in the step above it')).toBeVisible();
    await check(page, 'the refunds of an event');
    await refund(2).getByLabel('Until (New York time)').fill('2041-11-08T12:00');
    await refund(2).getByLabel('Percent refunded').fill('50%');
    await save.click();
    await expect(toast(page)).toContainText('Event saved');
    await page.goto(edit);
    await expect(refund(2).getByLabel('Percent refunded')).toHaveValue('50');
  });

  const words = '100% until Nov 3, 12:00 AM EDT; 50% until Nov 8, 12:00 PM EST; nothing after that';
  const person = newMember();
  const dialog = page.getByRole('dialog');
  await test.step('the card, the entry form and the page of the payment link name them, on a phone as well', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await showOnly(page, id);
    await page.goto(`${site.siteUrl}/tournaments`);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await check(page, 'a tournament with refunds');
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
    await expect(dialog.getByText(`If you withdraw, we refund ${words}.`)).toBeVisible();
    await check(page, 'the form of an entry with refunds', 'dialog[open]');
    await page.unrouteAll({ behavior: 'wait' });
    const form = { eventId: id, division: 'development', events: ['prepared_speech'], waiver: true };
    const { body } = await callApi<{ payment: { token: string } }>(site, 'POST', '/api/tournament/register', {
      body: { ...form, firstName: person.firstName, lastName: person.lastName, email: person.email },
    });
    await page.goto(`${site.siteUrl}/pay?token=${body.payment.token}`);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await check(page, '/pay');
  });
});
