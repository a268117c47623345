import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Announcement, AnnouncementAudience, AnnouncementReader } from '@lectern/contracts/content/announcement';
import { listAnnouncements } from '@lectern/contracts/content/announcement-rpc';
import { readSite, readSiteText, saveSiteText } from '@lectern/contracts/content/site-text-rpc';
import { type RunningContent, startContent } from '../testing/running-content.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};
const SECOND = 1_000;

let running: RunningContent;

beforeAll(async () => {
  running = await startContent({});
});
afterAll(() => running.stop());

const announcement = (
  title: string,
  audience: AnnouncementAudience = 'everyone',
  times: { from?: number; until?: number } = {},
): Announcement => ({
  title,
  text: 'A text.',
  link: '/recordings',
  linkText: 'Watch',
  audience,
  from: times.from === undefined ? null : new Date(times.from).toISOString(),
  until: times.until === undefined ? null : new Date(times.until).toISOString(),
});
const announce = async (...announcements: Announcement[]): Promise<void> => {
  const { version } = await running.rpc.call(readSiteText, { key: 'announcements', by: BY });
  await running.rpc.call(saveSiteText, { text: { key: 'announcements', version, value: { announcements } }, by: BY });
};
const shownTo = async (reader: AnnouncementReader): Promise<string[]> =>
  (await running.rpc.call(listAnnouncements, { reader })).map(({ title }) => title);

describe('announcements', () => {
  it('are the shipped two until somebody changes them', async () => {
    expect(await running.rpc.call(listAnnouncements, { reader: 'inactive_member' })).toEqual([
      expect.objectContaining({ link: { to: '/practice-topics', text: 'Practice a topic' } }),
      expect.objectContaining({ link: { to: '/recordings', text: 'Watch the recordings' } }),
    ]);
  });

  it('leave the service for their audience alone, in the order of the form, and not with the public texts', async () => {
    await announce(
      announcement('All'),
      announcement('Annual', 'annual_members'),
      announcement('Active', 'active_members'),
      announcement('Without', 'without_membership'),
    );
    expect(await shownTo('inactive_member')).toEqual(['All', 'Without']);
    expect(await shownTo('active_member')).toEqual(['All', 'Active']);
    expect(await shownTo('annual_member')).toEqual(['All', 'Annual', 'Active']);
    expect(await running.rpc.call(readSite, {})).not.toHaveProperty('announcements');
  });

  it('begin and end at their time without another request, on every replica', async () => {
    await running.start();
    const now = Date.now();
    await announce(
      announcement('Over', 'everyone', { until: now - SECOND }),
      announcement('Tomorrow', 'everyone', { from: now + 86_400 * SECOND }),
      announcement('Ends', 'everyone', { until: now + 3 * SECOND }),
      announcement('Begins', 'everyone', { from: now + 3 * SECOND }),
    );
    expect(await shownTo('active_member')).toEqual(['Ends']);
    // Competing replicas answer in turn.
    const seen = new Set<string>();
    while (Date.now() < now + 3 * SECOND) seen.add((await shownTo('active_member')).join());
    expect([...seen].filter((titles) => titles !== 'Begins')).toEqual(['Ends']);
    for (let read = 0; read < 6; read += 1) expect(await shownTo('active_member')).toEqual(['Begins']);
  });
});
