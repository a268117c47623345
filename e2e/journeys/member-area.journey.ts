import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, newRegistration, patiently } from '../src/testing/person.ts';
import { expect, lettersTo, linkIn, logIn, newMember, pay, register, test, type NewMember } from './site.ts';

/*
 * The members' own pages: who comes in, what each page shows while it loads, when there is nothing, when it fails and when there is
 * something, and what members do there.
 */

/** Every member page, and what it says to somebody who is not signed in. */
const PAGES: readonly [path: string, reason: string][] = [
  ['/dashboard', 'You need to log in to access your dashboard.'],
  ['/account/settings', 'You need to log in to change your settings.'],
  ['/account/subscription', 'You need to log in to manage your subscription.'],
  ['/member/resources', 'You need to log in to access member resources.'],
  ['/practice-topics', 'You need to log in to see the practice topics.'],
  ['/recordings', 'You need to log in to watch the recordings.'],
];

/** An account that has not paid, made without a browser. */
const unpaidMember = async (site: RunFile): Promise<NewMember> => {
  const { email, firstName, lastName, password } = newRegistration();
  const answer = await callApi(site, 'POST', '/api/register-and-subscribe', { body: { ...newRegistration(), email } });
  expect(answer.status).toBe(200);
  return { email, firstName, lastName, password };
};

const paidMember = async (page: Page, site: RunFile): Promise<NewMember> => {
  const member = newMember();
  await register(page, site, member);
  await pay(page);
  return member;
};

const fillLogin = async (page: Page, member: NewMember): Promise<void> => {
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

test.describe('who comes in', () => {
  for (const [path, reason] of PAGES)
    test(`${path} sends a visitor to the login with its own reason, and back after it`, async ({ page, site }) => {
      const member = await unpaidMember(site);
      await page.goto(site.siteUrl + path);
      await page.waitForURL(`${site.siteUrl}/login?next=${encodeURIComponent(path)}`);
      const toast = page.getByTestId('toast');
      await expect(toast).toContainText('Please log in');
      await expect(toast).toContainText(reason);
      await fillLogin(page, member);
      await page.waitForURL(site.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
});

test.describe('practice topics', () => {
  const statement = (page: Page, text: string) => page.getByRole('button', { name: text });
  const unstruck = (page: Page) => page.locator('button[aria-pressed="false"]');
  const FIRST = 'Employers should publish the pay of every position.';
  const SECOND = 'A four-day week at full pay should be the legal standard for office work.';
  const THIRD = 'Companies should be barred from contacting employees outside working hours.';

  test('are struck down to one, remembered over a reload, and each member’s own', async ({ page, site }) => {
    const [ada, bea] = [await unpaidMember(site), await unpaidMember(site)];
    await logIn(page, site, ada);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await expect(unstruck(page)).toHaveCount(60);
    const group = page.getByRole('region', { name: 'Group 1', exact: true });
    await expect(group.getByRole('status')).toHaveText('Strike two.');
    await statement(page, FIRST).click();
    await expect(statement(page, FIRST)).toHaveAttribute('aria-pressed', 'true');
    await statement(page, THIRD).press('Enter');
    await expect(group.getByText('Your topic')).toBeVisible();
    // The last one stays.
    await statement(page, SECOND).click({ force: true });
    await expect(statement(page, SECOND)).toHaveAttribute('aria-pressed', 'false');

    await page.reload();
    await expect(statement(page, FIRST)).toHaveAttribute('aria-pressed', 'true');
    await expect(statement(page, SECOND)).toContainText('Your topic');

    await page.goto(`${site.siteUrl}/dashboard`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
    await logIn(page, site, bea);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await expect(unstruck(page)).toHaveCount(60);

    await page.goto(`${site.siteUrl}/dashboard`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await logIn(page, site, ada);
    await page.goto(`${site.siteUrl}/practice-topics`);
    await page.getByRole('button', { name: 'Start over with group 1' }).click();
    await expect(unstruck(page)).toHaveCount(60);
    await expect(group.getByRole('heading')).toBeFocused();
  });

  test('are prepared and spoken on by the timers, by keyboard', async ({ page, site }) => {
    await page.clock.install();
    await logIn(page, site, await unpaidMember(site));
    await page.goto(`${site.siteUrl}/practice-topics`);
    const panel = page.getByRole('region', { name: 'Timer' });
    const face = panel.getByRole('timer');
    const said = panel.getByRole('status');
    await expect(face).toHaveText('2:00');

    // Outside of the panel the keys are nobody's.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('s');
    await page.clock.runFor(3_000);
    await expect(face).toHaveText('2:00');

    await statement(page, FIRST).click();
    await statement(page, SECOND).click();
    await page.getByRole('button', { name: 'Prepare the topic of group 1' }).press('Enter');
    await expect(panel).toBeFocused();
    await expect(panel).toContainText(THIRD);
    await expect(said).toHaveText('Preparation started. 2 minutes.');
    await page.clock.runFor(40_000);
    // The browser's own seconds go by as well.
    await expect(face).toHaveText(/^1:(20|1\d)$/);
    await expect(said).toHaveText('Preparation started. 2 minutes.');
    await page.clock.runFor(20_000);
    await expect(said).toHaveText('One minute left.');

    await page.keyboard.press('s');
    await expect(panel.getByRole('button', { name: 'Resume' })).toBeVisible();
    const left = await face.innerText();
    await page.clock.runFor(60_000);
    await expect(face).toHaveText(left);
    // Paused it is remembered, running as well.
    await page.reload();
    await expect(face).toHaveText(left);
    await panel.getByRole('button', { name: 'Resume' }).focus();
    await page.keyboard.press('s');
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.reload();
    await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
    // The browser sleeps: no tick comes, and the time is right all the same.
    await page.clock.fastForward(35_000);
    await expect(said).toHaveText('Thirty seconds left.');
    await page.clock.fastForward(60_000);
    await expect(face).toHaveText('0:00');
    await expect(said).toHaveText('Time. Preparation is over.');
    await expect(panel.getByText('Time', { exact: true })).toBeVisible();

    await panel.getByRole('button', { name: 'Start the speech' }).focus();
    await page.keyboard.press('s');
    await page.clock.runFor(10_000);
    await expect(face).toHaveText(/^6:(50|4\d)$/);
    await page.keyboard.press('r');
    await expect(face).toHaveText('7:00');
    await page.keyboard.press('p');
    await expect(face).toHaveText('2:00');
    await page.keyboard.press('t');
    await expect(face).toHaveText('7:00');
  });
});

/** What the double of Zoom has recorded; answers once a member is shown it. */
const record = async (site: RunFile, token: string, recording: { topic: string; startTime: string; duration?: number; files?: object[] }): Promise<void> => {
  const answer = await fetch(`${site.sandboxUrl}/zoom/test_helpers/recordings`, { method: 'POST', body: JSON.stringify(recording) });
  expect(answer.status).toBe(201);
  await patiently(`seeing ${recording.topic}`, async () => {
    const { body } = await callApi<{ topic: string }[]>(site, 'GET', '/api/recordings', { token });
    if (!body.some(({ topic }) => topic === recording.topic)) throw new Error('Not there yet');
  });
};

/** Holds answers back until they are released. */
const held = (): { until: Promise<void>; release: () => void } => {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release: () => release() };
};

const tokenOf = async (page: Page): Promise<string> => (await page.evaluate(() => localStorage.getItem('userToken'))) ?? '';

test.describe('recordings', () => {
  const LIST = '**/api/recordings?*';
  const of = (id: number, more: object = {}) => ({
    id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    topic: `Session ${id}`,
    startTime: new Date(Date.UTC(2026, 4, 31 - id, 15)).toISOString(),
    duration: 92,
    isDebateClub: id % 2 === 1,
    recordingFiles: [{ recording_type: 'gallery_view', file_type: 'MP4', play_url: 'https://zoom.test/play' }],
    ...more,
  });

  test('are shown as they were held, and open at Zoom for active members', async ({ page, site, context }) => {
    const member = await paidMember(page, site);
    await logIn(page, site, member);
    await expect(page.getByText('Active Member')).toBeVisible();
    const token = await tokenOf(page);
    const topic = `Weekly Debate Club ${Date.now()}`;
    await record(site, token, { topic, startTime: '2026-03-08T15:00:00Z', duration: 92 });
    await record(site, token, { topic: `${topic}, sound only`, startTime: '2026-03-08T18:00:00Z', files: [{ recording_type: 'audio_only', file_type: 'M4A' }] });

    await page.goto(`${site.siteUrl}/recordings`);
    const march = page.getByRole('region', { name: 'March 2026' });
    const card = march.getByRole('listitem').filter({ has: page.getByRole('heading', { name: topic, exact: true }) });
    await expect(card).toContainText('Debate Club');
    await expect(card).toContainText('March 8, 2026, 8:00 AM PDT');
    await expect(card).toContainText('1 hour 32 minutes');
    const opened = context.waitForEvent('page');
    await card.getByRole('link', { name: 'Watch on Zoom' }).click();
    expect((await opened).url()).toContain(`${site.sandboxUrl}/zoom/play/`);
    const mute = march.getByRole('listitem').filter({ hasText: `${topic}, sound only` });
    await expect(mute.getByRole('button', { name: 'No video available' })).toBeDisabled();

    // Somebody who has not paid sees what there is, why it is closed, and the way in.
    await page.evaluate(() => localStorage.removeItem('userToken'));
    await logIn(page, site, await unpaidMember(site));
    await page.goto(`${site.siteUrl}/recordings`);
    await expect(card.getByRole('button', { name: 'Member access required' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Join the Debate Club' })).toHaveAttribute('href', '/register');
  });

  test('say that they load, that there are none, and that they could not be loaded', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    const answer = held();
    await page.route(LIST, async (route) => {
      await answer.until;
      await route.fulfill({ json: { items: [], nextCursor: null, total: 0 } });
    });
    await page.goto(`${site.siteUrl}/recordings`);
    await expect(page.getByText('Loading recordings...')).toBeVisible();
    answer.release();
    await expect(page.getByText('No Recordings Available')).toBeVisible();
    await expect(page.getByText('Recordings are typically available within a few hours after each session.')).toBeVisible();

    await page.unroute(LIST);
    await page.route(LIST, (route) => route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Please try again later.' } }));
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'Unable to Load Recordings' })).toBeVisible();
    await page.unroute(LIST);
    await page.route(LIST, (route) => route.fulfill({ json: { items: [of(1)], nextCursor: null, total: 1 } }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Session 1' })).toBeVisible();
  });

  test('come page by page: the focus goes on with the first new one, and the number is told', async ({ page, site }) => {
    const member = await paidMember(page, site);
    await logIn(page, site, member);
    await expect(page.getByText('Active Member')).toBeVisible();
    const asked: (string | null)[] = [];
    await page.route(LIST, (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(query.get('cursor'));
      expect(query.get('limit')).toBe('12');
      const page2 = query.get('cursor') === 'after-12';
      const items = Array.from({ length: page2 ? 3 : 12 }, (_item, index) => of((page2 ? 13 : 1) + index));
      if (!page2) items[1] = of(2, { recordingFiles: [{ recording_type: 'gallery_view', file_type: 'MP4' }] });
      return route.fulfill({ json: { items, nextCursor: page2 ? null : 'after-12', total: 15 } });
    });
    await page.goto(`${site.siteUrl}/recordings`);
    await expect(page.getByText('12 of 15 recordings')).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Session 13' })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: '15 recordings' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
    expect(asked).toEqual([null, 'after-12']);

    await page.getByRole('button', { name: /^Watch on Zoom: Session 2,/ }).click();
    await expect(page.getByTestId('toast')).toContainText('Not Available');
    await expect(page.getByTestId('toast')).toContainText('This recording is not available for playback.');
  });
});

test.describe('account settings', () => {
  const open = (page: Page, site: RunFile, tab = '') => page.goto(`${site.siteUrl}/account/settings${tab}`);
  const profile = (page: Page) => page.getByRole('form', { name: 'Profile' });
  const save = (page: Page) => profile(page).getByRole('button', { name: 'Save Changes' }).click();

  test('change names and division at once', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    await open(page, site);
    await profile(page).getByLabel('First name').fill('');
    await save(page);
    await expect(profile(page).getByText('First name is required')).toBeVisible();
    await profile(page).getByLabel('First name').fill('Adaeze');
    await profile(page).getByLabel('Professional').check({ force: true });
    await save(page);
    await expect(page.getByTestId('toast')).toContainText('Profile updated');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Adaeze');
    await open(page, site);
    await expect(profile(page).getByLabel('First name')).toHaveValue('Adaeze');
    await expect(profile(page).getByLabel('Professional')).toBeChecked();
  });

  test('change the email once its new mailbox confirmed it', async ({ page, site }) => {
    const member = await unpaidMember(site);
    const next = `moved-${member.email}`;
    await logIn(page, site, member);
    await open(page, site);
    await profile(page).getByLabel('Email').fill(next);
    await save(page);
    await expect(page.getByTestId('toast')).toContainText(`We have sent a letter to ${next}`);
    await expect(page.getByText(`Waiting for ${next}.`)).toBeVisible();
    // It is the server that remembers.
    await page.reload();
    await expect(page.getByText(`Waiting for ${next}.`)).toBeVisible();
    await expect(profile(page).getByLabel('Email')).toHaveValue(next);

    await page.goto(await linkIn(site, next, 'Confirm your new email'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(page.getByText('Your email has been changed. Log in with it from now on.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to your settings' }).click();
    await expect(profile(page).getByLabel('Email')).toHaveValue(next);
    await expect(page.getByText(`Waiting for ${next}.`)).toBeHidden();
    await expect.poll(async () => (await lettersTo(site, member.email)).map(({ subject }) => subject)).toContain('The email of your account was changed');

    // A link works once.
    await page.goto(await linkIn(site, next, 'Confirm your new email'));
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

    await page.goto(`${site.siteUrl}/dashboard`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
    await logIn(page, site, { ...member, email: next });
  });

  test('prove the mailbox by the welcome letter, and what was kept under the address alone is in the data file then', async ({ page, site }) => {
    const member = await paidMember(page, site);
    expect((await callApi(site, 'POST', '/api/newsletter', { body: { email: member.email } })).status).toBeLessThan(300);
    await logIn(page, site, member);
    const token = await tokenOf(page);
    const file = async () => (await callApi<{ notIncluded?: string; mail: { newsletter: { email: string }[] } }>(site, 'GET', '/api/account/data', { token })).body;
    expect(await file()).toMatchObject({ notIncluded: expect.stringContaining('Confirm your email'), mail: { newsletter: [] } });

    await open(page, site, '?tab=security');
    const data = page.getByText('is included once you have confirmed your email');
    await expect(data).toBeVisible();
    await data.getByRole('link', { name: 'confirmed your email' }).click();
    const notice = page.getByText('We have not seen yet that this mailbox is yours.');
    await expect(notice).toBeVisible();

    // Looking at the page proves nothing; pressing the button does.
    const link = await linkIn(site, member.email, 'Welcome to the Debate Club');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    expect(await file()).toHaveProperty('notIncluded');
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to your settings' }).click();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
    await expect(notice).toBeHidden();
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
    await expect(data).toBeHidden();
    const whole = await file();
    expect(whole.mail.newsletter).toMatchObject([{ email: member.email }]);
    expect(whole).not.toHaveProperty('notIncluded');

    // Who opens the link again is told the same.
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  });

  test('send the letter that confirms the email, as often as is good', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await open(page, site);
    const send = page.getByRole('button', { name: 'Send confirmation letter' });
    const toast = page.getByTestId('toast');
    await page.route('**/api/auth/prove-email', (route) => route.fulfill({ status: 409, body: '' }));
    await send.click();
    await expect(toast).toContainText('Letter not sent');
    await expect(toast).toContainText('Unable to send the letter. Please try again.');
    await page.unroute('**/api/auth/prove-email');

    const answer = held();
    await page.route('**/api/auth/prove-email', async (route) => {
      await answer.until;
      await route.continue();
    });
    await send.click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    answer.release();
    await expect(toast).toContainText(`We have sent a letter to ${member.email}.`);
    await page.unroute('**/api/auth/prove-email');

    // On another device, where nobody is signed in.
    const elsewhere = await browser.newPage();
    await elsewhere.goto(await linkIn(site, member.email, 'Confirm your email address'));
    await elsewhere.getByRole('button', { name: 'Confirm this email' }).click();
    await expect(elsewhere.getByText('Your email is confirmed.')).toBeVisible();
    await expect(elsewhere.getByRole('link', { name: 'Go to the login page' })).toBeVisible();
    await elsewhere.close();

    await send.click();
    await expect(toast).toContainText('Your email is confirmed already.');
    await expect(send).toBeHidden();
    expect((await lettersTo(site, member.email)).filter(({ subject }) => subject === 'Confirm your email address')).toHaveLength(1);
  });

  test('keep the old email when asked to', async ({ page, site }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await open(page, site);
    await profile(page).getByLabel('Email').fill(`never-${member.email}`);
    await save(page);
    await page.getByRole('button', { name: 'Keep my old email' }).click();
    await expect(page.getByText('Waiting for')).toBeHidden();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
    await page.reload();
    await expect(profile(page).getByLabel('Email')).toHaveValue(member.email);
  });

  test('say what the server refused, and what it never heard', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    await open(page, site);
    await page.route('**/api/auth/update-profile', (route) => route.fulfill({ status: 409, body: '' }));
    await save(page);
    await expect(page.getByTestId('toast')).toContainText('Update failed');
    await expect(page.getByTestId('toast')).toContainText('Failed to update profile');
    await page.unroute('**/api/auth/update-profile');
    await page.route('**/api/auth/update-profile', (route) => route.fulfill({ body: 'not JSON' }));
    await save(page);
    await expect(page.getByTestId('toast')).toContainText('Update error');
    await expect(page.getByTestId('toast')).toContainText('Unable to update profile. Please try again.');

    await page.getByRole('tab', { name: 'Security' }).click();
    const form = page.getByRole('form', { name: 'Password' });
    const fill = async () => {
      await form.getByLabel('Current password', { exact: true }).fill('not this one');
      await form.getByLabel('New password', { exact: true }).fill('another long password');
      await form.getByLabel('Confirm new password', { exact: true }).fill('another long password');
    };
    await fill();
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByTestId('toast')).toContainText('Password change failed');
    await expect(form.getByText('Current password is incorrect')).toBeVisible();
    await page.route('**/api/auth/change-password', (route) => route.fulfill({ body: 'not JSON' }));
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByTestId('toast')).toContainText('Password change error');
    await expect(page.getByTestId('toast')).toContainText('Unable to change password. Please try again.');
  });

  test('change the password: this session goes on, another one ends with the way back', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    const elsewhere = await browser.newPage();
    await logIn(elsewhere, site, member);
    await logIn(page, site, member);
    await open(page, site, '?tab=security');
    const form = page.getByRole('form', { name: 'Password' });
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText('Current password is required')).toBeVisible();
    await expect(form.getByText('Please confirm your password')).toBeVisible();
    await form.getByLabel('Current password', { exact: true }).fill(member.password);
    await form.getByLabel('New password', { exact: true }).fill('another long password');
    await form.getByLabel('Confirm new password', { exact: true }).fill('another long passwort');
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(form.getByText("Passwords don't match")).toBeVisible();
    await form.getByLabel('Confirm new password', { exact: true }).fill('another long password');
    const heading = page.getByRole('heading', { level: 1 });
    await heading.evaluate((element) => element.setAttribute('data-stays', ''));
    await form.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByTestId('toast')).toContainText('Password changed');
    // The page is not begun anew, and what was typed is gone.
    await expect(form.getByLabel('Current password', { exact: true })).toHaveValue('');
    await expect(heading).toHaveAttribute('data-stays', '');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/account/settings');

    await elsewhere.goto(`${site.siteUrl}/recordings`);
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Frecordings`);
    await fillLogin(elsewhere, { ...member, password: 'another long password' });
    await elsewhere.waitForURL(`${site.siteUrl}/recordings`);
    await elsewhere.close();
  });

  test('log out everywhere: here to the login, and elsewhere with the way back', async ({ page, site, browser }) => {
    const member = await unpaidMember(site);
    const elsewhere = await browser.newPage();
    await logIn(elsewhere, site, member);
    await logIn(page, site, member);
    await open(page, site, '?tab=security');
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out everywhere?' });
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.waitForURL(`${site.siteUrl}/login`);
    await expect(page.getByTestId('toast')).toContainText('Logged out everywhere');

    await elsewhere.getByRole('link', { name: 'Practice Topics' }).click();
    await elsewhere.reload();
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Fpractice-topics`);
    await expect(elsewhere.getByTestId('toast')).toContainText('You need to log in to see the practice topics.');
    await fillLogin(elsewhere, member);
    await elsewhere.waitForURL(`${site.siteUrl}/practice-topics`);
    await elsewhere.close();
  });
});

test.describe('what is kept of a member', () => {
  test('can be downloaded as a file, and a refusal is told', async ({ page, site }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await page.goto(`${site.siteUrl}/account/settings?tab=security`);
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^[\w-]+-data-\d{4}-\d\d-\d\d\.json$/);
    const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
    expect(JSON.stringify(kept['account'])).toContain(member.email);

    await page.route('**/api/account/data', (route) => route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Please wait a moment.' } }));
    await page.getByRole('button', { name: 'Download my data' }).click();
    await expect(page.getByTestId('toast')).toContainText('Download failed');
    await expect(page.getByTestId('toast')).toContainText('Please wait a moment.');
  });
});

test.describe('deleting the account', () => {
  const ask = (page: Page) => page.getByRole('button', { name: 'Delete my account' }).click();

  test('says first what is lost, takes the password, and leaves nobody to log in', async ({ page, site, browser }) => {
    const member = await paidMember(page, site);
    await logIn(page, site, member);
    await expect(page.getByText('Active Member')).toBeVisible();
    const elsewhere = await browser.newPage();
    await logIn(elsewhere, site, member);

    await page.goto(`${site.siteUrl}/account/settings?tab=security`);
    await ask(page);
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText(/until \w+ \d+, \d{4}, is lost without a refund, and nothing is charged again/);
    await expect(dialog.getByRole('link', { name: 'Cancel Subscription instead' })).toHaveAttribute('href', '/account/subscription');
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();

    await ask(page);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByText('Current password is required')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL(`${site.siteUrl}/`);
    await expect(page.getByTestId('toast')).toContainText('Account deleted');
    expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeNull();

    await elsewhere.goto(`${site.siteUrl}/dashboard`);
    await elsewhere.waitForURL(`${site.siteUrl}/login?next=%2Fdashboard`);
    await fillLogin(elsewhere, member);
    await expect(elsewhere.getByTestId('toast')).toContainText('Invalid email or password');
    await elsewhere.close();
  });

  test('names no membership to who has none, and tells a refusal where it was asked', async ({ page, site }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await page.goto(`${site.siteUrl}/account/settings?tab=security`);
    await ask(page);
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog.getByRole('status', { name: 'Loading your subscription' })).toBeHidden();
    await expect(dialog).not.toContainText('membership');
    await page.route('**/api/account/delete', (route) => route.fulfill({ status: 409, json: { code: 'email_unproven', message: 'Please show first that the email is yours.' } }));
    await dialog.getByLabel('Current password', { exact: true }).fill(member.password);
    await dialog.getByLabel('Current password', { exact: true }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Please show first that the email is yours.');
  });
});

test.describe('the dashboard', () => {
  const EVENTS = '**/api/events';
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const refuse = { status: 429, json: { code: 'too_many_requests', message: 'Too many requests.' } };

  test('asks for the division at the first visit, and not again', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    const form = page.getByRole('form', { name: 'Division' });
    await expect(form.getByLabel('Development')).toBeChecked();
    await form.getByLabel('Professional').check({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByTestId('toast')).toContainText('Profile updated');
    await expect(form).toBeHidden();
    await page.reload();
    await expect(card(page, 'Weekly Debate Club')).toBeVisible();
    await expect(form).toBeHidden();
    await page.goto(`${site.siteUrl}/account/settings`);
    await expect(page.getByLabel('Professional')).toBeChecked();
  });

  test('counts down to the next session, minute by minute, and says when it is on', async ({ page, site }) => {
    await page.route(EVENTS, (route) => route.fulfill({ json: [] }));
    await page.clock.install({ time: new Date('2026-03-08T11:48:10Z') });
    await logIn(page, site, await unpaidMember(site));
    const weekly = card(page, 'Weekly Debate Club');
    await expect(weekly).toContainText('Sunday, March 8, 8:00 AM PDT');
    await expect(weekly).toContainText('in 3 hours 12 minutes');
    await page.clock.runFor(60_000);
    await expect(weekly).toContainText('in 3 hours 11 minutes');
    await page.clock.fastForward('03:11:00');
    await page.clock.runFor(2_000);
    await expect(weekly).toContainText('on now');
    await page.clock.fastForward('02:00:00');
    await page.clock.runFor(2_000);
    await expect(weekly).toContainText('Sunday, March 15, 8:00 AM PDT');
  });

  test('says that the tournaments load, that there are none, and that they could not be loaded', async ({ page, site }) => {
    const answer = held();
    await page.route(EVENTS, async (route) => {
      await answer.until;
      await route.fulfill({ json: [] });
    });
    await logIn(page, site, await unpaidMember(site));
    const tournaments = card(page, 'Upcoming Tournaments');
    await expect(tournaments.getByRole('status', { name: 'Loading tournaments' })).toBeVisible();
    await expect(page.getByText('Loading the next tournament')).toBeAttached();
    answer.release();
    await expect(tournaments).toContainText('No tournament is scheduled yet');
    await expect(page.getByText('To be announced')).toBeVisible();

    await page.unroute(EVENTS);
    await page.route(EVENTS, (route) => route.fulfill(refuse));
    await page.reload();
    await expect(tournaments.getByRole('alert')).toContainText('The tournaments could not be loaded');
    await expect(page.getByText('Not loaded', { exact: true })).toBeVisible();
    await page.unroute(EVENTS);
    await tournaments.getByRole('button', { name: 'Try again' }).click();
    await expect(tournaments.getByRole('heading', { level: 3 }).first()).toContainText('Classic');
  });

  test('shows the member’s own price, and how they are entered', async ({ page, site }) => {
    const member = await paidMember(page, site);
    await logIn(page, site, member);
    const tournaments = card(page, 'Upcoming Tournaments');
    await expect(tournaments).toContainText('$30 as a member');
    await expect(tournaments.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/tournaments');

    const token = await tokenOf(page);
    const { firstName, lastName, email } = member;
    const entry = { firstName, lastName, email, events: ['prepared_speech'], division: 'development', waiver: true };
    expect((await callApi(site, 'POST', '/api/tournament/register', { token, body: entry })).status).toBe(201);
    await page.reload();
    await expect(tournaments.getByText('To be paid')).toBeVisible();
    await expect(tournaments.getByRole('link', { name: 'Register' })).toBeHidden();
    await page.goto((await tournaments.getByRole('link', { name: 'Pay now' }).getAttribute('href')) ?? '');
    await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(`${site.siteUrl}/**`);
    await expect(async () => {
      await page.goto(`${site.siteUrl}/dashboard`);
      await expect(tournaments.getByText('You are entered')).toBeVisible({ timeout: 2_000 });
    }).toPass();

    await page.route('**/api/events/mine', (route) => route.fulfill(refuse));
    await page.reload();
    await expect(tournaments).toContainText('Not loaded. The registration says it.');
  });

  test('has its static lists and its announcements, with their links', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    await expect(card(page, 'Member Resources').getByRole('listitem')).toHaveCount(12);
    const updates = card(page, 'Latest Updates & Announcements');
    await expect(updates.getByRole('listitem')).toHaveCount(2);
    await updates.getByRole('link', { name: 'Practice a topic' }).click();
    await page.waitForURL(`${site.siteUrl}/practice-topics`);
  });
});

test.describe('the subscription page', () => {
  test('says that it loads, that there is nothing, and that it could not be loaded', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    const answer = held();
    await page.route('**/api/subscription/*', async (route) => {
      await answer.until;
      await route.continue();
    });
    await page.goto(`${site.siteUrl}/account/subscription`);
    await expect(page.getByRole('status', { name: 'Loading your payments' })).toBeVisible();
    answer.release();
    await expect(page.getByText('No Active Subscription')).toBeVisible();
    await expect(page.getByText('No Payment History')).toBeVisible();

    await page.unroute('**/api/subscription/*');
    await page.route('**/api/subscription/*', (route) => route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Too many requests.' } }));
    await page.reload();
    await expect(page.getByText('Your payments could not be loaded')).toBeVisible();
    await expect(page.getByTestId('toast')).toContainText('Error loading data');
    await expect(page.getByTestId('toast')).toContainText('Unable to load subscription information.');
  });
});

test.describe('nothing moves while it loads', () => {
  /** Answers come late enough for the eye, one after another. */
  const SLOWLY_MS = [300, 500, 700, 900];

  for (const width of [1280, 360])
    test(`at ${width} px`, async ({ page, site }) => {
      test.setTimeout(PAGES.length * 15_000);
      await page.setViewportSize({ width, height: 800 });
      const member = await paidMember(page, site);
      await logIn(page, site, member);
      await expect(page.getByText('Active Member')).toBeVisible();
      await page.addInitScript(() => {
        const seen = window as unknown as { shifts: { value: number; of: string[] }[] };
        seen.shifts = [];
        interface Shift extends PerformanceEntry {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        }
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as Shift[])
            if (!shift.hadRecentInput) seen.shifts.push({ value: shift.value, of: shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? '') });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let asked = 0;
      await page.route('**/api/**', async (route) => {
        const late = SLOWLY_MS[asked % SLOWLY_MS.length];
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, late));
        await route.continue();
      });
      for (const [path] of PAGES) {
        await page.goto(site.siteUrl + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(page.locator('main [role=status][aria-label^=Loading]')).toHaveCount(0);
        const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; of: string[] }[] }).shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        expect.soft(sum, `${path} moved: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.05);
      }
    });
});
