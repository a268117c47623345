import type { Page, Route } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, joinAs, newRegistration, twoMembers } from '../src/testing/person.ts';
import { held } from './member.ts';
import { expect, emailsTo, shiftOf, test, toast } from './site.ts';

/*
 * `/member/resources`: content and sessions for members, in four tabs. Other accounts see how to get access to the content for active
 * members, and the server refuses it to them.
 */

/** Opens a tab as the holder of the token. */
const openTab = async (page: Page, site: RunFile, token: string, tab: string): Promise<void> => {
  await page.addInitScript((value) => localStorage.setItem('userToken', value), token);
  await page.goto(`${site.siteUrl}/member/resources?tab=${tab}`);
  await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'));
};

let two: ReturnType<typeof twoMembers> | undefined;
/** The same two people for everything that leaves no trace of theirs. */
const readers = (site: RunFile) => (two ??= twoMembers(site));

const emailOf = async (site: RunFile, token: string): Promise<string> =>
  (await callApi<{ email: string }>(site, 'GET', '/api/auth/user', { token })).body.email;

test.describe('guides', () => {
  test('are downloaded by an active member, those for members by a personal link', async ({ page, site }) => {
    const { activeToken } = await readers(site);
    await openTab(page, site, activeToken, 'guides');
    for (const heading of ['Practice Materials', 'Topic Library', 'Tournament Prep'])
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    for (const title of [
      'Speech Structure Guide',
      'Debate Flow Templates',
      'Performance Rubrics',
      'Competition Handbook',
      'Registration Guide',
      'Event Descriptions',
    ]) {
      await expect(page.getByRole('link', { name: `Download ${title}` })).toHaveAttribute(
        'href',
        /^\/api\/documents\/[\w-]+$/,
      );
    }
    for (const title of ['Monthly Topic Bank', 'Current Events Updates', 'Practice Scenarios']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${title}` }).click();
      expect((await download).suggestedFilename()).toBe(`${title.toLowerCase().replaceAll(' ', '-')}.pdf`);
      expect((await download).url()).toContain('signature=');
    }
    await expect(page.getByText('Active Membership Required')).toBeHidden();
  });

  test('show an inactive member which ones are closed, and how to open them', async ({ page, site }) => {
    const { inactiveToken } = await readers(site);
    await openTab(page, site, inactiveToken, 'guides');
    await expect(page.getByRole('link', { name: 'Download Speech Structure Guide' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Members only' })).toHaveCount(3);
    for (const button of await page.getByRole('button', { name: 'Members only' }).all())
      await expect(button).toBeDisabled();
    await expect(page.getByText('Active Membership Required')).toBeVisible();
    for (const tab of ['recordings', 'schedules', 'community']) {
      await page.getByRole('tab', { name: new RegExp(tab, 'i') }).click();
      await expect(page.getByText('Active Membership Required')).toBeVisible();
    }
    // Neither meeting nor community is anywhere on the page.
    await expect(page.getByRole('link', { name: /Join This Week|Join Discord/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Join today' }).click();
    await page.waitForURL(`${site.siteUrl}/register`);
  });

  test('show that a download failed, and the page stays', async ({ page, site }) => {
    const { activeToken } = await readers(site);
    await openTab(page, site, activeToken, 'guides');
    await page.route('**/api/documents/*/link', (route) =>
      route.fulfill({ status: 403, json: { code: 'membership_required', message: 'This is for active members.' } }),
    );
    await page.getByRole('button', { name: 'Download Monthly Topic Bank' }).click();
    await expect(toast(page)).toContainText('Download failed');
    await expect(toast(page)).toContainText('This is for active members.');
    await expect(page.getByRole('heading', { name: 'Topic Library' })).toBeVisible();
  });
});

/** Every list of the page: where its data comes from, an answer without any, and what its four states show. */
const LISTS = [
  {
    tab: 'guides',
    api: '**/api/documents',
    none: [],
    loading: 'Loading Practice Materials',
    empty: 'Nothing here yet',
    error: 'The guides could not be loaded',
    data: 'Speech Structure Guide',
  },
  {
    tab: 'recordings',
    api: '**/api/recordings?**',
    none: { items: [], nextCursor: null, total: 0 },
    some: {
      items: [
        {
          id: '2b0f5a3e-4b5c-4d8e-9f10-111213141516',
          topic: 'Debate Club on Sunday',
          startTime: '2025-10-05T15:00:00.000Z',
          duration: 92,
          isDebateClub: true,
          recordingFiles: [],
        },
      ],
      nextCursor: null,
      total: 1,
    },
    loading: 'Loading recordings',
    empty: 'No recordings yet',
    error: 'The recordings could not be loaded',
    data: 'Debate Club on Sunday',
  },
  {
    tab: 'schedules',
    api: '**/api/events',
    none: [],
    loading: 'Loading events',
    empty: 'No tournament is scheduled yet',
    error: 'The events could not be loaded',
    data: 'Register by',
  },
  {
    tab: 'schedules',
    api: '**/api/workshops',
    none: { isIncluded: true, workshops: [] },
    some: {
      isIncluded: true,
      workshops: [
        {
          id: '2b0f5a3e-4b5c-4d8e-9f10-111213141517',
          title: 'Cross-Examination',
          description: 'Questions that set up your next speech.',
          datetime: '2041-11-09T17:00:00.000Z',
          endsAt: '2041-11-09T19:00:00.000Z',
          timezone: 'America/New_York',
          location: 'Zoom',
          registrationDeadline: '2041-11-03T04:59:59.000Z',
          state: 'open',
          placesLeft: 7,
          seat: null,
          zoomLink: null,
          sequence: 0,
        },
      ],
    },
    loading: 'Loading workshops',
    empty: 'No workshop is scheduled yet',
    error: 'The workshops could not be loaded',
    data: 'Seats left',
  },
  {
    tab: 'community',
    api: '**/api/office-hours',
    none: { slots: [], mine: null },
    loading: 'Loading office hours',
    empty: 'No office hours at the moment',
    error: 'Office hours could not be loaded',
    data: 'Next slot',
  },
  {
    tab: 'schedules',
    api: '**/api/calendar-feed',
    none: { url: null, createdAt: null },
    loading: 'Loading your calendar link',
    empty: 'Make my calendar link',
    error: 'Your calendar link could not be loaded',
    data: 'Make my calendar link',
  },
] as const;

for (const { tab, api, none, loading, empty, error, data, ...list } of LISTS) {
  const what = api.replaceAll(/[*?]/g, '');

  test(`${what} shows that it loads and moves nothing then, that it failed, and that it is empty`, async ({
    page,
    site,
  }) => {
    const { activeToken } = await readers(site);
    const answerWithData = (route: Route) => ('some' in list ? route.fulfill({ json: list.some }) : route.continue());
    const loadingAnswer = held();
    let answer = async (route: Route): Promise<void> => {
      await loadingAnswer.until;
      await answerWithData(route);
    };
    await page.route(api, (route) => answer(route));
    await openTab(page, site, activeToken, tab);
    await expect(page.getByRole('status', { name: loading })).toBeVisible();
    await page.waitForLoadState('load');
    loadingAnswer.release();
    await expect(page.getByText(data).first()).toBeVisible();
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05);

    answer = (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'A moment, please.' } });
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: error });
    await expect(alert).toContainText('A moment, please.');
    answer = answerWithData;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
    await expect(page.getByText(data).first()).toBeVisible();

    answer = (route) => route.fulfill({ json: none });
    await page.reload();
    await expect(page.getByText(empty).first()).toBeVisible();
  });
}

test('the tabs work by keyboard, and the URL has the open one', async ({ page, site }) => {
  const { activeToken } = await readers(site);
  await openTab(page, site, activeToken, 'guides');
  await page.getByRole('tab', { name: 'Guides' }).focus();
  for (const tab of ['recordings', 'schedules', 'community']) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`${site.siteUrl}/member/resources?tab=${tab}`);
  }
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Expert Office Hours' })).toBeVisible();
});

test('the schedules lead to the session, the tournaments and the bootcamp', async ({ page, site }) => {
  const { activeToken } = await readers(site);
  await openTab(page, site, activeToken, 'schedules');
  const places = (
    await callApi<{ zoomUrl: string; discordUrl: string }>(site, 'GET', '/api/meeting-places', { token: activeToken })
  ).body;
  const join = page.getByRole('link', { name: 'Join This Week' });
  await expect(join).toHaveAttribute('href', places.zoomUrl);
  await expect(join).toHaveAttribute('target', '_blank');
  for (const part of ['Warm-up', 'Main activity', 'Feedback'])
    await expect(page.getByText(part, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/bootcamp-registration');
  await page.getByRole('tab', { name: 'Community' }).click();
  await expect(page.getByRole('link', { name: 'Join Discord' })).toHaveAttribute('href', places.discordUrl);
  await expect(page.getByText('42 members online')).toBeVisible();
});

test('without a Discord community members are not led to one', async ({ page, site }) => {
  const { activeToken, inactiveToken } = await readers(site);
  // Other journeys change the saved links meanwhile.
  await page.route('**/api/meeting-places', async (route) => {
    const response = await route.fetch();
    const json = { ...((await response.json()) as object), discordUrl: null, hasCommunity: false };
    await route.fulfill({ response, json });
  });
  for (const token of [activeToken, inactiveToken]) {
    await openTab(page, site, token, 'community');
    await expect(page.getByText('There is no Discord community at the moment.')).toBeVisible();
    await expect(page.getByText('members online')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Join Discord' })).toHaveCount(0);
  }
});

test('office hours are requested, confirmed by email, and cancelled', async ({ page, site }) => {
  const activeToken = await joinAs(site, newRegistration());
  await openTab(page, site, activeToken, 'community');
  const card = page.getByRole('region', { name: 'Expert Office Hours' });
  await card.getByRole('button', { name: 'Schedule Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a session' });
  await dialog.getByRole('button', { name: 'Request session' }).click();
  await expect(dialog.getByText('Please say what you want to work on')).toBeVisible();
  const topic = 'My second argument falls over as soon as somebody asks for a number.';
  await dialog.getByLabel('What do you want to work on?').fill(topic);
  const when = (await dialog.getByLabel('When').locator('option:checked').innerText()).trim();
  expect(when).toMatch(/^Friday, \w{3} \d{1,2}, 3:[03]0 PM E[SD]T/);
  await dialog.getByRole('button', { name: 'Request session' }).click();

  await expect(toast(page)).toContainText('Session requested');
  await expect(card.getByText('Your session', { exact: true })).toBeVisible();
  await expect(card.getByText(topic)).toBeVisible();
  const email = await emailOf(site, activeToken);
  await expect
    .poll(
      async () => (await emailsTo(site, email)).filter(({ subject }) => subject.startsWith('Your office hours')).length,
      'an email that confirms it',
    )
    .toBe(1);
  // Still booked after a reload, and only for this member.
  await page.reload();
  await expect(card.getByText(topic)).toBeVisible();
  const { body } = await callApi<{ slots: { startsAt: string; isTaken: boolean }[]; mine: null }>(
    site,
    'GET',
    '/api/office-hours',
    { token: (await readers(site)).activeToken },
  );
  expect({ taken: body.slots.filter(({ isTaken }) => isTaken).length > 0, mine: body.mine }).toEqual({
    taken: true,
    mine: null,
  });

  await card.getByRole('button', { name: 'Cancel session' }).click();
  await expect(toast(page)).toContainText('Session cancelled');
  await expect(card.getByRole('button', { name: 'Schedule Session' })).toBeVisible();
});

test('a time that another member takes meanwhile is reported, and the form keeps what was typed', async ({
  page,
  site,
}) => {
  await openTab(page, site, await joinAs(site, newRegistration()), 'community');
  await page.getByRole('button', { name: 'Schedule Session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule a session' });
  await dialog.getByLabel('What do you want to work on?').fill('A rebuttal in ninety seconds');
  const startsAt = await dialog.getByLabel('When').inputValue();
  expect(
    (
      await callApi(site, 'POST', '/api/office-hours', {
        token: await joinAs(site, newRegistration()),
        body: { startsAt, topic: 'Voice' },
      })
    ).status,
  ).toBe(201);

  await dialog.getByRole('button', { name: 'Request session' }).click();
  await expect(dialog.getByText('Someone else has just taken this time. Please choose another.')).toBeVisible();
  await expect(dialog.getByLabel('When')).not.toHaveValue(startsAt);
  await expect(dialog.getByLabel('What do you want to work on?')).toHaveValue('A rebuttal in ninety seconds');
  await dialog.getByRole('button', { name: 'Request session' }).click();
  await expect(page.getByText('Your session', { exact: true })).toBeVisible();
});

test('a calendar link is made, followed, replaced and turned off', async ({ page, site }) => {
  const activeToken = await joinAs(site, newRegistration());
  await openTab(page, site, activeToken, 'schedules');
  const card = page.getByRole('region', { name: 'Your Calendar' });
  await card.getByRole('button', { name: 'Make my calendar link' }).click();
  const link = card.getByLabel('Your calendar link');
  const first = await link.inputValue();
  const read = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, text: await answer.text() };
  };
  expect((await read(first)).text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  await expect(card.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  );

  await card.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Keep Link' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Replace Link' }).click();
  await expect(toast(page)).toContainText('Calendar link replaced');
  await expect(link).not.toHaveValue(first);
  const second = await link.inputValue();
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);

  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn Off Link' }).click();
  await expect(card.getByRole('button', { name: 'Make my calendar link' })).toBeVisible();
  expect((await read(second)).status).toBe(404);
});
