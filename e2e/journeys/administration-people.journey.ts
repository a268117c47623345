import { setTimeout as pause } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import type { PersonTimeline } from '@lectern/contracts/system/people-http';
import type { RunFile } from '@lectern/tools/local/run-file';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, newRegistration, patiently, payAt, registerPerson } from '../src/testing/person.ts';
import { check } from './check.ts';
import {
  adminTokenOf,
  bounce,
  expect,
  logIn,
  openInConsole,
  pressTwice,
  randomWord,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

/** A member who paid, entered a tournament and reads the newsletter, and is in every list. */
const knownMember = async (site: RunFile, lastName: string) => {
  const registration = { ...newRegistration(), firstName: 'Ada', lastName };
  const { email } = registration;
  await payAt(await registerPerson(site, registration));
  expect((await callApi(site, 'POST', '/api/newsletter', { body: { email } })).status).toBe(200);
  const entry = {
    firstName: 'Ada',
    lastName,
    email,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  };
  expect((await callApi(site, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
  const token = await adminTokenOf(site);
  await patiently('the lists to know them', async () => {
    const { body: list } = await callApi<{ items: { from: string[] }[] }>(
      site,
      'GET',
      `/api/admin/people/list?limit=1&status=active&q=${encodeURIComponent(email)}`,
      { token },
    );
    const sources = ['account', 'debate_club', 'tournaments', 'newsletter'];
    if (sources.some((source) => list.items[0]?.from.includes(source) !== true)) throw new Error('Not yet');
  });
  return registration;
};

test('an administrator finds a person, reads their data, and deactivates and reactivates them', async ({
  page,
  site,
  browser,
}) => {
  const lastName = randomWord();
  const member = await knownMember(site, lastName);
  const name = `Ada ${lastName}`;
  const elsewhere = await (await browser.newContext()).newPage();
  await logIn(elsewhere, site, member);
  await signInAsAdmin(page, site);

  await test.step('found by a part of the name', async () => {
    await openInConsole(page, 'People', 'All people');
    const list = page.getByRole('region', { name: 'People' });
    await list.getByLabel('Search').fill(lastName.toLowerCase());
    const row = list.getByRole('row').filter({ hasText: member.email });
    for (const source of ['Account', 'Debate Club', 'Tournaments', 'Newsletter'])
      await expect(row).toContainText(source);
    await list.getByLabel('Membership').selectOption('Cancelled');
    await expect(list.getByText('No people match')).toBeVisible();
    await list.getByLabel('Membership').selectOption('Active');
    await expect(row).toContainText('Monthly');
    await row.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${name} `));
    await expect(page.getByText('Active member')).toBeVisible();
  });

  await test.step('read, and filtered to one kind by keyboard', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    for (const reported of ['Opened an account', 'Membership began', 'Paid $95.00', 'Subscribed to the newsletter'])
      await expect(timeline.getByText(reported)).toBeVisible();
    const payments = page.getByRole('button', { name: /^Payments/ });
    await payments.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**kind=payments**');
    await expect(payments).toHaveAttribute('aria-pressed', 'true');
    await expect(timeline.getByText('Subscribed to the newsletter')).toBeHidden();
    await expect(timeline.getByText('Paid $95.00')).toBeVisible();
    await page.getByRole('button', { name: /^Everything/ }).click();
  });

  const dialog = page.getByRole('dialog');
  const registrations = page.getByRole('region', { name: 'Registrations' });
  const entry = registrations.getByRole('row').filter({ hasText: 'Tournament' });
  await test.step('corrected in every list, and beside another administrator without overwriting', async () => {
    const second = await (await browser.newContext()).newPage();
    await signInAsAdmin(second, site);
    await second.goto(page.url());
    await second.getByRole('button', { name: 'Correct Details' }).click();
    await page.getByRole('button', { name: 'Correct Details' }).click();
    await dialog.getByLabel('First name').fill('Adah');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: `Adah ${lastName}` })).toBeVisible();
    await expect(page.getByText('First name: Ada → Adah')).toBeVisible();

    const theirs = second.getByRole('dialog');
    await theirs.getByLabel('First name').fill('Adda');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(theirs.getByRole('heading', { name: 'Somebody else saved first' })).toBeVisible();
    await expect(theirs.getByRole('row').filter({ hasText: 'First name' })).toContainText('Adah');
    await theirs.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(theirs).toBeHidden();
    await expect(second.getByRole('heading', { name: `Adda ${lastName}` })).toBeVisible();
    await second.close();

    await expect(async () => {
      await page.reload();
      await expect(entry).toContainText(`Adda ${lastName}`, { timeout: 2_000 });
    }).toPass();
    // Registrations store the name by event, after the page was requested again.
    await page.getByRole('button', { name: 'Correct Details' }).click();
    await dialog.getByLabel('First name').fill('Ada');
    const late = async (route: Route) => {
      const response = await route.fetch();
      const body = (await response.json()) as PersonTimeline;
      const rows = body.person?.registrations.map((row) => ({ ...row, firstName: 'Adda' }));
      await route.fulfill({ response, json: { ...body, person: { ...body.person, registrations: rows } } });
    };
    await page.route('**/api/admin/people/timeline?*', late, { times: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(entry).toContainText(name);
  });

  await test.step('corrected in one registration', async () => {
    await entry.getByRole('button', { name: /^Correct/ }).click();
    await dialog.getByLabel('Phone').fill('+1 555 0100');
    await dialog.getByLabel('First name').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter the first name')).toBeVisible();
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(entry).toContainText('+1 555 0100');
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('Phone: empty → +1 555 0100')).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  await test.step('seen as the member sees the site, where nothing can be changed', async () => {
    const banner = page.getByRole('complementary', { name: 'View as member' });
    await page.getByRole('button', { name: 'View as Member' }).click();
    await dialog.getByLabel('Reason').fill('They see no entry');
    await check(page, '/admin/people, “View as Member”', 'dialog[open]');
    await pressTwice(dialog.getByRole('button', { name: 'View as Member' }));
    await page.waitForURL('**/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
    await expect(banner).toContainText(`You see this as ${name}. You can only read pages.`);
    await check(page, '/dashboard, seen as a member');
    for (const path of ['/member/resources', '/account/subscription', '/recordings']) {
      await page.goto(site.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(banner).toBeVisible();
    }
    await page.goto(`${site.siteUrl}/account/settings`);
    await page.getByLabel('First name').fill('Eve');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page)).toContainText('can only read pages');
    await page.goto(`${site.siteUrl}/contact`);
    await banner.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/admin/people?email=*');
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(banner).toHaveCount(0);
    await expect(page.getByText('Administration: View as member')).toHaveCount(1);
    await expect(page.getByText('Reason: They see no entry')).toHaveCount(1);
    // The browser has no login as a member, neither its own nor this one.
    const left = () => [localStorage.getItem('userToken'), sessionStorage.getItem('viewToken')];
    expect(await page.evaluate(left)).toEqual([null, null]);
  });

  await test.step('tagged, by keyboard and in the spelling that others have, and untagged', async () => {
    const tags = page.getByRole('region', { name: 'Tags' });
    const tag = `judge ${randomWord()}`;
    await callApi(site, 'POST', '/api/admin/people/tags', {
      token: await adminTokenOf(site),
      body: { email: 'another.judge@example.com', tag },
    });
    await tags.getByRole('button', { name: 'Add tag' }).click();
    await expect(tags.getByText('Enter a tag')).toBeVisible();
    for (const typed of [tag.toUpperCase(), `new  ${tag}`]) {
      await tags.getByLabel('Tag', { exact: true }).fill(typed);
      await page.keyboard.press('Enter');
      await expect(tags.getByLabel('Tag', { exact: true })).toHaveValue('');
      await expect(tags.getByLabel('Tag', { exact: true })).toBeFocused();
    }
    await expect(tags.getByRole('listitem')).toHaveText([tag, `new ${tag}`]);
    await pressTwice(tags.getByRole('button', { name: `Remove the tag ${tag}`, exact: true }));
    await expect(tags.getByRole('listitem')).toHaveText([`new ${tag}`]);
    // The list shows everyone who has the tag.
    await tags.getByRole('link', { name: `new ${tag}` }).click();
    const list = page.getByRole('region', { name: 'People' });
    await expect(list.getByLabel('Tag')).toHaveValue(`new ${tag}`);
    await expect(list.getByText('1 person')).toBeVisible();
    await list.getByRole('row').filter({ hasText: member.email }).getByRole('link', { name: member.email }).click();
    await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Remove tag')).toHaveCount(1);
  });

  await test.step('noted about, for other administrators and in the member’s own data', async () => {
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByText('Enter a note')).toBeVisible();
    await notes.getByLabel('Note', { exact: true }).fill('Asked about <b>judging</b>');
    await pressTwice(notes.getByRole('button', { name: 'Add note' }));
    await expect(notes.getByText('Asked about <b>judging</b>')).toHaveCount(1);
    await expect(notes.getByLabel('Note', { exact: true })).toHaveValue('');
    await notes.getByLabel('Note', { exact: true }).fill('Written about somebody else');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByRole('listitem')).toHaveCount(2);
    await notes
      .getByRole('listitem')
      .filter({ hasText: 'somebody else' })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toBeHidden();
    await expect(notes.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('given another email, which changes nothing before its mailbox confirms it', async () => {
    const meant = `meant+${lastName.toLowerCase()}@example.com`;
    await page.getByRole('button', { name: 'Change Email' }).click();
    await dialog.getByLabel('New email').fill(member.email);
    await dialog.getByLabel('Reason').fill('Mistyped it');
    await dialog.getByLabel('Current password').fill(site.admin.password);
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await expect(dialog.getByText('This is the email of the account already')).toBeVisible();
    await dialog.getByLabel('New email').fill(meant);
    await dialog.getByRole('button', { name: 'Send the link' }).click();
    await expect(toast(page)).toContainText(`We emailed a link to ${meant}`);
    await expect(dialog).toBeHidden();
    await expect(page.getByText('New email, not confirmed yet')).toBeVisible();
    await expect(page.getByText('Reason: Mistyped it')).toBeVisible();
  });

  await test.step('deactivated once, with a reason, by two presses', async () => {
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByRole('heading')).toHaveText(`Deactivate ${name}?`);
    await expect(dialog).toContainText('Their membership is not charged again while the account is deactivated');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByText('Please give a reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Asked for it on the phone');
    await pressTwice(dialog.getByRole('button', { name: 'Deactivate' }));
    await expect(toast(page)).toContainText(`${name} has been logged out everywhere`);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Deactivated [A-Z]/)).toBeVisible();
    await expect(page.getByText('Deactivate member')).toHaveCount(1);
    await expect(page.getByText('Reason: Asked for it on the phone')).toBeVisible();
  });

  await test.step('the member is signed out immediately, and a sign-in with the right password says why', async () => {
    await elsewhere.goto(`${site.siteUrl}/dashboard`);
    await elsewhere.waitForURL('**/login**');
    await elsewhere.getByLabel('Email').fill(member.email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(member.password);
    await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(elsewhere.getByText('This account has been deactivated. Please contact us.').first()).toBeVisible();
  });

  await test.step('reactivated, they sign in again', async () => {
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await dialog.getByLabel('Reason').fill('Settled');
    await dialog.getByRole('button', { name: 'Reactivate' }).click();
    await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible();
    await logIn(elsewhere, site, member);
  });
});

test('staff send the confirmation email without which a merge is refused', async ({ page, site }) => {
  const member = newRegistration();
  await registerPerson(site, member);
  const guest = `guest.${randomWord().toLowerCase()}@example.com`;
  expect((await callApi(site, 'POST', '/api/newsletter', { body: { email: guest } })).status).toBe(200);
  await signInAsAdmin(page, site);
  await expect(async () => {
    await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(guest)}`);
    await expect(page.getByRole('button', { name: 'Merge Person' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Merge Person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The other email').fill(member.email);
  await dialog.getByRole('button', { name: 'Compare' }).click();
  const lead = dialog.getByRole('link', { name: `Send the confirmation email from the page of ${member.email}` });
  await expect(lead).toBeVisible();
  await check(page, 'a merge that waits for a confirmation', 'dialog[open]');
  await lead.click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Send Confirmation Email' }).click();
  await expect(toast(page)).toContainText(`We emailed a link to ${member.email}.`);
  expect((await emailTo(site, member.email, 'Confirm your email address')).text).toContain('/confirm-email?token=');
});

test('two addresses of one person are suggested, kept apart, and merged after a preview', async ({ page, site }) => {
  const lastName = randomWord();
  const [kept, old] = ['ada', 'a.lovelace'].map((local) => `${local}.${lastName.toLowerCase()}@example.com`) as [
    string,
    string,
  ];
  for (const email of [kept, old]) {
    const body = { name: `Ada ${lastName}`, email, message: 'When does the club meet this week?' };
    expect((await callApi(site, 'POST', '/api/contact', { body })).status).toBe(201);
  }
  await signInAsAdmin(page, site);
  const list = page.getByRole('region', { name: 'People' });
  await expect(async () => {
    await page.goto(`${site.siteUrl}/admin/people?duplicates=possible&q=${lastName.toLowerCase()}`);
    await expect(list.getByText('2 people')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await list.getByRole('link', { name: kept }).click();
  const section = page.getByRole('region', { name: /same person/ });
  await expect(section).toContainText(`Ada ${lastName}, no account: same full name`);
  await section.getByRole('button', { name: 'Not the Same' }).click();
  await expect(page.getByRole('heading', { name: 'Not the same person' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Possibly the same person' })).toBeVisible();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Merge Person' }).click();
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await expect(dialog.getByText('Enter the email address')).toBeVisible();
  await dialog.getByLabel('The other email').fill(kept);
  await dialog.getByRole('button', { name: 'Compare' }).click();
  await expect(dialog.getByText('Choose the email address of another person')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await section.getByRole('button', { name: `Merge with ${old}` }).click();
  await expect(dialog).toContainText(`Everything of Ada ${lastName} (${old}) moves to Ada ${lastName} (${kept})`);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Newsletter and emails' })).toContainText('1 message');
  await check(page, 'the preview of a merge', 'dialog[open]');
  await dialog.getByRole('button', { name: 'Merge for good' }).click();
  await expect(dialog.getByText(`Type the email address ${old}`)).toBeVisible();
  await dialog.getByLabel(`Type ${old} to confirm`).fill(old);
  await pressTwice(dialog.getByRole('button', { name: 'Merge for good' }));
  await expect(page.getByRole('heading', { name: 'People merged' })).toBeVisible();
  await page.getByRole('link', { name: kept }).click();
  await expect(async () => {
    await page.reload();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByText('When does the club meet this week?')).toHaveCount(2, { timeout: 2_000 });
    await expect(timeline.getByText('Merge people')).toHaveCount(1);
    // The list follows within seconds.
    await expect(section).toBeHidden({ timeout: 2_000 });
  }).toPass();
});

test('the lists lead to a person’s page, which says so when an address is unknown', async ({ page, site }) => {
  const lastName = randomWord();
  const member = await knownMember(site, lastName);
  await signInAsAdmin(page, site);
  for (const tab of ['Debate Club', 'Tournaments', 'Newsletter']) {
    await page.goto(`${site.siteUrl}/admin`);
    await page.getByRole('tab', { name: tab }).click();
    await page.getByLabel('Search').fill(member.email);
    await page.waitForURL('**/admin?*q=*');
    await page.getByRole('row').getByRole('link', { name: member.email }).click();
    await expect(page.getByRole('heading', { name: `Ada ${lastName}` })).toBeVisible();
  }
  // A search that is about to begin does not navigate back after the administrator has moved on, however slowly the page loads.
  await page.goto(`${site.siteUrl}/admin?tab=newsletter&q=${encodeURIComponent(member.email)}`);
  await page.route('**/assets/*.js', async (route) => {
    // Longer than the list waits for the end of what is typed (250 ms).
    await pause(400);
    await route.continue();
  });
  const link = page.getByRole('row').getByRole('link', { name: member.email });
  await expect(link).toBeVisible();
  await page.getByLabel('Search').press('End');
  await page.getByLabel('Search').press('x');
  // Before the list waits no longer.
  await link.evaluate((element: HTMLAnchorElement) => element.click());
  await expect(page.getByRole('heading', { name: `Ada ${lastName}` })).toBeVisible();
  await page.unroute('**/assets/*.js');

  await page.goto(`${site.siteUrl}/admin/people?email=nobody.at.all@example.com`);
  await expect(page.getByText('No one has this email address')).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/people?q=nobody.at.all@example.com`);
  await expect(page.getByText('No people match')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Look for payments and emails of this address' })).toBeVisible();
});

test('an administrator corrects the name of a person without an account in each registration, and erases them', async ({
  page,
  site,
}) => {
  const lastName = randomWord();
  const email = `guest+${lastName.toLowerCase()}@example.com`;
  const person = { firstName: 'Jonh', lastName, email };
  const entry = { ...person, events: ['prepared_speech'], division: 'development', waiver: true };
  expect((await callApi(site, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
  const seat = { ...person, experienceLevel: 'beginner' };
  expect((await callApi(site, 'POST', '/api/bootcamp-checkout', { body: seat })).status).toBeLessThan(300);
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(email)}`);
  const rows = page.getByRole('region', { name: 'Registrations' }).getByRole('row');
  await rows
    .filter({ hasText: 'Bootcamp' })
    .getByRole('button', { name: /^Correct/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('John');
  await dialog.getByLabel(`Change the name in the other registrations of Jonh ${lastName} too (1)`).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.filter({ hasText: `John ${lastName}` })).toHaveCount(2);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('First name: Jonh → John')).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await test.step('moved to the mailbox that was meant, and back', async () => {
    const meant = `meant.${email}`;
    const correctEntry = async (to: string) => {
      const entry = rows.filter({ hasText: 'Tournament, ' });
      await entry.getByRole('button', { name: /^Correct/ }).click();
      await dialog.getByLabel('Email').fill(to);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await correctEntry('meant');
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
    await dialog.getByLabel('Email').fill(meant);
    await pressTwice(dialog.getByRole('button', { name: 'Save' }));
    await expect(toast(page)).toContainText(`It is on the page of ${meant} now.`);
    await expect(toast(page).getByRole('link', { name: 'Open the page of the new email' })).toHaveAttribute(
      'href',
      `/admin/people?email=${encodeURIComponent(meant)}`,
    );
    await expect(rows.filter({ hasText: 'Tournament, ' })).toHaveCount(0);
    await emailTo(site, meant, ({ subject }) => subject.startsWith('Your registration: '));
    await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(meant)}`);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(`Email: ${email} → ${meant}`)).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await correctEntry(email);
    await expect(dialog).toBeHidden();
    await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(email)}`);
    await expect(rows).toHaveCount(3);
  });

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await check(page, `/admin/people, a person at ${width}`);
  }

  await test.step('downloaded for the person', async () => {
    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Data' }).click();
    const file = await readFile(await (await arrives).path(), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ registrations: { tournamentEntries: [{ email, firstName: 'John' }] } });
  });

  await test.step('erased once the email address is typed, and followed until every part confirmed', async () => {
    await page.getByRole('button', { name: 'Erase Person' }).click();
    await expect(dialog.getByText('Their registrations (2) are erased, in every name')).toBeVisible();
    const typed = dialog.getByLabel(`Type ${email} to confirm`);
    await typed.fill(lastName);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(`Type the email address ${email}`)).toBeVisible();
    await check(page, '/admin/people, “Erase Person” at 360');
    await typed.fill(email.toUpperCase());
    await pressTwice(dialog.getByRole('button', { name: 'Erase for good' }));
    await page.waitForURL('**erasure=**');
    expect(page.url()).not.toContain(lastName.toLowerCase());
    await expect(page.getByRole('heading', { name: 'Person erased' })).toBeVisible();
    await check(page, '/admin/people, an erasure at 360');
    await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(email)}`);
    // The page names the email address that was asked for, and nothing else of the person.
    await expect(page.getByText('No one has this email address')).toBeVisible();
    await expect(page.getByText(`John ${lastName}`)).toHaveCount(0);
  });
});

test('an administrator lets campaigns email an address again whose emails bounced', async ({ page, site }) => {
  const lastName = randomWord();
  const { email } = await knownMember(site, lastName);
  await bounce(site, email);
  await signInAsAdmin(page, site);
  await expect(async () => {
    await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(email)}`);
    await expect(page.getByText('Subscribed: bounced')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.getByRole('button', { name: 'Clear the bounce' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(`Send to ${email} again?`);
  await dialog.getByRole('button', { name: 'Keep it blocked' }).click();
  await expect(page.getByText('Subscribed: bounced')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the bounce' }).click();
  await pressTwice(dialog.getByRole('button', { name: 'Send again' }));
  await expect(toast(page)).toContainText(`Campaigns email ${email} again.`);
  await expect(page.getByText('Subscribed: bounced')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Clear the bounce' })).toBeHidden();
  // Recorded once, by the two presses.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Lift suppression')).toHaveCount(1, {
      timeout: 2_000,
    });
  }).toPass();
});

test('an administrator corrects the email of a newsletter subscriber, who confirms it in the right mailbox', async ({
  page,
  site,
}) => {
  const [wrong, right] = [`${randomWord()}@exmaple.com`, `${randomWord()}@example.com`];
  expect((await callApi(site, 'POST', '/api/newsletter', { body: { email: wrong } })).status).toBe(200);
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(wrong)}`);
  await page.getByRole('button', { name: 'Correct Newsletter Email' }).click();
  const dialog = page.getByRole('dialog');
  await check(page, '/admin/people, “Correct Newsletter Email”', 'dialog[open]');
  const send = dialog.getByRole('button', { name: 'Send the link' });
  await dialog.getByLabel('New email').fill(wrong);
  await send.click();
  await expect(dialog.getByLabel('New email')).toHaveAccessibleDescription(/goes to this email address already/);
  await dialog.getByLabel('New email').fill(right);
  await pressTwice(send);
  await expect(toast(page)).toContainText(`We emailed a link to ${right}.`);

  const { text } = await emailTo(site, right, 'newsletter');
  await page.goto(/\S+\/confirm-email\?\S+/.exec(text)?.[0] ?? '');
  await expect(page.getByText(right)).toBeVisible();
  await check(page, '/confirm-email of a subscriber');
  await pressTwice(page.getByRole('button', { name: 'Confirm this email' }));
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  // The page of the former address leads to the one of the person.
  await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(wrong)}`);
  await page.getByRole('link', { name: `Open the page of ${right}` }).click();
  await expect(page.getByRole('link', { name: right, exact: true })).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/people?email=${encodeURIComponent(right)}`);
  await expect(page.getByRole('definition').filter({ hasText: /^Subscribed$/ })).toBeVisible();
});

test('the analytics are drawn, read by pointer and by keyboard, and exported as a table', async ({ page, site }) => {
  await knownMember(site, 'Okafor');
  await signInAsAdmin(page, site);
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  const figure = page.getByRole('region', { name: 'Revenue by month' });
  await expect(figure.getByRole('img', { name: /^Revenue by month\. \$[\d,]+\.\d\d/ })).toBeVisible();

  await test.step('a month is chosen with the arrow keys, and with the pointer', async () => {
    const month = figure.getByRole('slider');
    const read = () => month.getAttribute('aria-valuetext');
    const last = await read();
    expect(last).toMatch(/^[A-Z][a-z]+ \d{4}: \$[\d,.]+ net: /);
    await month.focus();
    await page.keyboard.press('ArrowLeft');
    const before = await read();
    expect(before).not.toBe(last);
    await expect(figure.getByRole('strong')).toHaveText(before!.slice(0, before!.indexOf(':')));
    const box = (await figure.getByRole('img').boundingBox())!;
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2);
    await expect.poll(read).toBe(last);
    await page.keyboard.press('Home');
    expect(await read()).not.toBe(last);
  });

  await test.step('another range has its number of months, and shows the month that was chosen', async () => {
    const month = figure.getByRole('slider');
    const chosen = (await month.getAttribute('aria-valuetext'))!;
    await page.getByLabel('Show').selectOption('Last 2 years');
    await page.waitForURL('**months=24');
    await expect(month).toHaveAttribute('max', '23');
    await expect(month).toHaveAttribute('aria-valuetext', chosen);
  });

  await test.step('the table has every month, and is exported as a file that a spreadsheet can sum', async () => {
    await figure.getByText('Revenue by month as a table').click();
    await expect(figure.getByRole('row')).toHaveCount(25);
    const arrives = page.waitForEvent('download');
    await figure.getByRole('button', { name: 'Download CSV' }).click();
    const file = await arrives;
    expect(file.suggestedFilename()).toMatch(/^revenue-\d{4}-\d\d-\d{4}-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines[0]).toBe('Month,"Memberships, net","Bootcamps, net","Tournaments, net",Charged,Refunded,Net');
    expect(lines).toHaveLength(25);
    expect(Number(lines.at(-1)!.split(',').at(-1))).toBeGreaterThanOrEqual(95);
  });
});
