import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { tokenOf, unpaidMember, paidMember } from './member.ts';
import { expect, emailsTo, logIn, newMember, test, type NewMember, toast } from './site.ts';

const openForm = async (page: Page, siteUrl: string): Promise<Locator> => {
  await page.goto(`${siteUrl}/tournaments`);
  // Named by the tournament, so it is known when the form opens.
  await expect(page.getByText('Registration Open').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Register for the Online \w+ Classic Tournament$/ });
  await expect(dialog).toBeVisible();
  return dialog;
};

const fillEntry = async (
  dialog: Locator,
  person: Pick<NewMember, 'firstName' | 'lastName' | 'email'>,
): Promise<void> => {
  await dialog.getByLabel('First name').fill(person.firstName);
  await dialog.getByLabel('Last name').fill(person.lastName);
  await dialog.getByLabel('Email').fill(person.email);
  await dialog.getByLabel('Prepared Speech').check();
  await dialog.getByRole('radio', { name: /Professional/ }).check({ force: true });
  await dialog.getByLabel('I agree to the liability waiver').check();
};

const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Register', exact: true }).click();

test('a press on Register before the scripts have loaded opens the form', async ({ page, site }) => {
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/*.js', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`${site.siteUrl}/tournaments`, { waitUntil: 'commit' });
  const register = page.getByRole('main').getByText('Register', { exact: true }).first();
  await register.click();
  load();
  await expect(page.getByRole('dialog', { name: /^Register for/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(`${site.siteUrl}/tournaments`);
  await register.click();
  await expect(page.getByRole('dialog', { name: /^Register for/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a visitor enters a tournament with a form that names what is missing in order, and pays with the link in the email', async ({
  page,
  site,
}) => {
  const person = newMember();
  const dialog = await openForm(page, site.siteUrl);

  await test.step('each check in order, with the focus on its field', async () => {
    const refused = async (title: string, description: string) => {
      await send(dialog);
      await expect(toast(page)).toContainText(title);
      await expect(toast(page)).toContainText(description);
    };
    await refused('Missing information', 'Please fill out all required fields.');
    await expect(dialog.getByLabel('First name')).toBeFocused();
    for (const prompt of ['Enter your first name', 'Enter your last name', 'Enter your email address'])
      await expect(dialog.getByText(prompt, { exact: true })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('dialog[open]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    await dialog.getByLabel('First name').fill(person.firstName);
    await dialog.getByLabel('Last name').fill(person.lastName);
    await dialog.getByLabel('Email').fill('somebody');
    await refused('Invalid email', 'Please enter a valid email address.');
    await dialog.getByLabel('Email').fill(person.email);
    await refused('No events selected', 'Please select at least one event to compete in.');
    await dialog.getByLabel('Prepared Speech').check();
    await refused('Division required', 'Please select your competition division.');
    await dialog.getByRole('radio', { name: /Development/ }).check({ force: true });
    await refused('Waiver required', 'You must agree to the liability waiver to register.');
    await dialog.getByLabel('I agree to the liability waiver').check();
  });

  await test.step('the form keeps the typed text when it is closed', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).first().click();
    await expect(dialog.getByLabel('Email')).toHaveValue(person.email);
  });

  await test.step('is entered, and asked to check the mailbox', async () => {
    await send(dialog);
    await expect(toast(page)).toContainText('Registration successful!');
    await expect(toast(page)).toContainText('Check your email');
    await expect(dialog).toBeHidden();
  });

  await test.step('corrects a mistyped email address', async () => {
    const enteredDialog = page.getByRole('dialog', { name: 'You are entered: one step left' });
    await expect(enteredDialog.getByRole('button', { name: 'Pay $40 now' })).toBeVisible();
    await check(page, 'the dialog after entering');
    const { email } = newMember();
    await enteredDialog.getByLabel('We email you at').fill(email);
    await enteredDialog.getByRole('button', { name: 'Correct the email address' }).click();
    await expect(enteredDialog.getByText(`We sent the link to pay to ${email}.`)).toBeVisible();
    Object.assign(person, { email });
    await page.keyboard.press('Escape');
    await expect(enteredDialog).toBeHidden();
  });

  await test.step('pays with the link, and the page says so', async () => {
    const link = async () => {
      for (const { text } of await emailsTo(site, person.email)) {
        const found = /https?:\/\/\S+\/pay\?token=\S+/.exec(text)?.[0];
        if (found !== undefined) return found;
      }
      return undefined;
    };
    await expect.poll(link, 'the payment link in the email').toBeDefined();
    await page.goto((await link()) ?? '');
    await expect(page.getByRole('heading', { name: 'Complete your payment' })).toBeVisible();
    await expect(page.getByText(`${person.firstName} ${person.lastName}`)).toBeVisible();
    await check(page, 'the payment page');
    await page.getByRole('button', { name: 'Pay $40' }).click();
    await page.getByRole('button', { name: /^Pay \$40\.00/ }).click();
    await page.waitForURL('**/tournaments?session_id=*');
    await expect(page.getByText('Your entry is complete')).toBeVisible();
    await page.goto((await link()) ?? '');
    await expect(page.getByRole('heading', { name: 'This is paid' })).toBeVisible();
  });

  await test.step('is not entered twice', async () => {
    const again = await openForm(page, site.siteUrl);
    await fillEntry(again, person);
    await send(again);
    await expect(toast(page)).toContainText('Registration failed');
    await expect(toast(page)).toContainText('You are already registered for this tournament.');
    await expect(again.getByLabel('Email')).toHaveValue(person.email);
  });
});

test('a lost response does not enter anybody twice', async ({ page, site }) => {
  const person = newMember();
  const dialog = await openForm(page, site.siteUrl);
  await fillEntry(dialog, person);

  const keys: (string | undefined)[] = [];
  await page.route('**/api/tournament/register', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // It arrives, but its answer does not.
    await route.fetch();
    return route.abort('connectionreset');
  });
  // The browser's own word about the connection that this journey breaks.
  page.removeAllListeners('console');
  await send(dialog);
  await expect(dialog.getByText('The connection failed.')).toBeVisible();
  await send(dialog);
  await expect(toast(page)).toContainText('Registration successful!');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await expect.poll(async () => (await emailsTo(site, person.email)).length).toBe(1);
});

test('a member finds the form filled in, and pays the member price', async ({ page, site }) => {
  const member = await paidMember(site);
  await logIn(page, site, member);
  const dialog = await openForm(page, site.siteUrl);
  await expect(dialog.getByLabel('Email')).toHaveValue(member.email);
  await expect(dialog.getByLabel('First name')).toHaveValue(member.firstName);
  await expect(dialog.getByText('you pay $30')).toBeVisible();
  await fillEntry(dialog, member);
  await send(dialog);
  await expect(toast(page)).toContainText('Registration successful!');
  await expect
    .poll(async () =>
      (await emailsTo(site, member.email)).some(({ text }) => text.includes('/pay?token=') && text.includes('$30')),
    )
    .toBe(true);
  // The entry stays the account's although the mailbox is not verified: the account pays.
  await page.getByRole('button', { name: 'Pay $30 now' }).click();
  await page.getByRole('button', { name: /^Pay \$30\.00/ }).click();
  await page.waitForURL('**/tournaments?session_id=*');
  await expect(page.getByText('Your entry is complete')).toBeVisible();
  const token = await tokenOf(page);
  const entries = async () =>
    (await callApi<{ entry: { status: string } | null }[]>(site, 'GET', '/api/events/mine', { token })).body.flatMap(
      ({ entry }) => entry?.status ?? [],
    );
  await expect.poll(entries).toEqual(['paid']);
});

test('a signed-in person who pays another person’s entry sees that the other one is emailed', async ({
  page,
  site,
}) => {
  await logIn(page, site, await unpaidMember(site));
  const { email, firstName, lastName } = newMember();
  const body = { email, firstName, lastName, events: ['prepared_speech'], division: 'development', waiver: true };
  const entryResponse = await callApi<{ payment: { token: string } }>(site, 'POST', '/api/tournament/register', {
    token: await tokenOf(page),
    body,
  });
  await page.goto(`${site.siteUrl}/pay?token=${entryResponse.body.payment.token}`);
  await page.getByRole('button', { name: 'Pay $40' }).click();
  await page.getByRole('button', { name: /^Pay \$40\.00/ }).click();
  await page.waitForURL('**/tournaments?session_id=*');
  await expect(page.getByText('We emailed the person you paid for')).toBeVisible();
  await expect(page.getByText('in your mailbox')).toHaveCount(0);
  await expect(page.getByText(email)).toHaveCount(0);
});

test('an unknown payment link says so, and one that cannot be loaded offers to try again', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/pay?token=cut-off`);
  await expect(page.getByRole('heading', { name: 'This payment link does not work' })).toBeVisible();
  await page.goto(`${site.siteUrl}/pay`);
  await expect(page.getByText('It is not complete. Open it from our email again.')).toBeVisible();
  page.removeAllListeners('console');
  await page.route('**/api/payment-links/preview', (route) => route.abort('connectionreset'));
  await page.goto(`${site.siteUrl}/pay?token=cut-off`);
  await expect(page.getByText('The connection failed. You have not been charged.')).toBeVisible();
  await page.unroute('**/api/payment-links/preview');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This payment link does not work' })).toBeVisible();
});

test('the dates can be added to a calendar, and the rules can be downloaded', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/classes`);
  const run = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).first().click();
  const file = await (await run).path();
  const text = await readFile(file, 'utf8');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(4);
  expect((await run).suggestedFilename()).toMatch(/bootcamp\.ics$/);

  await page.goto(`${site.siteUrl}/tournaments`);
  const rules = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Rules' }).first().click();
  expect((await readFile(await (await rules).path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a visitor registers for the bootcamp, pays, and has a seat', async ({ page, site }) => {
  const email = `bootcamp+${randomUUID().slice(0, 8)}@example.com`;
  await page.goto(`${site.siteUrl}/classes`);
  await page.getByRole('link', { name: 'Register ($155)' }).first().click();
  await page.waitForURL('**/bootcamp-registration');
  const form = page.getByRole('form', { name: 'Bootcamp registration' });

  await test.step('missing values are named at their fields, and nothing typed is lost', async () => {
    await form.getByLabel('First name').fill('Ada');
    await form.getByLabel('Email').fill('ada@');
    await form.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(form.getByText('Last name is required')).toBeVisible();
    await expect(form.getByText('Please enter a valid email address')).toBeVisible();
    await expect(form.getByText('Please select your experience level')).toBeVisible();
    await expect(form.getByLabel('First name')).toHaveValue('Ada');
  });

  await test.step('an unknown code is reported at its field', async () => {
    await form.getByLabel('Last name').fill('Okafor');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Experience level').selectOption('beginner');
    await form.getByLabel('Promo code (optional)').fill('no-such-code');
    await form.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(toast(page)).toContainText('Checkout Failed');
    await expect(form.getByText('Invalid promo code')).toBeVisible();
    await form.getByLabel('Promo code (optional)').fill('');
  });

  await test.step('returns from the payment, and the form keeps everything', async () => {
    await form.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/bootcamp-registration');
    await expect(form.getByLabel('Email')).toHaveValue(email);
    await expect(form.getByLabel('Experience level')).toHaveValue('beginner');
  });

  await test.step('pays $155 and returns to the next steps', async () => {
    await form.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
    await expect(page.getByText('$155.00').first()).toBeVisible();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/bootcamp-success?session_id=cs_test_**');
    await expect(page.getByRole('heading', { name: 'Your seat is confirmed' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Email support' })).toHaveAttribute(
      'href',
      /^mailto:/,
    );
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
  });
});

test('a registration for a full run goes to the waitlist, and the form says so before the payment', async ({
  page,
  site,
}) => {
  const message =
    'The next run is full. You are number 3 on the waitlist, and we email you as soon as a seat is free for you.';
  await page.route('**/api/bootcamp-checkout', (route) =>
    route.fulfill({ json: { waitlisted: true, position: 3, message } }),
  );
  await page.route('**/api/events', async (route) => {
    const answer = await route.fetch();
    const events = (await answer.json()) as { type: string }[];
    const full = (event: { type: string }) =>
      event.type === 'bootcamp' ? { ...event, state: 'full', placesLeft: 0 } : event;
    await route.fulfill({ response: answer, json: events.map(full) });
  });
  await page.goto(`${site.siteUrl}/classes`);
  // In the hero, at the run and at the end of the page.
  await expect(page.getByRole('link', { name: 'Join the waitlist' })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Register ($155)' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Join the waitlist' }).first().click();
  await page.waitForURL('**/bootcamp-registration');
  const form = page.getByRole('form', { name: 'Bootcamp registration' });
  await expect(form.getByText('The run is full. You pay nothing now')).toBeVisible();
  await expect(form.getByText('Your seat is held')).toBeHidden();
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill('Okafor');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Experience level').selectOption('advanced');
  await form.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Registration Submitted' })).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText('You have not been charged.')).toBeVisible();

  await logIn(page, site, await unpaidMember(site));
  const card = page.getByRole('region', { name: 'Tournament Prep Bootcamp', exact: true });
  await expect(card).toContainText('0 seats left');
  await expect(card.getByRole('link', { name: 'Join the waitlist' })).toBeVisible();
});
