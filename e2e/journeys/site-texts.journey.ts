import type { Page } from '@playwright/test';
import type { SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { paidMember, tokenOf, unpaidMember } from './member.ts';
import { adminTokenOf, expect, logIn, openInConsole, randomWord, signInAsAdmin, test, toast } from './site.ts';

const openText = async (page: Page, site: RunFile, title: string): Promise<void> => {
  await signInAsAdmin(page, site);
  await openInConsole(page, 'Content', 'Site texts');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
};
/** The page of visitors, once it has this text. */
const onSite = (site: RunFile, path: string, text: string) =>
  expect.poll(async () => (await (await fetch(site.siteUrl + path)).text()).includes(text));

test('an editor changes a question beside its preview, sees it on the site, and restores the earlier version', async ({
  page,
  site,
}) => {
  const word = randomWord();
  await openText(page, site, 'Questions on the Debate Club page');
  const form = page.getByRole('form', { name: 'Questions on the Debate Club page' });
  const preview = page.getByRole('region', { name: 'Preview' });
  const first = form.getByRole('group', { name: 'Question 1', exact: true });
  const second = form.getByRole('group', { name: 'Question 2', exact: true });
  const original = await first.getByLabel('Question', { exact: true }).inputValue();

  await test.step('the preview shows it as it is typed, and markup as text', async () => {
    await first.getByLabel('Question', { exact: true }).fill(`When do we meet, ${word}?`);
    await first.getByLabel('Answer').fill(`On Sundays. <b>${word}</b>`);
    await preview.getByText(`When do we meet, ${word}?`).click();
    await expect(preview.getByText(`On Sundays. <b>${word}</b>`)).toBeVisible();
    await expect(page.getByText('Not saved yet.')).toBeVisible();
  });

  await test.step('questions move by buttons, and the focus goes with them', async () => {
    await first.getByRole('button', { name: 'Move question 1 down' }).press('Enter');
    await expect(second.getByLabel('Question', { exact: true })).toHaveValue(`When do we meet, ${word}?`);
    await expect(second.getByRole('button', { name: 'Move question 2 down' })).toBeFocused();
    await expect(page.getByText('Question 1 is now number 2.')).toBeAttached();
    await second.getByRole('button', { name: 'Move question 2 up' }).press('Enter');
    await expect(first.getByLabel('Question', { exact: true })).toHaveValue(`When do we meet, ${word}?`);
  });

  await test.step('an unfinished question is named, and removed again', async () => {
    await form.getByRole('button', { name: 'Add a question' }).click();
    const added = form.getByRole('group').last();
    await expect(added.getByLabel('Question', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(added.getByText('Enter the question')).toBeVisible();
    await added.getByRole('button', { name: /^Remove question/ }).click();
    await expect(form.getByText('Enter the question')).toHaveCount(0);
  });

  await test.step('leaving asks, and what was typed is still there', async () => {
    await page.getByRole('link', { name: 'All texts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Questions on the Debate Club page' }).click();
    await expect(page.getByText('This is your last unsaved version')).toBeVisible();
    await expect(first.getByLabel('Question', { exact: true })).toHaveValue(`When do we meet, ${word}?`);
  });

  await test.step('saved, it is on the page of visitors, with and without JavaScript', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page)).toContainText('Saved');
    await onSite(site, '/debate-club', `When do we meet, ${word}?`).toBe(true);
    const visitor = await page.context().newPage();
    const requests: string[] = [];
    visitor.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await visitor.goto(`${site.siteUrl}/debate-club`);
    await visitor.getByText(`When do we meet, ${word}?`).click();
    await expect(visitor.getByText(`On Sundays. <b>${word}</b>`)).toBeVisible();
    await visitor.waitForLoadState('networkidle');
    expect(requests).not.toContain('/api/site');
    // Another page of the same visit asks for its texts.
    await visitor.getByRole('link', { name: 'About' }).first().click();
    await expect(visitor.getByRole('heading', { name: 'will be listening' })).toBeVisible();
    expect(requests).toContain('/api/site');
    await visitor.close();
  });

  await test.step('the version before is viewed and restored', async () => {
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('row').nth(1)).toContainText('Current');
    await expect(history.getByRole('row').nth(1)).toContainText('Administrator');
    await history
      .getByRole('button', { name: /^View version/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Version/ });
    await expect(dialog.getByText(original, { exact: true })).toBeVisible();
    const differences = dialog.getByRole('table', { name: /^Differences from version/ });
    await expect(differences).toContainText(original);
    await expect(differences).toContainText(word);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await expect(toast(page)).toContainText('Restored');
    await expect(first.getByLabel('Question', { exact: true })).toHaveValue(original);
    await onSite(site, '/debate-club', word).toBe(false);
  });
});

test('an editor changes the words of the home page beside the page itself; visitors read them without JavaScript', async ({
  page,
  site,
  browser,
}) => {
  const word = randomWord();
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/site-texts`);
  await page.getByRole('link', { name: 'Home page', exact: true }).click();
  const form = page.getByRole('form', { name: 'Home page' });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('The debate club for adults with something to say.')).toBeVisible();
  await form.getByText('Values that the page fills in').click();
  await expect(form.getByText('{day}', { exact: true })).toBeVisible();

  const title = form.getByLabel('Title').nth(1);
  await title.fill(`Speak every {day}, <b>${word}</b>`);
  await expect(preview.getByText(`Speak every Sunday, <b>${word}</b>`)).toBeVisible();
  // The preview leaves the console as it is.
  await expect(page).toHaveTitle(/^Site texts/);
  const lead = form.getByLabel('Lead').first();
  await lead.fill('On {sonday}.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(lead).toBeFocused();
  await expect(form.getByText('No page can fill in {sonday}.')).toBeVisible();
  await check(page, '/admin/site-texts?edit=homePage with an unknown placeholder');
  // A word that is wider than a phone.
  await lead.fill(`On {day}. ${'Donaudampfschiff'.repeat(4)}`);
  const reason = form.getByRole('group', { name: 'Reason 1', exact: true });
  await reason.getByRole('button', { name: 'Move reason 1 down' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page)).toContainText('Saved');

  await onSite(site, '/', word).toBe(true);
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await visitor.goto(site.siteUrl);
  await expect(visitor.getByRole('heading', { level: 1, name: `Speak every Sunday, <b>${word}</b>` })).toBeVisible();
  await expect(visitor.getByRole('term').first()).toHaveText('Somebody listens for a living');
  await visitor.close();
  // With JavaScript the page stays as it came, also when a link on another page opens it.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${site.siteUrl}/terms`);
  await other.getByRole('link', { name: 'How It Works' }).first().click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('How a nervous adult becomes a good speaker.');
  await other.goto(site.siteUrl);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(`Speak every Sunday, <b>${word}</b>`);
  await other.setViewportSize({ width: 360, height: 800 });
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await other.close();

  const history = page.getByRole('region', { name: 'History' });
  await history
    .getByRole('button', { name: /^View version/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Version/ });
  const differences = dialog.getByRole('table', { name: /^Differences from version/ });
  await expect(differences).toContainText('Title: The debate club for adults with something to say.');
  await expect(differences).toContainText(word);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(toast(page)).toContainText('Restored');
  await expect(title).toHaveValue('The debate club for adults with something to say.');
  await onSite(site, '/', word).toBe(false);
});

test('an editor skips the next session and moves the later ones; members and visitors read it on their pages', async ({
  page,
  site,
  browser,
}) => {
  const word = randomWord();
  const member = await paidMember(site);
  await openText(page, site, 'Weekly session');
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByRole('button', { name: 'Add a skipped day' }).click();
  const skipped = page.getByRole('group', { name: /^Skipped day/ }).last();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(skipped.getByText('Choose a day')).toBeVisible();
  await expect(skipped.getByText('Enter the reason that members read')).toBeVisible();
  await skipped.getByLabel('Day', { exact: true }).selectOption({ index: 1 });
  await skipped.getByLabel('Reason').fill(`Winter break ${word}`);
  await expect(preview.getByText(`Winter break ${word}`)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page)).toContainText('Saved');

  const theirs = await (await browser.newContext()).newPage();
  await logIn(theirs, site, member);
  const weekly = theirs.getByRole('region', { name: 'Weekly Debate Club', exact: true });
  await expect(weekly.getByText(`Winter break ${word}`)).toBeVisible();
  await expect(weekly).toContainText('Current Events Debate');
  await expect(weekly).toContainText(/in \d+ days/);
  await check(theirs, '/dashboard with a skipped session');
  await theirs.goto(`${site.siteUrl}/member/resources?tab=schedules`);
  await expect(theirs.getByText(`Winter break ${word}`)).toBeVisible();

  await page.getByLabel('Weekday').selectOption('Wednesday');
  await page.getByLabel('Begins').fill('18:30');
  await page.getByRole('spinbutton', { name: 'Minutes', exact: true }).fill('75');
  await expect(page.getByRole('link', { name: 'About page' })).toBeVisible();
  await expect(page.getByText('One skipped day is not a Wednesday.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(skipped.getByText('Choose a Wednesday').last()).toBeVisible();
  await expect(page.getByText('The minutes of the three parts must fit into the minutes of the session')).toBeVisible();
  await check(page, '/admin/site-texts?edit=weeklySession with a skipped day of another weekday');
  await page.getByRole('button', { name: 'Remove this day' }).click();
  await page.getByLabel('Main activity minutes').fill('45');
  await expect(preview.getByText('Wednesday, 6:30-7:45 PM PST')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);

  await theirs.goto(`${site.siteUrl}/dashboard`);
  await expect(weekly).toContainText(/Wednesday, \w+ \d+, 6:30 PM P[SD]T/);
  await expect(weekly).toContainText('75 minutes');
  await expect(theirs.getByText('Wednesday at 6:30PM PST')).toBeVisible();
  // A page that the visit did not begin with gets the words from the server.
  await theirs.getByRole('link', { name: 'How It Works' }).first().click();
  await expect(theirs.getByText('Wednesday, 6:30-7:45 PM PST')).toBeVisible();
  await theirs.close();
  await onSite(site, '/debate-club', 'Speak every Wednesday until it feels like you.').toBe(true);

  const token = await adminTokenOf(site);
  const { version } = (await callApi<SiteTextVersion>(site, 'GET', '/api/admin/site/weeklySession', { token })).body;
  await callApi(site, 'POST', '/api/admin/site/weeklySession/restore', { token, body: { version, restore: 1 } });
});

test('an editor announces something to people without a membership, for a time; nobody else reads it', async ({
  page,
  site,
  browser,
}) => {
  const word = randomWord();
  await openText(page, site, 'Announcements');
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByRole('button', { name: 'Add an announcement' }).click();
  const added = page.getByRole('group', { name: /^Announcement/ }).last();
  await added.getByLabel('Title').fill(`Open evening ${word}`);
  await added.getByLabel('Text', { exact: true }).fill('Come and listen.');
  await added.getByLabel('Link', { exact: true }).fill('/member/resource');
  await expect(added.getByText('No page of this site has this path.')).toBeVisible();
  await added.getByLabel('Link', { exact: true }).fill('member/resources');
  await added.getByLabel('From').fill('2030-05-01T08:00');
  await added.getByLabel('Until').fill('2030-05-01T07:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(added.getByText('Enter a path of this site, such as /recordings')).toBeVisible();
  await added.getByLabel('Link', { exact: true }).fill('/member/resources');
  await added.getByLabel('Audience').selectOption('People without an active membership');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(added.getByLabel('Link text')).toBeFocused();
  await added.getByLabel('Link text').fill('See the resources');
  await expect(added.getByText('Until must be later than From')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(added.getByLabel('Until')).toBeFocused();
  await added.getByLabel('Until').fill('2030-05-02T08:00');
  await expect(preview.getByText('From May 1, 2030')).toBeVisible();
  await check(page, '/admin/site-texts?edit=announcements');
  await added.getByLabel('From').fill('');
  await expect(preview.getByText('Shown until May 2, 2030')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page)).toContainText('Saved');

  for (const [member, count] of [
    [await unpaidMember(site), 1],
    [await paidMember(site), 0],
  ] as const) {
    const theirs = await (await browser.newContext()).newPage();
    await logIn(theirs, site, member);
    const updates = theirs.getByRole('region', { name: 'Latest Updates & Announcements', exact: true });
    await expect(updates.getByText('Missed a session?')).toBeVisible();
    await expect(updates.getByText(`Open evening ${word}`)).toHaveCount(count);
    if (count > 0) {
      await check(theirs, '/dashboard with an announcement');
      await updates.getByRole('link', { name: 'See the resources' }).click();
      await theirs.waitForURL(`${site.siteUrl}/member/resources`);
    }
    await theirs.close();
  }

  await page.getByRole('button', { name: 'Remove announcement 3' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved yet.')).toHaveCount(0);
});

test('an editor moves the office hours; members choose from the new slots, and a session outside them is marked', async ({
  page,
  site,
  browser,
}) => {
  const word = randomWord();
  const member = await paidMember(site);
  const theirs = await (await browser.newContext()).newPage();
  await logIn(theirs, site, member);
  const token = await tokenOf(theirs);
  const { slots } = (
    await callApi<{ slots: { startsAt: string; isTaken: boolean }[] }>(site, 'GET', '/api/office-hours', { token })
  ).body;
  const startsAt = slots.findLast(({ isTaken }) => !isTaken)!.startsAt;
  await callApi(site, 'POST', '/api/office-hours', { token, body: { startsAt, topic: `Openings ${word}` } });

  await openText(page, site, 'Office hours');
  const preview = page.getByRole('region', { name: 'Preview' });
  const session = page.getByRole('region', { name: 'Sessions of members' }).getByRole('row').filter({ hasText: word });
  await expect(session).toContainText(/Confirmed$/);
  await page.getByLabel('Minutes').fill('');
  await page.getByLabel('Begins').fill('23:30');
  await expect(preview).toContainText('once every field is complete');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Minutes must be a whole number from 10 to 180')).toBeVisible();
  await page.getByLabel('Minutes').fill('40');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The last slot must end by midnight')).toBeVisible();
  await page.getByLabel('Begins').fill('16:10');
  await expect(preview).toContainText('4:10 PM');
  await page.getByLabel('Time zone').fill('EST');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose a time zone such as')).toBeVisible();
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await expect(page.getByText('The first slot begins on this clock.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page)).toContainText('Saved');
  await expect(session).toContainText('Confirmed, outside the office hours');
  await check(page, '/admin/site-texts?edit=officeHours with a session');

  await theirs.goto(`${site.siteUrl}/member/resources?tab=community`);
  await theirs.getByRole('button', { name: 'Cancel session' }).click();
  const hours = theirs.getByRole('main');
  await expect(hours.getByText(/4:10 PM GMT\+[12]/).first()).toBeVisible();
  await expect(hours.getByText('40 minutes').first()).toBeVisible();
  await theirs.close();

  const admin = await adminTokenOf(site);
  const { version } = (await callApi<SiteTextVersion>(site, 'GET', '/api/admin/site/officeHours', { token: admin }))
    .body;
  await callApi(site, 'POST', '/api/admin/site/officeHours/restore', { token: admin, body: { version, restore: 1 } });
});

test('the second of two editors is shown the difference, and loses nothing', async ({ page, site }) => {
  const word = randomWord();
  await openText(page, site, 'Team');
  const token = await adminTokenOf(site);
  const read = async () => (await callApi<SiteTextVersion>(site, 'GET', '/api/admin/site/team', { token })).body;
  const { value, version } = await read();
  if (!('people' in value)) throw new Error('The team has people');
  const people = value.people.map((person, index) => (index === 1 ? { ...person, role: `Theirs ${word}` } : person));
  const theirs = { key: 'team', value: { ...value, people }, version };
  expect((await callApi(site, 'PUT', '/api/admin/site', { token, body: theirs })).status).toBe(200);

  await page.getByRole('group', { name: 'Person 3' }).getByLabel('Role').fill(`Mine ${word}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
  await expect(conflict).toContainText(`Theirs ${word}`);
  await expect(conflict).toContainText(`Mine ${word}`);
  await expect(conflict).toContainText(/The last save is by Administrator, \w+ \d+, \d{4}, \d+:\d\d/);
  expect((await read()).version).toBe(version + 1);
  await check(page, '/admin/site-texts?edit=team with a conflict');
  await conflict.getByRole('button', { name: 'Use their version' }).click();
  await expect(page.getByRole('group', { name: 'Person 2' }).getByLabel('Role')).toHaveValue(`Theirs ${word}`);
  await page.getByRole('group', { name: 'Person 3' }).getByLabel('Role').fill(`Mine ${word}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page)).toContainText('Saved');
  await onSite(site, '/about', `Theirs ${word}`).toBe(true);
  await onSite(site, '/about', `Mine ${word}`).toBe(true);

  const last = (await read()).version;
  await callApi(site, 'POST', '/api/admin/site/team/restore', { token, body: { version: last, restore: 1 } });
});

test('the list and every editor fit every width', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/site-texts`);
  await check(page, '/admin/site-texts');
  for (const key of [
    'contactQuestions',
    'homeQuestions',
    'announcements',
    'officeHours',
    'curriculum',
    'practiceTopics',
    'homePage',
    'clubPage',
    'aboutPage',
    'plans',
    'bootcamp',
  ]) {
    await page.goto(`${site.siteUrl}/admin/site-texts?edit=${key}`);
    await expect(page.getByRole('region', { name: 'History' }).getByRole('row').nth(1)).toBeVisible();
    await check(page, `/admin/site-texts?edit=${key}`);
  }
});
