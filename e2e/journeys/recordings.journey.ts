import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi, patiently } from '../src/testing/person.ts';
import { held, paidMember, tokenOf, unpaidMember } from './member.ts';
import { expect, logIn, test, toast } from './site.ts';

/** Adds a recording to the Zoom emulator; resolves once a member sees it. */
const record = async (
  site: RunFile,
  token: string,
  recording: { topic: string; startTime: string; duration?: number; files?: object[] },
): Promise<void> => {
  const answer = await fetch(`${site.sandboxUrl}/zoom/test_helpers/recordings`, {
    method: 'POST',
    body: JSON.stringify(recording),
  });
  expect(answer.status).toBe(201);
  await patiently(`seeing ${recording.topic}`, async () => {
    const { body } = await callApi<{ topic: string }[]>(site, 'GET', '/api/recordings', { token });
    if (!body.some(({ topic }) => topic === recording.topic)) throw new Error('Not there yet');
  });
};

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

  test('are listed by date, and open at Zoom for active members', async ({ page, site, context }) => {
    const member = await paidMember(site);
    await logIn(page, site, member);
    const token = await tokenOf(page);
    const topic = `Weekly Debate Club ${Date.now()}`;
    await record(site, token, { topic, startTime: '2026-03-08T15:00:00Z', duration: 92 });
    await record(site, token, {
      topic: `${topic}, sound only`,
      startTime: '2026-03-08T18:00:00Z',
      files: [{ recording_type: 'audio_only', file_type: 'M4A' }],
    });

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

    // A member who has not paid sees the list, why it is closed, and how to join.
    await page.evaluate(() => localStorage.removeItem('userToken'));
    await logIn(page, site, await unpaidMember(site));
    await page.goto(`${site.siteUrl}/recordings`);
    await expect(card.getByRole('button', { name: 'Member access required' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Join the Debate Club' })).toHaveAttribute('href', '/register');
  });

  test('show that they load, that there are none, and that loading failed', async ({ page, site }) => {
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
    await expect(
      page.getByText('Recordings are typically available within a few hours after each session.'),
    ).toBeVisible();

    await page.unroute(LIST);
    await page.route(LIST, (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Please try again later.' } }),
    );
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'Unable to Load Recordings' })).toBeVisible();
    await page.unroute(LIST);
    await page.route(LIST, (route) => route.fulfill({ json: { items: [of(1)], nextCursor: null, total: 1 } }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Session 1' })).toBeVisible();
  });

  test('come page by page: the focus moves to the first new one, and the number is announced', async ({
    page,
    site,
  }) => {
    const member = await paidMember(site);
    await logIn(page, site, member);
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
    await expect(toast(page)).toContainText('Not Available');
    await expect(toast(page)).toContainText('This recording is not available for playback.');
  });
});
