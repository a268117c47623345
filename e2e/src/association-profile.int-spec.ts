import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MeetingLinks } from '@lectern/contracts/content/association-profile';
import { LOGO_BYTES_MAX } from '@lectern/contracts/content/logo-model';
import type { SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { aPng } from '@lectern/test-kit/png';
import { newEmail } from './testing/accounts.ts';
import { emailTo } from './testing/mailbox.ts';
import { operateOn } from './testing/operate.ts';
import { adminTokenOf, callApi, joinAs, newRegistration, patiently } from './testing/person.ts';
import { newStaff, type Staff } from './testing/staff.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* The association's profile and meeting places as staff change them in the console: every service follows. */

/** As each process has it. */
const LIVE_WITHIN_MS = 5_000;
const HARBOR = {
  ...SHIPPED_SITE_TEXTS.profile,
  name: 'Harbor',
  fullName: 'Harbor Debate & Speech',
  timeZone: 'America/New_York',
  supportEmail: 'help@harbor.example',
  postalAddress: '1 Harbor Square, Springfield',
  taxNumber: '12-3456789',
  color: '#004080',
  social: [],
};
const PLACES = { zoomUrl: 'https://zoom.us/j/9', discordUrl: null };

let system: RunningSystem;
let owner: string;
let editor: Staff;
let member: string;
let feedUrl: string;

beforeAll(async () => {
  system = await startSystem();
  owner = await adminTokenOf(system);
  editor = await newStaff(system, 'editor');
  member = await joinAs(system, newRegistration());
  feedUrl = (await callApi<{ url: string }>(system, 'POST', '/api/calendar-feed', { token: member })).body.url;
});
afterAll(() => system.stop());

const read = async (key: string) =>
  (await callApi<SiteTextVersion>(system, 'GET', `/api/admin/site/${key}`, { token: owner })).body;
const save = async (key: string, value: object, token = owner) => {
  const { version } = await read(key);
  return callApi(system, 'PUT', '/api/admin/site', { token, body: { key, value, version } });
};
const calendar = async (): Promise<string> => (await fetch(feedUrl)).text();
const preview = async (): Promise<string> =>
  (
    await callApi<{ html: string }>(system, 'POST', '/api/admin/email-campaigns/preview', {
      token: owner,
      body: { subject: 'News', content: 'Hello.', list: 'newsletter' },
    })
  ).body.html;
const places = async (): Promise<MeetingLinks> =>
  (await callApi<MeetingLinks & Record<string, unknown>>(system, 'GET', '/api/meeting-places', { token: member })).body;

const card = async (path: string) => fetch(system.siteUrl + path, { redirect: 'manual' });

describe('the association’s own data', () => {
  it('are changed by staff with the permission for settings alone, and an editor reads them', async () => {
    for (const [key, value] of [
      ['profile', HARBOR],
      ['meetingPlaces', PLACES],
    ] as const) {
      const { status, body } = await save(key, value, editor.token);
      expect([status, body['code'], body['message']]).toEqual([
        403,
        'permission_missing',
        'Only an owner or manager may change the settings of the association.',
      ]);
      const restored = await callApi(system, 'POST', `/api/admin/site/${key}/restore`, {
        token: editor.token,
        body: { version: 1, restore: 1 },
      });
      expect([restored.status, restored.body['code']]).toEqual([403, 'permission_missing']);
      expect((await callApi(system, 'GET', `/api/admin/site/${key}`, { token: editor.token })).status).toBe(200);
      expect(await read(key)).toMatchObject({ version: 1, value: SHIPPED_SITE_TEXTS[key] });
    }
  });

  it('that cannot be are refused with the field, and nothing is saved', async () => {
    const { status, body } = await save('profile', { ...HARBOR, color: '#ff8d7d', timeZone: 'Mars/Olympus' });
    expect([status, body['fields']]).toEqual([
      400,
      {
        'value.color': 'Color is too light to be read on the pages. Choose a darker one',
        'value.timeZone': 'Choose a time zone such as America/Los_Angeles',
      },
    ]);
    expect(await read('profile')).toMatchObject({ version: 1 });
  });

  it('are followed by emails, campaigns, calendars and members’ pages within seconds', async () => {
    expect(await calendar()).toContain('X-WR-CALNAME:Lectern');
    expect((await card('/og/about.png')).headers.get('content-type')).toBe('image/png');
    expect((await card('/og/an-article-of-today.png')).headers.get('location')).toBe('/og/resources.png');
    expect((await save('profile', HARBOR)).status).toBe(200);
    expect((await save('meetingPlaces', PLACES)).status).toBe(200);
    const from = performance.now();
    await patiently('the campaign', async () => {
      const html = await preview();
      for (const part of [HARBOR.name, HARBOR.postalAddress, HARBOR.color]) expect(html).toContain(part);
    });
    await patiently('the calendar', async () => {
      const text = await calendar();
      expect(text).toContain('X-WR-CALNAME:Harbor');
      expect(text).toContain(`LOCATION:${PLACES.zoomUrl}`);
      // Eight in the morning of New York.
      expect(text).toMatch(/UID:debate-club-[^]*?DTSTART:\d{8}T1[23]0000Z/);
    });
    await patiently('the meeting places', async () => expect(await places()).toMatchObject(PLACES));
    expect((await callApi(system, 'GET', '/api/site')).body).toMatchObject({ profile: HARBOR });
    // The cards of the build have the name of another association.
    for (const path of ['/og/about.png', '/og/an-article-of-today.png'])
      await patiently('the card', async () => expect((await card(path)).headers.get('location')).toBe('/og/plain.png'));
    expect((await card('/og/plain.png')).headers.get('content-type')).toBe('image/png');
    expect((await card('/og/association.txt')).status).toBe(404);
    expect(performance.now() - from).toBeLessThan(LIVE_WITHIN_MS);

    await patiently('an email', async () => {
      const [writer, message] = [newEmail(), 'When does the next season begin?'];
      const sent = await callApi(system, 'POST', '/api/contact', {
        body: { name: 'Ada Okafor', email: writer, message },
      });
      expect(sent.status).toBe(201);
      const { html } = await emailTo(system, writer, () => true);
      expect(html).toContain(HARBOR.color);
      expect(html).toContain(HARBOR.name);
      expect(html).not.toContain('Lectern');
    });
    expect(await emailTo(system, HARBOR.supportEmail, () => true)).toBeDefined();
  });

  it('have a logo that staff upload, which is drawn again and never changes under its path', async () => {
    const upload = async (body: BodyInit, token = owner, type = 'image/png') => {
      const response = await fetch(`${system.siteUrl}/api/admin/logos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const mark = new Uint8Array(aPng(600, 600));
    expect(await upload(mark, editor.token)).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
    expect(await upload('<svg xmlns="http://www.w3.org/2000/svg"/>')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { file: expect.stringContaining('not a PNG or WebP') as string } },
    });
    // Judged by its contents.
    expect(await upload('<html></html>', owner, 'image/png')).toMatchObject({ status: 400 });
    expect(await upload(mark, owner, 'text/html')).toMatchObject({ body: { code: 'body_type_refused' } });
    expect(await upload(new Uint8Array(LOGO_BYTES_MAX + 1))).toMatchObject({ status: 413 });

    const { status, body } = await upload(mark);
    expect([status, body]).toEqual([
      200,
      { id: expect.stringMatching(/^[0-9a-f]{64}$/) as string, width: 512, height: 512 },
    ]);
    const logo = body['id'] as string;
    expect((await save('profile', { ...HARBOR, logo: '0'.repeat(64) })).body['fields']).toEqual({
      'value.logo': 'This logo is no longer stored. Choose it again',
    });
    expect(await save('profile', { ...HARBOR, logo })).toMatchObject({ status: 200, body: { value: { logo } } });
    const served = await fetch(`${system.siteUrl}/api/logos/${logo}`);
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${logo}"`,
      'x-content-type-options': 'nosniff',
    });
    expect(
      Buffer.from(await served.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect((await fetch(`${system.siteUrl}/api/logos/${'0'.repeat(64)}`)).status).toBe(404);
  });

  it('are the environment’s again when version 1 is restored, and after the operator has them published again', async () => {
    for (const key of ['profile', 'meetingPlaces']) {
      const { version } = await read(key);
      const body = { version, restore: 1 };
      const { status } = await callApi(system, 'POST', `/api/admin/site/${key}/restore`, { token: owner, body });
      expect(status).toBe(200);
    }
    await operateOn(system, ['republish']);
    await patiently('the calendar', async () => {
      const text = await calendar();
      expect(text).toContain('X-WR-CALNAME:Lectern');
      expect(text).toContain(`LOCATION:${SHIPPED_SITE_TEXTS.meetingPlaces.zoomUrl}`);
    });
    expect(await places()).toMatchObject(SHIPPED_SITE_TEXTS.meetingPlaces);
  });
});
