import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { Announcement } from '@lectern/contracts/content/announcement';
import type { DocumentHistoryEntry, ManagedDocument } from '@lectern/contracts/content/document-http';
import { DOCUMENT_BYTES_MAX } from '@lectern/contracts/content/document-model';
import type { DocumentListing } from '@lectern/contracts/content/model';
import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import type { SiteTextHistoryEntry, SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { isOn, nextOn } from '@lectern/contracts/weekday';
import { addDays } from '@lectern/contracts/zoned-time';
import { aPng } from '@lectern/test-kit/png';
import {
  adminTokenOf,
  callApi,
  joinAs,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from './testing/person.ts';
import { aPdf, hasContentsOf } from './testing/pdf.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* The texts and documents of the site as a browser without JavaScript and a search engine get them, from two gateways. */

/** A change is on every gateway within this time. */
const LIVE_WITHIN_MS = 5_000;
/** The page that shows a text. */
const PAGES = {
  homeQuestions: '/',
  clubQuestions: '/debate-club',
  curriculum: '/debate-club',
  contactQuestions: '/contact',
  team: '/about',
  homePage: '/',
  plans: '/',
  clubPage: '/debate-club',
  bootcampPage: '/classes',
  howItWorksPage: '/how-it-works',
  tournamentsPage: '/tournaments',
  aboutPage: '/about',
  contactPage: '/contact',
  resourcesPage: '/resources',
  subscribePage: '/subscribe',
  newslettersPage: '/newsletters',
} as const satisfies Partial<Record<SiteTextKey, string>>;

let system: RunningSystem;
let token: string;

beforeAll(async () => {
  system = await startSystem({ LECTERN_REPLICAS: '2' });
  token = await adminTokenOf(system);
});
afterAll(() => system.stop());

const admin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  callApi<T>(system, method, `/api/admin/site${path}`, { token, ...(body === undefined ? {} : { body }) });
const save = async (key: SiteTextKey, value: object): Promise<SiteTextVersion> => {
  const { version } = (await admin<SiteTextVersion>('GET', `/${key}`)).body;
  const { status, body } = await admin<SiteTextVersion>('PUT', '', { key, value, version });
  expect([status, body]).toEqual([200, expect.objectContaining({ key, value })]);
  return body;
};
const pageAt = async (siteUrl: string, path: string): Promise<string> => (await fetch(siteUrl + path)).text();
/** The page of every gateway, once each holds it; fails where one takes longer than it may. */
const everywhere = async (path: string, holds: (html: string) => boolean): Promise<string[]> => {
  const from = performance.now();
  const pages = await Promise.all(
    system.siteUrls.map((siteUrl) =>
      patiently(`waiting for ${path} of ${siteUrl}`, async () => {
        const html = await pageAt(siteUrl, path);
        if (!holds(html)) throw new Error('Not yet');
        return html;
      }),
    ),
  );
  expect(performance.now() - from).toBeLessThan(LIVE_WITHIN_MS);
  return pages;
};
const snapshotIn = (html: string): { site?: Record<string, unknown> } =>
  JSON.parse(/<script type="application\/json" id="snapshot">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as object;

/** A value of the same form with this text in every text. */
const filledWith = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => filledWith(item, text));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledWith(each, text)]));
  return value;
};

describe('a text of the site', () => {
  it('is on the pages of every gateway within seconds, with the data that the browser takes over', async () => {
    expect(system.siteUrls).toHaveLength(2);
    const questions = [{ question: 'Is there coffee?', answer: 'Yours.' }];
    const saved = await save('homeQuestions', { questions });
    expect(saved.savedBy?.name).toBe('Administrator');
    for (const html of await everywhere('/', (text) => text.includes('Is there coffee?'))) {
      expect(html).toContain('<summary>Is there coffee?</summary><p>Yours.</p>');
      expect(html).not.toContain('Do I need any experience?');
      expect(snapshotIn(html).site).toMatchObject({ homeQuestions: { questions } });
      expect(html).toContain('"acceptedAnswer":{"@type":"Answer","text":"Yours."}');
    }
    expect((await callApi(system, 'GET', '/api/site')).body).toMatchObject({
      homeQuestions: { questions },
      clubQuestions: SHIPPED_SITE_TEXTS.clubQuestions,
    });
  });

  it('is restored as a new version, which the pages show as soon', async () => {
    const { version } = (await admin<SiteTextVersion>('GET', '/homeQuestions')).body;
    const restored = await admin<SiteTextVersion>('POST', '/homeQuestions/restore', { version, restore: 1 });
    expect(restored).toMatchObject({ status: 200, body: { version: version + 1 } });
    await everywhere('/', (text) => text.includes('Do I need any experience?'));
    const { items } = (await admin<{ items: SiteTextHistoryEntry[] }>('GET', '/homeQuestions/versions?limit=2')).body;
    expect(items).toMatchObject([
      { version: version + 1, restoredFrom: 1, savedBy: { name: 'Administrator' } },
      { version, restoredFrom: null },
    ]);
  });

  it('is refused in another form, with the place of what is wrong', async () => {
    const wrong = { questions: [{ question: '', answer: 'A.', html: '<b>' }] };
    expect(await admin('PUT', '', { key: 'clubQuestions', value: wrong, version: 1 })).toMatchObject({
      status: 400,
      body: {
        fields: {
          'value.questions.0.question': 'Enter the question',
          'value.questions.0.html': 'Unknown field',
        },
      },
    });
    expect((await admin('GET', '/nothing')).status).toBe(400);
    expect((await admin('GET', '/team/versions/99')).status).toBe(404);
  });

  it('of a page is on it at every gateway, in its title and description too, with the values that it names', async () => {
    const shipped = SHIPPED_SITE_TEXTS.homePage;
    const { version } = await save('homePage', {
      ...shipped,
      searchResult: { title: 'Speak in {founded} words', description: 'For {monthlyPrice} a month.' },
      opening: { ...shipped.opening, title: 'Stand up & speak every {day}.' },
    });
    for (const html of await everywhere('/', (text) => text.includes('Stand up &amp; speak every Sunday.</h1>'))) {
      expect(html).toContain('<title>Speak in 2019 words · Lectern</title>');
      expect(html).toContain('<meta name="description" content="For $95 a month."/>');
      expect(html).toContain('<meta property="og:title" content="Speak in 2019 words"/>');
      expect(html).toContain(shipped.whyJoin.lead);
      expect(html).not.toContain(shipped.opening.title);
      expect(snapshotIn(html).site).toMatchObject({
        homePage: { opening: { title: 'Stand up & speak every {day}.' } },
      });
    }
    const cardOf = async (siteUrl: string): Promise<string | null> =>
      (await fetch(`${siteUrl}/og/home.png`, { redirect: 'manual' })).headers.get('location');
    expect(await Promise.all(system.siteUrls.map(cardOf))).toEqual(['/og/plain.png', '/og/plain.png']);
    const typo = { ...shipped, opening: { ...shipped.opening, lead: 'Every {dya}.' } };
    expect(await admin('PUT', '', { key: 'homePage', value: typo, version })).toMatchObject({
      status: 400,
      body: { fields: { 'value.opening.lead': 'No page can fill in {dya}. The list above has what it can' } },
    });
    await admin('POST', '/homePage/restore', { version, restore: 1 });
    await everywhere('/', (text) => text.includes(shipped.opening.title));
    expect(await Promise.all(system.siteUrls.map(cardOf))).toEqual([null, null]);
  });

  it('of the bootcamp moves it on the pages that name its times, and in structured data', async () => {
    const { version } = await save('bootcamp', {
      weekday: 'Saturday',
      begins: '09:15',
      hours: 3,
      weeks: 5,
      groupSize: '6-9',
    });
    for (const [path, words] of Object.entries({
      '/classes': 'Saturdays 9:15am-12:15pm PST',
      '/how-it-works': '<dd>Saturdays, 9:15am-12:15pm PST</dd>',
      '/bootcamp-registration': 'Five Saturdays, four events',
    }))
      for (const html of await everywhere(path, (text) => text.includes(words))) expect(html).not.toContain('10:30am');
    const [html] = await everywhere('/classes', () => true);
    expect(html).toContain('"byDay":"https://schema.org/Saturday","duration":"PT3H"');
    expect(html).toContain('Four Saturdays to your first tournament.');
    await admin('POST', '/bootcamp/restore', { version, restore: 1 });
    await everywhere('/classes', (text) => text.includes('Sundays 10:30am-12:30pm PST'));
  });

  it('of the weekly session moves it on every page, in structured data and in members’ calendars, until it is restored', async () => {
    const person = newRegistration();
    await payAt(await registerPerson(system, person));
    const member = await logInPerson(system, person);
    const { body } = await callApi<{ url: string }>(system, 'POST', '/api/calendar-feed', { token: member });
    const feed = async (): Promise<string> => (await fetch(body.url)).text();
    const days = async (): Promise<string[]> =>
      [...(await feed()).matchAll(/^UID:debate-club-([\d-]+)@/gm)].map(([, date]) => date!);
    const [first] = await patiently('the membership', async () => {
      const dates = await days();
      if (dates.length === 0) throw new Error('Not a member yet');
      return dates;
    });
    const shipped = SHIPPED_SITE_TEXTS.weeklySession;
    const wednesdays = [0, 7, 14].map((later) => nextOn(addDays(first!, later), 'Wednesday'));
    const saved = await save('weeklySession', {
      ...shipped,
      weekday: 'Wednesday',
      begins: '18:30',
      minutes: 75,
      mainActivityMinutes: 45,
      skipped: [{ date: wednesdays[1], reason: 'Winter break' }],
    });
    const from = performance.now();
    for (const [path, words] of Object.entries({
      '/': '75 minutes, every Wednesday from 6:30 PM PST',
      '/debate-club': 'Speak every Wednesday until it feels like you.',
      '/how-it-works': 'Wednesday, 6:30-7:45 PM PST',
      '/about': 'a year of Wednesdays',
      '/subscribe': 'A live 75-minute session every week.',
    }))
      for (const html of await everywhere(path, (text) => text.includes(words)))
        expect(html).not.toMatch(
          /[Ee]very Sunday (?:on|until)|by next Sunday|[Cc]ome on Sunday|8:00-10:00 AM PST<\/dd>/,
        );
    const [club] = await everywhere('/debate-club', () => true);
    expect(club).toContain('"byDay":"https://schema.org/Wednesday","startTime":"18:30"');
    // In its question, and in that for search engines.
    expect(club!.match(/Every Wednesday, 6:30-7:45 PM PST, live on Zoom/g)).toHaveLength(2);
    await patiently('the calendar', async () => {
      const dates = await days();
      expect(dates).toContain(wednesdays[2]);
      expect(dates).not.toContain(wednesdays[1]);
      expect(dates.every((date) => isOn(date, 'Wednesday'))).toBe(true);
    });
    expect(performance.now() - from).toBeLessThan(LIVE_WITHIN_MS);
    expect((await callApi(system, 'GET', '/api/site')).body).toMatchObject({ weeklySession: saved.value });
    await admin('POST', '/weeklySession/restore', { version: saved.version, restore: 1 });
    await patiently('the calendar', async () => expect((await days())[0]).toBe(first));
    await everywhere('/how-it-works', (text) => text.includes('Sunday, 8:00-10:00 AM PST'));
  });

  it('of the office hours changes the slots of members on every gateway, and leaves the session that one has', async () => {
    const member = await joinAs(system, newRegistration());
    const slotsAt = async (siteUrl: string) =>
      (
        await callApi<{
          slots: { startsAt: string; endsAt: string; timeZone: string }[];
          mine: { startsAt: string } | null;
        }>({ siteUrl }, 'GET', '/api/office-hours', { token: member })
      ).body;
    const [slot] = (await slotsAt(system.siteUrl)).slots;
    const body = { startsAt: slot!.startsAt, topic: 'My first rebuttal' };
    expect((await callApi(system, 'POST', '/api/office-hours', { token: member, body })).status).toBe(201);
    const sessions = async () =>
      (
        await callApi<{ startsAt: string; isInSchedule: boolean }[]>(system, 'GET', '/api/admin/office-hours', {
          token,
        })
      ).body;
    expect(await sessions()).toMatchObject([{ startsAt: slot!.startsAt, isInSchedule: true }]);

    const { version } = await save('officeHours', {
      ...SHIPPED_SITE_TEXTS.officeHours,
      weekday: 'Monday',
      timeZone: 'Europe/Berlin',
      minutes: 50,
    });
    const from = performance.now();
    for (const siteUrl of system.siteUrls)
      await patiently('the slots', async () => {
        const { slots, mine } = await slotsAt(siteUrl);
        expect(slots.map(({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt))).toEqual(
          slots.map(() => 50 * 60_000),
        );
        expect(slots[0]?.timeZone).toBe('Europe/Berlin');
        expect(mine?.startsAt).toBe(slot!.startsAt);
      });
    expect(performance.now() - from).toBeLessThan(LIVE_WITHIN_MS);
    expect(await sessions()).toMatchObject([{ startsAt: slot!.startsAt, isInSchedule: false }]);
    await admin('POST', '/officeHours/restore', { version, restore: 1 });
    await patiently('the slots', async () => expect(await sessions()).toMatchObject([{ isInSchedule: true }]));
  });

  it('of practice topics is read by members on every gateway, and by nobody else', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    const member = await logInPerson(system, person);
    const read = (siteUrl: string) => callApi({ siteUrl }, 'GET', '/api/practice-topics', { token: member });
    expect((await read(system.siteUrls[1]!)).body).toEqual(SHIPPED_SITE_TEXTS.practiceTopics);
    const groups = [{ firstTopic: 'One.', secondTopic: 'Two.', thirdTopic: 'Three.' }];
    const { version } = await save('practiceTopics', { groups });
    const from = performance.now();
    for (const siteUrl of system.siteUrls)
      await patiently('the topics', async () => expect((await read(siteUrl)).body).toEqual({ groups }));
    expect(performance.now() - from).toBeLessThan(LIVE_WITHIN_MS);
    expect((await callApi(system, 'GET', '/api/practice-topics')).status).toBe(401);
    expect(JSON.stringify((await callApi(system, 'GET', '/api/site')).body)).not.toContain('Three.');
    await admin('POST', '/practiceTopics/restore', { version, restore: 1 });
    expect((await read(system.siteUrl)).body).toEqual(SHIPPED_SITE_TEXTS.practiceTopics);
  });

  it('of announcements reaches its audience on every gateway, and nobody else by any public read', async () => {
    const unpaid = newRegistration();
    await registerPerson(system, unpaid);
    const readers = {
      'Without a membership': await logInPerson(system, unpaid),
      'Active members': await joinAs(system, newRegistration()),
      'Annual members': await joinAs(system, { ...newRegistration(), plan: 'annual' }),
    };
    const shownTo = async (reader: keyof typeof readers, siteUrl: string): Promise<string[]> =>
      (
        await callApi<{ title: string }[]>({ siteUrl }, 'GET', '/api/announcements', { token: readers[reader] })
      ).body.map(({ title }) => title);
    const about = (title: string, audience: Announcement['audience']): Announcement => ({
      title,
      text: `Only for: ${audience}`,
      link: '/recordings',
      linkText: 'Watch',
      audience,
      from: null,
      until: null,
    });
    const { version } = await save('announcements', {
      announcements: [
        about('Without a membership', 'without_membership'),
        about('Active members', 'active_members'),
        about('Annual members', 'annual_members'),
      ],
    });
    for (const siteUrl of system.siteUrls) {
      expect(await shownTo('Without a membership', siteUrl)).toEqual(['Without a membership']);
      expect(await shownTo('Active members', siteUrl)).toEqual(['Active members']);
      expect(await shownTo('Annual members', siteUrl)).toEqual(['Active members', 'Annual members']);
      expect((await callApi({ siteUrl }, 'GET', '/api/announcements')).status).toBe(401);
      expect(JSON.stringify((await callApi({ siteUrl }, 'GET', '/api/site')).body)).not.toContain('Only for');
      expect(await pageAt(siteUrl, '/')).not.toContain('Only for');
    }
    await admin('POST', '/announcements/restore', { version, restore: 1 });
    expect(await shownTo('Annual members', system.siteUrls[1]!)).toEqual([
      'Sixty topics to practice with',
      'Missed a session?',
    ]);
  });

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    '%s shows markup as it was typed, in the page and in its data',
    async (key) => {
      const markup = '</script><img src=x onerror="alert(1)"> {{7*7}}';
      const value = filledWith(SHIPPED_SITE_TEXTS[key], markup) as object;
      await save(key, value);
      const [html] = await everywhere(PAGES[key], (text) => text.includes('&lt;/script&gt;&lt;img src=x'));
      expect(html).not.toContain('<img src=x');
      expect(snapshotIn(html!).site).toMatchObject({ [key]: value });
      for (const [, data] of html!.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
        expect(() => JSON.parse(data!) as unknown).not.toThrow();
    },
  );
});

describe('a picture of an article', () => {
  const upload = async (file: Buffer, type = 'application/octet-stream') => {
    const answer = await fetch(`${system.siteUrl}/api/admin/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(file),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as {
        id: string;
        width: number;
        height: number;
        code?: string;
        fields?: Record<string, string>;
      },
    };
  };

  it('is uploaded once, and every gateway serves it in each width and format, for as long as a browser likes', async () => {
    const { status, body } = await upload(aPng(1_000, 600));
    expect([status, body]).toEqual([200, { id: expect.any(String) as string, width: 1_000, height: 600 }]);
    for (const siteUrl of system.siteUrls) {
      for (const [file, type] of [
        ['480.avif', 'image/avif'],
        ['960.webp', 'image/webp'],
        ['1000.webp', 'image/webp'],
      ] as const) {
        const answer = await fetch(`${siteUrl}/api/pictures/${body.id}/${file}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
        for (const [name, value] of [
          ['content-type', type],
          ['cache-control', 'public, max-age=31536000, immutable'],
          ['x-content-type-options', 'nosniff'],
          ['content-disposition', `inline; filename="${file}"`],
        ] as const)
          expect([name, answer.headers.get(name)]).toEqual([name, value]);
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
        const again = await fetch(`${siteUrl}/api/pictures/${body.id}/${file}`, {
          headers: { 'if-none-match': answer.headers.get('etag')! },
        });
        expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
      }
      for (const unknown of [
        `${body.id}/1440.avif`,
        `${body.id}/480.svg`,
        'x/480.avif',
        `${body.id}/..%2f..%2frun.json`,
      ]) {
        const answer = await fetch(`${siteUrl}/api/pictures/${unknown}`);
        expect([unknown, answer.status]).toEqual([unknown, 404]);
        expect(answer.headers.get('cache-control')).not.toContain('immutable');
      }
    }
  });

  it('is refused with a reason that says what to do, and as another type of body', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await upload(svg)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { file: 'SVG files can contain programs. Save it as PNG.' } },
    });
    expect(await upload(aPng(300, 300), 'image/png')).toMatchObject({
      status: 400,
      body: { code: 'body_type_refused' },
    });
    expect(await upload(Buffer.alloc(DOCUMENT_BYTES_MAX + 1))).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    });
  });
});

describe('a document', () => {
  const KEY = 'tournament-rules';
  const PATH = '/api/admin/document-files';
  const managed = <T = ManagedDocument>(method: string, path: string, body?: unknown) =>
    callApi<T>(system, method, `/api/admin/documents/${KEY}${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  const upload = async (file: Buffer, type = 'application/pdf') => {
    const answer = await fetch(system.siteUrl + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(file),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { id: string; bytes: number; code?: string; fields?: Record<string, string> },
    };
  };
  const fileAt = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers });
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const change = async (differences: object) => {
    const { title, description, version } = (await managed('GET', '')).body;
    return managed('PUT', '', { title, description, version, file: null, ...differences });
  };

  it('that is replaced is on every gateway within seconds, whole, and each version can be had again', async () => {
    const shipped = await fileAt(`${system.siteUrls[1]!}/api/documents/${KEY}`);
    const file = aPdf(3 * 1024 * 1024);
    const { status, body: stored } = await upload(file);
    expect([status, stored]).toMatchObject([200, { pages: 1 }]);
    const saved = await change({ file: stored.id, title: 'Rules of next year' });
    expect(saved).toMatchObject({ status: 200, body: { version: 2, pages: 1, savedBy: { name: 'Administrator' } } });
    const from = performance.now();
    for (const siteUrl of system.siteUrls) {
      await patiently(`the document at ${siteUrl}`, async () => {
        const { bytes, headers } = await fileAt(`${siteUrl}/api/documents/${KEY}`, {
          'if-none-match': shipped.headers.get('etag') ?? '',
        });
        expect(hasContentsOf(bytes, file)).toBe(true);
        expect([headers.get('content-length'), bytes.length]).toEqual([String(stored.bytes), stored.bytes]);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        const { body } = await callApi<DocumentListing[]>({ siteUrl }, 'GET', '/api/documents');
        expect(body.find(({ key }) => key === KEY)).toMatchObject({ title: 'Rules of next year', bytes: stored.bytes });
      });
    }
    expect(performance.now() - from).toBeLessThan(LIVE_WITHIN_MS);

    expect(await managed('POST', '/restore', { version: 2, restore: 1 })).toMatchObject({
      status: 200,
      body: { version: 3, title: 'Tournament rules' },
    });
    expect((await managed<DocumentHistoryEntry[]>('GET', '/versions')).body).toMatchObject([
      { version: 3, restoredFrom: 1 },
      { version: 2, restoredFrom: null, savedBy: { name: 'Administrator' } },
      { version: 1, savedBy: null },
    ]);
    const versions = `${system.siteUrl}/api/admin/documents/${KEY}/versions`;
    const second = await fileAt(`${versions}/2/file`, { authorization: `Bearer ${token}` });
    expect(hasContentsOf(second.bytes, file)).toBe(true);
    expect(second.headers.get('content-disposition')).toBe(`attachment; filename="${KEY}-version-2.pdf"`);
    expect(second.headers.get('cache-control')).toBe('private, no-store');
    await patiently('the shipped file', async () =>
      expect((await fileAt(`${system.siteUrls[1]!}/api/documents/${KEY}`)).bytes.equals(shipped.bytes)).toBe(true),
    );
  });

  it('is not replaced by what is no PDF, too large, or cut off', async () => {
    const { database } = await system.run();
    const admins = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
    try {
      const stored = async (): Promise<string[]> =>
        (await admins.query<{ id: string }>('SELECT id FROM content.document_uploads ORDER BY id')).rows.map(
          ({ id }) => id,
        );
      const before = await stored();
      expect(await upload(Buffer.from('<!doctype html><script>alert(1)</script>'))).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: { file: expect.stringContaining('is not a PDF') as string } },
      });
      expect(await upload(Buffer.alloc(0))).toMatchObject({ status: 400 });
      expect(await upload(aPdf(), 'text/html')).toMatchObject({ status: 400, body: { code: 'body_type_refused' } });
      expect(await upload(aPdf(DOCUMENT_BYTES_MAX))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
      expect((await change({ title: '', description: 'x'.repeat(301) })).body).toMatchObject({
        fields: { title: 'Enter the title', description: 'Description must be 300 characters or less' },
      });

      const cut = request(system.siteUrl + PATH, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf', 'content-length': '5000000' },
      });
      const failed = new Promise((resolve) => cut.on('error', resolve));
      cut.write(aPdf(2 * 1024 * 1024));
      await patiently('the beginning of the upload', async () =>
        expect(await stored()).toHaveLength(before.length + 1),
      );
      cut.destroy();
      await failed;
      await patiently('the end of the upload', async () => expect(await stored()).toEqual(before));
      expect((await managed('GET', '')).body).toMatchObject({ version: 3 });
    } finally {
      await admins.end();
    }
  });
});
