import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { associationProfileChanged } from '@lectern/contracts/content/events';
import * as content from '@lectern/contracts/content/rpc';
import { setUpSite } from '@lectern/contracts/content/setup-rpc';
import { readSite, readSiteText, listSiteTextVersions } from '@lectern/contracts/content/site-text-rpc';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import type { StartWith } from '@lectern/contracts/start-with';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { aDocument, anArticle, aTestimonial, type RunningContent, startContent } from '../testing/running-content.ts';

const ADMIN_ID = randomUUID();
const BY = { adminId: ADMIN_ID, role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' } };
const PROFILE = {
  name: 'Harbor',
  fullName: 'Harbor Debate & Speech',
  founded: '2026',
  supportEmail: 'help@harbor.example',
  timeZone: 'Europe/Berlin',
  color: '#004080',
  secondColor: '#1b5e20',
};
const FILES = { articles: [anArticle()], testimonials: [aTestimonial()], documents: [aDocument()] };

let running: RunningContent;

beforeAll(async () => {
  running = await startContent(FILES);
});
afterAll(() => running.stop());
beforeEach(async () => {
  await emptyTables(running.dataSource, 'site_text_versions, sample_removal, outbox');
  await setUp('sample', SHIPPED_SITE_TEXTS.profile);
  await emptyTables(running.dataSource, 'outbox');
});

const setUp = (
  startWith: StartWith,
  { name, fullName, founded, supportEmail, timeZone, color, secondColor } = PROFILE,
) =>
  running.rpc.call(setUpSite, {
    profile: { name, fullName, founded, supportEmail, timeZone, color, secondColor },
    startWith,
    adminId: ADMIN_ID,
  });
const shown = async () => ({
  articles: (await running.rpc.call(content.listBlogPosts, {})).map(({ slug }) => slug),
  testimonials: (await running.rpc.call(content.listTestimonials, {})).map(({ name }) => name),
  documents: (await running.rpc.call(content.listDocuments, {})).map(({ key }) => key),
  team: (await running.rpc.call(readSite, {})).team,
});
const SAMPLE = {
  articles: ['how-to-begin'],
  testimonials: ['Ada O.'],
  documents: ['rules'],
  team: SHIPPED_SITE_TEXTS.team,
};
const EMPTY = { articles: [], testimonials: [], documents: ['rules'], team: { isSample: false, people: [] } };
const versions = async (key: 'profile' | 'team') =>
  (await running.rpc.call(listSiteTextVersions, { key })).items.map(({ version, savedBy }) => [version, savedBy]);

describe('the setup of the site', () => {
  it('saves the profile as a version of the administrator to be, and publishes it once', async () => {
    await setUp('sample');
    await Promise.all([setUp('sample'), setUp('sample')]);
    expect((await running.rpc.call(readSite, {})).profile).toEqual({ ...SHIPPED_SITE_TEXTS.profile, ...PROFILE });
    expect(await versions('profile')).toEqual([
      [2, ADMIN_ID],
      [1, null],
    ]);
    const published = await running.dataSource.query<{ payload: object }[]>(
      'SELECT payload FROM outbox WHERE name = $1',
      [associationProfileChanged.name],
    );
    expect(published).toMatchObject([{ payload: { version: 2, profile: { name: 'Harbor' } } }]);
    expect(await shown()).toEqual(SAMPLE);
  });

  it('leaves the site without samples, also after the next start, and with the documents', async () => {
    await setUp('empty');
    expect(await shown()).toEqual(EMPTY);
    const left = 'SELECT (SELECT count(*)::int FROM blog_posts) + (SELECT count(*)::int FROM testimonials) AS rows';
    expect(await running.dataSource.query(left)).toEqual([{ rows: 0 }]);
    await running.start();
    expect(await shown()).toEqual(EMPTY);
    expect(await versions('team')).toEqual([
      [2, ADMIN_ID],
      [1, null],
    ]);
  });

  it('follows the last choice when it is repeated', async () => {
    await setUp('empty');
    await setUp('sample', { ...PROFILE, name: 'Bay' });
    expect(await shown()).toEqual(SAMPLE);
    expect((await running.rpc.call(readSite, {})).profile.name).toBe('Bay');
    await setUp('empty', { ...PROFILE, name: 'Bay' });
    expect(await shown()).toEqual(EMPTY);
  });

  it('says nothing that holds for the sample association alone, and all of it again with its samples', async () => {
    const places = () => running.rpc.call(content.readMeetingPlaces, { reader: 'active_member' });
    const configured = await places();
    await setUp('empty');
    const sample = /lectern|\d+\+|\b2019\b|9 AM/i;
    const { profile, homePage, howItWorksPage, aboutPage, contactPage } = await running.rpc.call(readSite, {});
    expect(profile).toMatchObject({ billingEmail: PROFILE.supportEmail, careersEmail: null, social: [] });
    // The operator has configured them.
    expect(await places()).toEqual(configured);
    for (const text of [profile, homePage, howItWorksPage, aboutPage, contactPage.liveChat.hours])
      expect(JSON.stringify(text)).not.toMatch(sample);
    const hours = async () => (await running.rpc.call(readSiteText, { key: 'officeHours', by: BY })).value;
    expect(await hours()).toMatchObject({ slotsPerWeek: 0, timeZone: PROFILE.timeZone });
    await setUp('sample');
    expect(await hours()).toEqual(SHIPPED_SITE_TEXTS.officeHours);
    const { profile: _profile, ...texts } = await running.rpc.call(readSite, {});
    expect(SHIPPED_SITE_TEXTS).toMatchObject(texts);
    expect(await places()).toEqual(configured);
  });

  it('keeps an article that administrators wrote or changed', async () => {
    await running.dataSource.query(`UPDATE blog_posts SET is_managed = true WHERE slug = 'how-to-begin'`);
    await setUp('empty');
    expect((await shown()).articles).toEqual(['how-to-begin']);
    await running.dataSource.query(`UPDATE blog_posts SET is_managed = false`);
  });
});
