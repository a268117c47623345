import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, patiently, payAt } from '../src/testing/person.ts';
import { check } from './check.ts';
import {
  adminTokenOf,
  chooseForRow,
  emailsTo,
  expect,
  openInConsole,
  pressTwice,
  randomWord,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

/** So far ahead that it is never the next one of other journeys. */
const FAR = {
  datetime: '2041-11-09T17:00:00.000Z',
  endsAt: '2041-11-10T00:00:00.000Z',
  registrationDeadline: '2041-11-03T04:59:59.000Z',
};

const makeEvent = async (site: RunFile, token: string, fields: Record<string, unknown>): Promise<AdminEvent> => {
  const body = {
    description: 'Two rounds, one evening.',
    type: 'tournament',
    division: null,
    ...FAR,
    timezone: 'America/New_York',
    location: 'Zoom',
    zoomLink: null,
    capacity: null,
    price: 1_500,
    isActive: true,
    ...fields,
  };
  const answer = await callApi<{ event: AdminEvent }>(site, 'POST', '/api/admin/events', { body, token });
  expect(answer.status).toBe(201);
  return answer.body.event;
};

const edit = async (site: RunFile, token: string, id: string, fields: Record<string, unknown>) => {
  const { body: event } = await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token });
  const { id: _id, closedAt: _closedAt, state: _state, counts: _counts, ...body } = { ...event, ...fields };
  return callApi<{ event: AdminEvent }>(site, 'PUT', `/api/admin/events/${id}`, { body, token });
};

const enter = async (site: RunFile, eventId: string, email: string): Promise<void> => {
  const body = {
    firstName: 'Ada',
    lastName: 'Okafor',
    email,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
    eventId,
  };
  expect((await callApi(site, 'POST', '/api/tournament/register', { body })).status).toBe(201);
};

const searchFor = async (page: Page, word: string): Promise<void> => {
  await page.getByLabel('Search').fill(word);
  await page.waitForURL(`**q=${word}*`);
};

test('an event is made, found, edited, closed and opened again', async ({ page, site }) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const title = `Scrimmage ${word}`;
  const row = page.getByRole('row').filter({ hasText: title });
  const dialog = page.getByRole('dialog');
  await signInAsAdmin(page, site);
  await openInConsole(page, 'Tournaments', 'Events');
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();

  await test.step('the form names what is missing, field by field, and two presses create one event', async () => {
    await page.getByRole('link', { name: 'New Event' }).click();
    const create = page.getByRole('button', { name: 'Create Event' });
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('40.00');
    await page.getByLabel('Kind').selectOption('bootcamp');
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('155.00');
    await page.getByLabel('Kind').selectOption('tournament');
    await page.getByLabel('Price', { exact: true }).fill('');
    await create.click();
    for (const message of ['Enter a title', 'Enter a description', 'Enter when the event begins', 'Enter the price']) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Description').fill('Two rounds, one evening.');
    await page.getByLabel('Time zone').fill('EST');
    await page.getByLabel('Begins').fill('2041-11-09T12:00');
    await page.getByLabel('Ends').fill('2041-11-09T11:00');
    await page.getByLabel('Registration deadline').fill('2041-11-10T12:00');
    await page.getByLabel('Number of places').fill('1');
    await page.getByLabel('Price', { exact: true }).fill('15');
    await create.click();
    await expect(page.getByText('Choose a time zone from the list')).toBeVisible();
    await expect(page.getByText('Enter when the event ends')).toBeHidden();
    await page.getByLabel('Time zone').fill('America/New_York');
    await create.click();
    for (const message of [
      'The event must end after it begins',
      'The registration deadline must be before the event begins',
    ])
      await expect(page.getByText(message)).toBeVisible();
    await page.getByLabel('Ends').fill('2041-11-09T19:00');
    await page.getByLabel('Registration deadline').fill('2041-11-02T23:59');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/admin/events') sent += 1;
    });
    await pressTwice(create);
    await expect(toast(page)).toContainText('Event created');
    expect(sent).toBe(1);
    await searchFor(page, word);
    for (const text of ['Nov 9, 2041', '12:00 PM EST', 'Open', '0 of 1', '$15.00'])
      await expect(row).toContainText(text);
  });

  const id = (await callApi<AdminEvent[]>(site, 'GET', `/api/admin/events?q=${word}`, { token })).body[0]!.id;
  const [first, second] = [`first.${word}@example.com`, `second.${word}@example.com`];

  await test.step('more places move people up from the waitlist, with a message', async () => {
    await enter(site, id, first);
    await enter(site, id, second);
    await page.reload();
    for (const text of ['Sold out', '1 of 1, 0 paid, 1 on the waitlist']) await expect(row).toContainText(text);
    await chooseForRow(page, title, 'Edit');
    await expect(page.getByText('1 person is registered, and 1 is on the waitlist.')).toBeVisible();
    await page.getByLabel('Number of places').fill('2');
    await page.getByLabel('Begins').fill('2041-11-09T13:00');
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(toast(page)).toContainText('2 people are registered');
    await expect(toast(page)).toContainText('1 person from the waitlist has a place now');
    await expect(page.getByRole('heading', { level: 2 })).toBeHidden();
    await searchFor(page, word);
    for (const text of ['1:00 PM EST', '2 of 2, 0 paid']) await expect(row).toContainText(text);
    // On the waitlist, with a place, and the new time.
    await expect.poll(async () => (await emailsTo(site, second)).length).toBe(3);
  });

  await test.step('fewer places than are taken are refused beside the field', async () => {
    await row.getByRole('link', { name: title, exact: true }).click();
    await page.getByLabel('Number of places').fill('1');
    await page.getByLabel('Shown on the site').uncheck();
    await page.getByRole('button', { name: 'Save Event' }).click();
    await expect(page.getByText('2 places are taken already')).toBeVisible();
    await expect(page.getByText('2 people are registered and would no longer find it on the site.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('closed after a confirmation that says how many are registered, and opened again', async () => {
    await searchFor(page, word);
    await chooseForRow(page, title, 'Close registration');
    await expect(dialog.getByRole('heading', { name: `Close registration for ${title}?` })).toBeVisible();
    await expect(dialog.getByText('2 people are registered')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toContainText('Sold out');
    await chooseForRow(page, title, 'Close registration');
    await pressTwice(dialog.getByRole('button', { name: 'Close registration' }));
    await expect(toast(page)).toContainText('Registration closed');
    await expect(row).toContainText('Closed');
    const body = {
      firstName: 'Ada',
      lastName: 'Late',
      email: `late.${word}@example.com`,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
      eventId: id,
    };
    expect((await callApi(site, 'POST', '/api/tournament/register', { body })).status).toBe(409);
    await chooseForRow(page, title, 'Reopen registration');
    await dialog.getByRole('button', { name: 'Reopen registration' }).click();
    await expect(toast(page)).toContainText('Registration reopened');
    await expect(row).toContainText('Sold out');
  });

  await test.step('every change is recorded once', async () => {
    await page.goto(`${site.siteUrl}/admin/activity`);
    const record = page.getByRole('table', { name: 'Activity' });
    for (const action of ['Create event', 'Edit event', 'Close event', 'Reopen event']) {
      await expect(record.getByRole('row').filter({ hasText: title }).filter({ hasText: action })).toHaveCount(1);
    }
  });
});

test('another administrator’s save is shown beside what was typed, and nothing is overwritten unasked', async ({
  page,
  site,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeEvent(site, token, { title: `Shared ${word}` });
  const now = async () => (await callApi<AdminEvent>(site, 'GET', `/api/admin/events/${id}`, { token })).body;
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/events?edit=${id}`);
  const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
  const save = page.getByRole('button', { name: 'Save Event' });

  await test.step('their changes are merged into the form, beside the fields that were typed here', async () => {
    await page.getByLabel('Title').fill(`Mine ${word}`);
    await page.getByLabel('Price', { exact: true }).fill('20');
    await edit(site, token, id, { price: 2_500 });
    await save.click();
    await expect(conflict).toBeVisible();
    await expect(save).toBeHidden();
    for (const text of ['Price', '$25.00', '$20.00'])
      await expect(conflict.getByText(text, { exact: true })).toBeVisible();
    // A field that only this form changes is no conflict.
    await expect(conflict.getByText('Title', { exact: true })).toBeHidden();
    await expect(page.getByLabel('Title')).toHaveValue(`Mine ${word}`);
    await conflict.getByRole('button', { name: 'Use their version' }).click();
    await expect(conflict).toBeHidden();
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('25.00');
    await expect(page.getByLabel('Title')).toHaveValue(`Mine ${word}`);
    expect((await now()).title).toBe(`Shared ${word}`);
  });

  await test.step('my changes overwrite theirs after a confirmation', async () => {
    await edit(site, token, id, { title: `Theirs ${word}`, description: 'They wrote this.' });
    await save.click();
    for (const text of [`Theirs ${word}`, `Mine ${word}`, 'They wrote this.'])
      await expect(conflict.getByText(text, { exact: true })).toBeVisible();
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(toast(page)).toContainText('Event saved');
    expect(await now()).toMatchObject({
      title: `Mine ${word}`,
      description: 'Two rounds, one evening.',
      price: 2_500,
      version: 4,
    });
  });
});

test('a quarter is previewed, and an event copied into the next one once', async ({ page, site }) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const { id } = await makeEvent(site, token, { title: `Fall Open ${word}` });
  const row = page.getByRole('row').filter({ hasText: `Winter Open ${word}` });
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/events?q=${word}`);

  await test.step('the same local time, under the next season’s name', async () => {
    await chooseForRow(page, `Fall Open ${word}`, 'Copy');
    for (const text of [`Fall Open ${word}`, 'Feb 8, 2042', '12:00 PM EST', 'New'])
      await expect(row).toContainText(text);
    const make = page.getByRole('button', { name: 'Create 1 event' });
    await pressTwice(make);
    await expect(toast(page)).toContainText('1 event has been created.');
    await searchFor(page, word);
    await expect(row).toContainText('Open');
    await expect(page.getByText('2 events', { exact: true })).toBeVisible();
  });

  await test.step('a second time, there is nothing to copy', async () => {
    await page.goto(`${site.siteUrl}/admin/events?copy=${id}`);
    await expect(row).toContainText('Already exists');
    await expect(page.getByText('This event is in the next quarter already.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nothing to copy' })).toBeDisabled();
  });

  await test.step('a copied quarter creates no event that the next one already has', async () => {
    await page.goto(`${site.siteUrl}/admin/events?copy=quarter`);
    await page.getByLabel('Quarter', { exact: true }).selectOption('2027-Q1');
    const table = page.getByRole('table', { name: 'Events to create' });
    await expect(table.getByRole('row').filter({ hasText: 'Online Winter Classic' })).toContainText('Already exists');
    await expect(
      table
        .getByRole('row')
        .filter({ hasText: 'Online Winter Classic' })
        .getByRole('link', { name: 'Online Spring Classic' }),
    ).toBeVisible();
  });
});

test('bootcamp registrations show seats and the waitlist, are exported, and deleted without changing their payment', async ({
  page,
  site,
}) => {
  const word = randomWord();
  const email = `${word}@example.com`;
  const body = {
    firstName: 'Ada',
    lastName: `Okafor ${word}`,
    email,
    phone: '555 0100',
    experienceLevel: 'beginner',
    goals: 'To speak without notes',
  };
  const { checkoutUrl } = (await callApi<{ checkoutUrl: string }>(site, 'POST', '/api/bootcamp-checkout', { body }))
    .body;
  const row = page.getByRole('row').filter({ hasText: email });
  const dialog = page.getByRole('dialog');
  await signInAsAdmin(page, site);
  await page.getByRole('link', { name: 'Bootcamps', exact: true }).click();
  await searchFor(page, word);
  for (const text of [`Ada Okafor ${word}`, 'Bootcamp', 'Awaiting payment', '$155.00 due', 'Beginner'])
    await expect(row).toContainText(text);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Goals' }).click();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('To speak without notes');

  await test.step('found by status', async () => {
    await page.getByLabel('Status').selectOption('Paid');
    await expect(page.getByText('No registrations match')).toBeVisible();
    await page.getByLabel('Status').selectOption('Awaiting payment');
    await expect(row).toBeVisible();
  });

  await test.step('exported as a file of that view, with its columns', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Seat held' }).click();
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^bootcamp-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('"Name","Email","Bootcamp","Begins","Status","Payment","Experience","Registered","Goals"');
    for (const text of [email, 'Awaiting payment', '155.00 due', 'To speak without notes'])
      expect(lines[1]).toContain(text);
  });

  await test.step('deleted while its payment page is open, which then takes no payment', async () => {
    await chooseForRow(page, `Ada Okafor ${word}`, 'Delete');
    await expect(dialog.getByText('It is not paid yet')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page)).toContainText('Registration deleted');
    await expect(row).toBeHidden();
    await patiently('the end of the page', async () =>
      expect(await (await fetch(checkoutUrl)).text()).toContain('This checkout has expired'),
    );
  });

  await test.step('deleted once it is paid, by two presses once, and its payment stays', async () => {
    // The person registers again.
    await payAt(
      (await callApi<{ checkoutUrl: string }>(site, 'POST', '/api/bootcamp-checkout', { body })).body.checkoutUrl,
    );
    await page.getByLabel('Status').selectOption('Paid');
    await patiently('being paid', async () => {
      await page.reload();
      await expect(row).toContainText('$155.00 paid', { timeout: 5_000 });
    });
    await chooseForRow(page, `Ada Okafor ${word}`, 'Delete');
    await expect(dialog.getByText('refunds nothing of the payment of $155.00.')).toBeVisible();
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent += 1;
    });
    await pressTwice(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await expect(toast(page)).toContainText('$155.00 of its payment is not refunded automatically');
    await expect(row).toBeHidden();
    expect(sent).toBe(1);
    // The person may register again.
    expect(
      (await callApi<{ checkoutUrl?: string }>(site, 'POST', '/api/bootcamp-checkout', { body })).body.checkoutUrl,
    ).toBeDefined();
  });
});

test('staff select many entries of a tournament and delete them', async ({ page, site }) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const event = await makeEvent(site, token, { title: `Crowded ${word}` });
  const people = ['a', 'b', 'c'].map((name) => `${name}.${word}@example.com`);
  for (const email of people) await enter(site, event.id, email);
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin?tab=tournaments&q=${word}`);
  const all = page.getByRole('checkbox', { name: 'Select all 3 shown' });
  await expect(all).not.toBeChecked();
  await expect(page.getByRole('button', { name: /selected$/ })).toHaveCount(0);

  await test.step('some are kept, also when the administrator cancels the deletion', async () => {
    await page.getByRole('row').filter({ hasText: people[0] }).getByRole('checkbox').check();
    await page.getByRole('row').filter({ hasText: people[1] }).getByRole('checkbox').check();
    await expect(all).not.toBeChecked();
    await page.getByRole('button', { name: 'Delete 2 selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 registrations?' });
    await expect(dialog.getByText('Each person is emailed')).toBeVisible();
    await check(page, '/admin, deleting many');
    await dialog.getByRole('button', { name: 'Keep them' }).click();
    await expect(page.getByRole('button', { name: 'Delete 2 selected' })).toBeVisible();
  });

  await test.step('registrations that another administrator deleted meanwhile are counted', async () => {
    const { items } = (
      await callApi<{ items: { id: string; email: string }[] }>(
        site,
        'GET',
        `/api/admin/tournament-registrations?limit=10&q=${word}`,
        { token },
      )
    ).body;
    await callApi(
      site,
      'DELETE',
      `/api/admin/tournament-registrations/${items.find(({ email }) => email === people[1])!.id}`,
      { token },
    );
    await page.getByRole('button', { name: 'Delete 2 selected' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog.getByText('Type 2 to delete 2 registrations')).toBeVisible();
    const number = dialog.getByLabel('How many are deleted');
    await expect(number).toBeFocused();
    await number.fill('2');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page)).toContainText('1 registration deleted. 1 registration had been deleted already.');
    await expect(page.getByText('1 registration', { exact: true })).toBeVisible();
    await expect
      .poll(async () => (await emailsTo(site, people[0]!)).map(({ subject }) => subject))
      .toContain(`Your registration was removed: Crowded ${word}`);
  });

  await test.step('the rest is deleted with one press, and nothing is left to select', async () => {
    await page.getByRole('checkbox', { name: 'Select all 1 shown' }).check();
    await page.getByRole('button', { name: 'Delete 1 selected' }).click();
    await page
      .getByRole('dialog', { name: 'Delete 1 registration?' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });
});
