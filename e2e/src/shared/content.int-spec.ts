import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MEETING_PLACES } from '@lectern/contracts/association';
import type { DocumentListing } from '@lectern/contracts/content/model';
import { callApi, twoMembers } from '../testing/person.ts';
import { sharedSystem } from '../testing/start-system.ts';
const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const system = await sharedSystem();
const { activeToken, inactiveToken } = await twoMembers(system);

const api = <T = Record<string, unknown>>(path: string, options: Parameters<typeof callApi>[3] = {}) =>
  callApi<T>(system, 'GET', path, options);

/** A file byte for byte, as a browser fetches it. */
const file = async (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> => {
  const answer = await fetch(system.siteUrl + path, { headers, signal: AbortSignal.timeout(10_000) });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('the blog', () => {
  it.each(['no-such-article', '..%2F..%2Fetc', 'x'.repeat(150)])('answers 404 for the article %s', async (slug) => {
    expect(await api(`/api/blog/${slug}`)).toMatchObject({
      status: 404,
      body: { code: 'article_unknown', message: 'We could not find this article. It may have been renamed.' },
    });
  });
});

describe('the members’ meeting place', () => {
  it('is shown to active members', async () => {
    const { status, body } = await api('/api/meeting-places', { token: activeToken });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        zoomUrl: MEETING_PLACES.ASSOCIATION_ZOOM_URL,
        discordUrl: MEETING_PLACES.ASSOCIATION_DISCORD_URL,
        hasCommunity: true,
      },
    });
  });

  it('is withheld from inactive ones and from everybody else', async () => {
    expect((await api('/api/meeting-places', { token: inactiveToken })).body).toEqual({
      zoomUrl: null,
      discordUrl: null,
      hasCommunity: true,
    });
    expect((await api('/api/meeting-places')).status).toBe(401);
  });

  it('occurs in no page and no script of the site', async () => {
    const files = (await readdir(WEB_DIST, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /\.(html|js|css|json)$/.test(entry.name),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), 'utf8');
      for (const place of Object.values(MEETING_PLACES))
        expect({ name, reported: text.includes(place) }).toEqual({ name, reported: false });
    }
  });
});

describe('documents', () => {
  const open = (key: string, token?: string) =>
    callApi<{ url?: string; expiresAt?: string | null }>(
      system,
      'POST',
      `/api/documents/${key}/link`,
      token === undefined ? {} : { token },
    );
  /** By the clock of the services themselves; the provider's may be a moment behind. */
  const timeOfServices = async (): Promise<number> => {
    const made = await callApi<{ createdAt: string }>(system, 'POST', '/api/calendar-feed', { token: activeToken });
    return Date.parse(made.body.createdAt);
  };
  const keys = [
    'starter-kit',
    'tournament-rules',
    'speech-structure-guide',
    'debate-flow-templates',
    'performance-rubrics',
    'competition-handbook',
    'registration-guide',
    'event-descriptions',
    'introduction-to-debate',
  ];
  const membersKeys = ['monthly-topic-bank', 'current-events-updates', 'practice-scenarios'];

  it('are listed for everybody, with the audience of each', async () => {
    const { status, body } = await api<DocumentListing[]>('/api/documents');
    expect(status).toBe(200);
    const of = (access: string) => body.filter((document) => document.access === access).map(({ key }) => key);
    expect(of('public').sort()).toEqual([...keys].sort());
    expect(of('members').sort()).toEqual([...membersKeys].sort());
    for (const { pages, bytes } of body) expect(pages >= 2 && pages <= 8 && bytes > 10_000).toBe(true);
  });

  it.each(keys)('%s opens as a plain link', async (key) => {
    const { status, headers, bytes } = await file(`/api/documents/${key}`);
    expect(status).toBe(200);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'cache-control', 'etag'].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${key}.pdf"`,
      'cache-control': 'public, no-cache',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    });
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are not sent again to a browser that has them', async () => {
    const etag = (await file('/api/documents/starter-kit')).headers.get('etag') ?? '';
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, bytes, headers } = await file('/api/documents/starter-kit', { 'if-none-match': held });
      expect({ status, length: bytes.length, etag: headers.get('etag') }).toEqual({ status: 304, length: 0, etag });
    }
    expect((await file('/api/documents/starter-kit', { 'if-none-match': `"${'0'.repeat(64)}"` })).status).toBe(200);
  });

  it.each(membersKeys)('%s is for active members alone', async (key) => {
    const path = `/api/documents/${key}`;
    const { status: linkStatus, body } = await open(key, activeToken);
    expect({ linkStatus, start: body.url?.slice(0, path.length + 1) }).toEqual({ linkStatus: 200, start: `${path}?` });
    const minutes = (Date.parse(body.expiresAt ?? '') - (await timeOfServices())) / 60_000;
    expect(minutes > 4 && minutes <= 5).toBe(true);

    const { status, bytes, headers } = await file(body.url ?? '');
    expect({
      status,
      start: bytes.subarray(0, 5).toString(),
      cache: headers.get('cache-control'),
      as: headers.get('content-disposition'),
    }).toEqual({
      status: 200,
      start: '%PDF-',
      cache: 'private, no-cache',
      as: `attachment; filename="${key}.pdf"`,
    });

    const refusal = {
      status: 403,
      body: { code: 'membership_required', message: 'This is for active members. Join the Debate Club to read it.' },
    };
    expect(await open(key, inactiveToken)).toMatchObject(refusal);
    expect(await open(key)).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    expect(await open(key, 'nonsense')).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    const bare = await api(path, { token: activeToken });
    expect(bare).toMatchObject(refusal);
    expect(bare.headers.get('cache-control')).toBe('no-store');
    // Knowing the file's hash opens nothing.
    expect((await api(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status).toBe(403);
  });

  it('for members do not open by a link that was changed or made for another document', async () => {
    const { body } = await open('monthly-topic-bank', activeToken);
    const query = new URLSearchParams(body.url?.split('?')[1]);
    const changed = (changes: Record<string, string>, key = 'monthly-topic-bank') =>
      api(`/api/documents/${key}?${new URLSearchParams({ ...Object.fromEntries(query), ...changes }).toString()}`);
    const ended = { status: 403, body: { code: 'document_link_ended' } };
    expect((await changed({})).status).toBe(200);
    expect(await changed({}, 'practice-scenarios')).toMatchObject(ended);
    for (const expires of ['1', '9999999999', '-1', 'never', '1e12', '99999999999999'])
      expect(await changed({ expires })).toMatchObject(ended);
    for (const signature of ['', 'A'.repeat(43)]) expect(await changed({ signature })).toMatchObject(ended);
    expect(await changed({ signature: 'A'.repeat(101) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  it('that are public open for every member at their plain URL', async () => {
    expect(await open('starter-kit', inactiveToken)).toMatchObject({
      status: 200,
      body: { url: '/api/documents/starter-kit', expiresAt: null },
    });
  });

  it('answer 404 for an unknown name', async () => {
    expect(await api('/api/documents/no-such')).toMatchObject({ status: 404, body: { code: 'document_unknown' } });
    expect(await api('/api/documents/..%2feditorial.json')).toMatchObject({
      status: 404,
      body: { code: 'document_unknown' },
    });
    expect(await open('no-such', activeToken)).toMatchObject({ status: 404, body: { code: 'document_unknown' } });
  });
});
