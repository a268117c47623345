import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminActed,
  associationProfileChanged,
  clubScheduleChanged,
  meetingPlacesChanged,
  officeHoursScheduleChanged,
} from '@lectern/contracts/content/events';
import { republishTexts } from '@lectern/contracts/content/operator-rpc';
import { listBlogPosts, readMeetingPlaces } from '@lectern/contracts/content/rpc';
import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import * as content from '@lectern/contracts/content/site-text-rpc';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { STAFF_ROLES, type StaffRole } from '@lectern/contracts/identity/staff-role';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { anArticle, type RunningContent, startContent } from '../testing/running-content.ts';

const byA = (role: StaffRole) => ({
  adminId: randomUUID(),
  role,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
});
const OWNER = byA('owner');
/** As the environment below says it. */
const FIRST: SiteTextValue<'profile'> = {
  ...SHIPPED_SITE_TEXTS.profile,
  name: 'Harbor',
  timeZone: 'America/New_York',
  supportEmail: 'help@harbor.example',
  postalAddress: '1 Harbor Square, Springfield',
  social: [{ link: 'https://www.youtube.com/@harbor' }],
  color: '#004080',
};
const LINKS = { zoomUrl: 'https://zoom.us/j/8123456789', discordUrl: 'https://discord.com/invite/members' };

let running: RunningContent;

beforeAll(async () => {
  running = await startContent(
    { articles: [anArticle()] },
    {
      ASSOCIATION_NAME: 'Harbor',
      ASSOCIATION_TIME_ZONE: 'America/New_York',
      SUPPORT_EMAIL: 'help@harbor.example',
      ASSOCIATION_ADDRESS: '1 Harbor Square, Springfield',
      ASSOCIATION_SOCIAL_URLS: 'none https://www.youtube.com/@harbor http://harbor.example',
      ASSOCIATION_COLOR: '#004080',
    },
  );
});
afterAll(() => running.stop());
beforeEach(() => emptyTables(running.dataSource, 'site_text_versions, outbox'));

const read = async (key: 'profile' | 'meetingPlaces', by = OWNER) =>
  running.rpc.call(content.readSiteText, { key, by });
const saveProfile = (version: number, value: SiteTextValue<'profile'>, by = OWNER) =>
  running.rpc.call(content.saveSiteText, { text: { key: 'profile', version, value }, by });
const saveLinks = (version: number, value: SiteTextValue<'meetingPlaces'>, by = OWNER) =>
  running.rpc.call(content.saveSiteText, { text: { key: 'meetingPlaces', version, value }, by });
const shown = async () => (await running.rpc.call(content.readSite, {})).profile;
const placesOf = (reader: 'active_member' | 'inactive_member') => running.rpc.call(readMeetingPlaces, { reader });

describe('the profile of the association', () => {
  it('is what the environment says until somebody saves one, and again when version 1 is restored', async () => {
    expect(await read('profile')).toEqual({ key: 'profile', value: FIRST, version: 1, savedAt: null, savedBy: null });
    expect(await shown()).toEqual(FIRST);
    const bay = { ...FIRST, name: 'Bay', postalAddress: null, taxNumber: '12-3456789', social: [] };
    await saveProfile(1, bay);
    expect(await shown()).toEqual(bay);
    await running.rpc.call(content.restoreSiteText, { key: 'profile', version: 2, restore: 1, by: OWNER });
    expect(await read('profile')).toMatchObject({ version: 3, value: FIRST });
  });

  it('signs the articles without an author', async () => {
    const author = async () => (await running.rpc.call(listBlogPosts, {}))[0]?.author;
    expect(await author()).toBe('The Harbor Team');
    await saveProfile(1, { ...FIRST, name: 'Bay' });
    expect(await author()).toBe('The Bay Team');
  });

  it('of an edit that began from an older version is not saved, and the error names the changed fields', async () => {
    await saveProfile(1, { ...FIRST, supportEmail: 'us@harbor.example', timeZone: 'Europe/Berlin' });
    await expect(saveProfile(1, { ...FIRST, name: 'Bay' })).rejects.toMatchObject({
      code: 'version_conflict',
      message: expect.stringContaining('the time zone and support email') as string,
      fields: { timeZone: expect.any(String) as string, supportEmail: expect.any(String) as string },
    });
    expect(await shown()).toMatchObject({ name: 'Harbor', supportEmail: 'us@harbor.example' });
  });

  it('and its colors, time zone and links are checked where it is saved', async () => {
    for (const wrong of [
      { color: '#ff8d7d' },
      { secondColor: 'blue' },
      { timeZone: 'EST' },
      { social: [{ link: 'javascript:alert(1)' }] },
      { name: 'Harbor\r\nBcc: a@b.example' },
    ])
      await expect(saveProfile(1, { ...FIRST, ...wrong })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await read('profile')).toMatchObject({ version: 1 });
  });
});

describe('the meeting places', () => {
  it('are what the environment says until somebody saves others, and no public text', async () => {
    expect(await read('meetingPlaces')).toMatchObject({ version: 1, value: LINKS });
    expect(await placesOf('active_member')).toEqual({ ...LINKS, hasCommunity: true });
    const next = { zoomUrl: 'https://zoom.us/j/9', discordUrl: null };
    await saveLinks(1, next);
    expect(await placesOf('active_member')).toEqual({ ...next, hasCommunity: false });
    expect(await placesOf('inactive_member')).toEqual({ zoomUrl: null, discordUrl: null, hasCommunity: false });
    expect(JSON.stringify(await running.rpc.call(content.readSite, {}))).not.toContain('zoom.us');
  });
});

describe('the association’s own data', () => {
  it('are changed with the permission for settings alone; other texts are not settings', async () => {
    const cells: Record<string, string[]> = {};
    for (const role of STAFF_ROLES) {
      const by = byA(role);
      const attempts = {
        profile: () => saveProfile(1, FIRST, by),
        meetingPlaces: () => saveLinks(1, LINKS, by),
        restore: () => running.rpc.call(content.restoreSiteText, { key: 'profile', version: 1, restore: 1, by }),
        readLinks: () => read('meetingPlaces', by),
        readLinksVersion: () => running.rpc.call(content.readSiteTextVersion, { key: 'meetingPlaces', version: 1, by }),
        team: () =>
          running.rpc.call(content.saveSiteText, {
            text: { key: 'team', version: 1, value: SHIPPED_SITE_TEXTS.team },
            by,
          }),
        readProfile: () => read('profile', by),
      };
      cells[role] = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        const code = await attempt().then(
          () => 'in',
          (error: unknown) => (error as { code: string }).code,
        );
        if (code === 'in') cells[role].push(name);
        else expect(code).toBe('permission_missing');
      }
    }
    const everything = ['profile', 'meetingPlaces', 'restore', 'readLinks', 'readLinksVersion', 'team', 'readProfile'];
    expect(cells).toEqual({
      owner: everything,
      manager: everything,
      treasurer: ['readProfile'],
      director: ['readProfile'],
      editor: ['readLinks', 'readLinksVersion', 'team', 'readProfile'],
      viewer: ['readProfile'],
    });
  });
});

describe('the services that follow texts', () => {
  const published = async (): Promise<[string, object][]> =>
    (
      await running.dataSource.query<{ name: string; payload: object }[]>(
        'SELECT name, payload FROM outbox WHERE name <> $1 ORDER BY occurred_at, id',
        [adminActed.name],
      )
    ).map(({ name, payload }) => [name, payload]);
  const { name, timeZone, supportEmail, postalAddress, color, secondColor } = FIRST;
  const forServices = { name, timeZone, supportEmail, postalAddress, color, secondColor };

  it('get what they need of each version, in the transaction that saves it', async () => {
    await saveProfile(1, { ...FIRST, name: 'Bay' });
    await saveProfile(1, { ...FIRST, name: 'Bay' });
    await saveLinks(1, { ...LINKS, zoomUrl: 'https://zoom.us/j/9' });
    await expect(saveProfile(1, { ...FIRST, name: 'Cove' })).rejects.toMatchObject({ code: 'version_conflict' });
    expect(await published()).toEqual([
      [associationProfileChanged.name, { version: 2, profile: { ...forServices, name: 'Bay' } }],
      [meetingPlacesChanged.name, { version: 2, places: { zoomUrl: 'https://zoom.us/j/9' } }],
    ]);
  });

  it('get the current versions again when the operator has them published', async () => {
    await saveLinks(1, { ...LINKS, zoomUrl: 'https://zoom.us/j/9' });
    await emptyTables(running.dataSource, 'outbox');
    expect(await running.rpc.call(republishTexts, {})).toEqual({ published: 4 });
    expect(Object.fromEntries(await published())).toMatchObject({
      [associationProfileChanged.name]: { version: 1, profile: forServices },
      [meetingPlacesChanged.name]: { version: 2, places: { zoomUrl: 'https://zoom.us/j/9' } },
      [clubScheduleChanged.name]: { version: 1 },
      [officeHoursScheduleChanged.name]: { version: 1 },
    });
  });
});

/** The last one: the replicas of the suite have stopped. */
describe('the profile in production', () => {
  it('is not saved without a postal address in production, because emails to lists must carry it', async () => {
    await running.stopReplicas();
    await running.start({ DEPLOYMENT: 'production' });
    await expect(saveProfile(1, { ...FIRST, postalAddress: null })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { 'value.postalAddress': 'Enter the postal address: emails to lists must carry it' },
    });
    expect(await saveProfile(1, { ...FIRST, postalAddress: 'Elsewhere 2' })).toMatchObject({ version: 2 });
  });
});
