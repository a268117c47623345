import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { advance } from '../testing/catalog.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const SECRET = 'zoom-webhook-spec';
const BASIC = `Basic ${Buffer.from('zoom_sandbox_client:zoom_sandbox_secret').toString('base64')}`;

let dataDir: string;
let receiver: WebhookReceiver;
let sandbox: Sandbox;

const start = async (): Promise<void> => {
  sandbox = await startSandbox({ dataDir, zoomWebhook: { url: receiver.url, secret: SECRET } });
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  receiver = await startWebhookReceiver();
  await start();
});

afterEach(async () => {
  await sandbox.close();
  await receiver.close();
  rmSync(dataDir, { recursive: true });
});

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

const ask = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> => {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
};
const help = (path: string, body: object = {}): Promise<Answer> => ask('POST', `/zoom/test_helpers/${path}`, {}, body);
const token = async (): Promise<string> => {
  const { body } = await ask('POST', '/oauth/token?grant_type=account_credentials&account_id=zoom_sandbox', {
    authorization: BASIC,
  });
  return String(body['access_token']);
};
const get = async (path: string, bearer?: string): Promise<Answer> =>
  ask('GET', path, { authorization: `Bearer ${bearer ?? (await token())}` });
const uuidsOf = ({ body }: Answer): unknown[] => (body['meetings'] as { uuid: string }[]).map(({ uuid }) => uuid);
/** A meeting that has just ended may have begun before midnight; without a day the list is of today alone. */
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
/** Encoded twice, as Zoom asks for a UUID that begins with a slash or holds two in a row: one made at random may. */
const recordingsOf = (uuid: string): string =>
  `/v2/meetings/${encodeURIComponent(encodeURIComponent(uuid))}/recordings`;
const record = async (asked: object = {}): Promise<string> => String((await help('recordings', asked)).body['uuid']);

describe('the token endpoint', () => {
  it.each([
    [
      'another client',
      { authorization: 'Basic eDp5' },
      'grant_type=account_credentials&account_id=zoom_sandbox',
      'invalid_client',
    ],
    ['nobody', {}, 'grant_type=account_credentials&account_id=zoom_sandbox', 'invalid_client'],
    [
      'another grant',
      { authorization: BASIC },
      'grant_type=client_credentials&account_id=zoom_sandbox',
      'unsupported_grant_type',
    ],
    ['another account', { authorization: BASIC }, 'grant_type=account_credentials&account_id=x', 'invalid_request'],
  ])('refuses %s', async (_who, headers, query, error) => {
    expect(await ask('POST', `/oauth/token?${query}`, headers)).toMatchObject({ status: 400, body: { error } });
  });

  it('gives tokens of one hour, which outlive a restart', async () => {
    const given = await token();
    await sandbox.close();
    await start();
    expect((await get('/v2/users/me', given)).status).toBe(200);
    await advance(sandbox, 3601);
    expect(await get('/zoom/v2/users/me', given)).toMatchObject({
      status: 401,
      body: { code: 124, message: 'Access token is expired.' },
    });
    expect(await get('/v2/users/me', 'nonsense')).toMatchObject({
      status: 401,
      body: { code: 124, message: 'Invalid access token.' },
    });
  });
});

describe('recordings', () => {
  it('are listed newest first, page by page, by days and by host', async () => {
    const made: string[] = [];
    for (let day = 10; day <= 16; day += 1) made.unshift(await record({ startTime: `2026-05-${day}T15:00:00Z` }));
    await record({ startTime: '2026-05-17T00:00:00Z' });
    await record({ startTime: '2026-05-12T15:00:00Z', hostId: 'somebody-else' });
    const range = 'from=2026-05-10&to=2026-05-16&page_size=3';
    const found: unknown[] = [];
    let next = '';
    do {
      const page = await get(`/v2/users/me/recordings?${range}&next_page_token=${next}`);
      expect(page).toMatchObject({ status: 200, body: { total_records: 7, page_size: 3 } });
      found.push(...uuidsOf(page));
      next = String(page.body['next_page_token']);
    } while (next !== '');
    expect(found).toEqual(made);
    expect(uuidsOf(await get('/v2/users/somebody-else/recordings?from=2026-05-01&to=2026-05-31'))).toHaveLength(1);
  });

  it('of more than a month are answered for the last one', async () => {
    await record({ startTime: '2026-01-15T15:00:00Z' });
    const inside = await record({ startTime: '2026-02-28T15:00:00Z' });
    const list = await get('/v2/users/me/recordings?from=2026-01-01&to=2026-03-31');
    expect(list.body).toMatchObject({ from: '2026-02-28', to: '2026-03-31' });
    expect(uuidsOf(list)).toEqual([inside]);
  });

  it.each([
    ['/v2/users/nobody/recordings', 404, 1001],
    ['/v2/users/me/recordings?from=yesterday', 400, 300],
    ['/v2/users/me/recordings?next_page_token=none', 400, 300],
    ['/v2/meetings/bm9uZQ==/recordings', 404, 3301],
    ['/v2/nothing', 404, 2300],
  ])('%s is refused in Zoom’s words', async (path, status, code) => {
    expect(await get(path)).toMatchObject({ status, body: { code } });
  });

  it('are found by a UUID with slashes only where it is encoded twice, and by the number of the meeting', async () => {
    const uuid = '/ajXp112QmuoKj4854875==';
    await record({ uuid, meetingId: 123_456_789 });
    expect((await get(`/v2/meetings/${encodeURIComponent(uuid)}/recordings`)).status).toBe(404);
    expect(await get(recordingsOf(uuid))).toMatchObject({ status: 200, body: { uuid, recording_count: 2 } });
    expect(await get('/v2/meetings/123456789/recordings')).toMatchObject({ status: 200, body: { uuid } });
  });

  it('go with the trash, come back from it, and are gone when deleted', async () => {
    const uuid = await record();
    const path = recordingsOf(uuid);
    const shown = async (): Promise<boolean[]> => [
      (await get(path)).status === 200,
      uuidsOf(await get(`/v2/users/me/recordings?from=${yesterday()}`)).includes(uuid),
    ];
    expect(await shown()).toEqual([true, true]);
    await help('recordings/trash', { uuid });
    expect(await shown()).toEqual([false, false]);
    await help('recordings/recover', { uuid });
    await sandbox.close();
    await start();
    expect(await shown()).toEqual([true, true]);
    await help('recordings/delete', { uuid });
    expect(await shown()).toEqual([false, false]);
    expect((await help('recordings/recover', { uuid })).status).toBe(404);
  });

  it('can be watched at their address, with the passcode where there is one', async () => {
    const uuid = await record({ uuid: '//jXp112QmuoKj4854875==', topic: 'A <b>bold</b> debate', passcode: 'open' });
    const { body } = await get(recordingsOf(uuid));
    const [file] = body['recording_files'] as { play_url: string }[];
    expect(body['recording_play_passcode']).toBe('open');
    expect((await fetch(file?.play_url ?? '')).status).toBe(403);
    const page = await fetch(`${file?.play_url}?pwd=open`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('A &lt;b&gt;bold&lt;/b&gt; debate');
    const overview = await (await fetch(`${sandbox.url}/zoom`)).text();
    expect(overview).toContain(uuid);
    expect(overview).toContain('recording.completed');
  });

  it.each([[{ duration: -1 }], [{ startTime: 'soon' }], [{ files: 'all' }], [{ topic: '' }], [{ other: 1 }]])(
    'are not made of %j',
    async (asked) => {
      expect((await help('recordings', asked)).status).toBe(400);
    },
  );
});

describe('faults of the Zoom API', () => {
  it('are 429 with its headers, 500, and a cut connection', async () => {
    const bearer = await token();
    await help('api', { rateLimit: 1 });
    const refused = await get('/v2/users/me', bearer);
    expect(refused).toMatchObject({ status: 429, body: { code: 429 } });
    expect(refused.headers.get('x-ratelimit-type')).toBe('QPS');
    await help('api', { fail: 1 });
    expect((await get('/v2/users/me', bearer)).status).toBe(500);
    await help('api', { cut: 1 });
    await expect(get('/v2/users/me', bearer)).rejects.toThrow('fetch failed');
    expect((await help('api', { cut: 2 })).status).toBe(400);
    await help('api', {});
    expect((await get('/v2/users/me', bearer)).status).toBe(200);
  });
});

describe('the webhook', () => {
  it('posts the changes, signed over time and body', async () => {
    const uuid = await record({ topic: 'Finals' });
    await help('recordings/rename', { uuid, topic: 'Grand finals' });
    const posts = await receiver.until((all) => all.length === 2);
    const bodies = posts.map(
      ({ body }) => JSON.parse(body) as { event: string; payload: { object: { uuid: string } } },
    );
    expect(bodies.map(({ event }) => event).sort()).toEqual(['recording.completed', 'recording.renamed']);
    for (const { payload } of bodies) expect(payload.object.uuid).toBe(uuid);
    for (const { body, headers } of posts) {
      const timestamp = String(headers['x-zm-request-timestamp']);
      const signature = createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
      expect(headers['x-zm-signature']).toBe(`v0=${signature}`);
    }
  });

  it('is tried again until it is taken, also after a restart', async () => {
    receiver.status = 500;
    await record();
    await receiver.until((posts) => posts.length === 1);
    await sandbox.close();
    receiver.status = 200;
    await start();
    const posts = await receiver.until((all) => all.length >= 2);
    expect(posts[1]?.body).toBe(posts[0]?.body);
  });

  it('can be doubled and lost', async () => {
    await help('delivery', { duplicate: 4 });
    await record();
    await receiver.until((posts) => posts.length === 5);
    await help('delivery', { drop: 1 });
    await record();
    await help('delivery', {});
    const { body } = await ask('GET', '/zoom/test_helpers/deliveries');
    expect((body['deliveries'] as { status: string }[])[0]?.status).toBe('dropped');
    expect(receiver.posts).toHaveLength(5);
    expect((await help('delivery', { drop: 'all' })).status).toBe(400);
  });

  it('is only valid where it answers with the token encrypted', async () => {
    expect((await help('validate')).body).toEqual({ status: 200, isValid: false });
    expect(JSON.parse(receiver.posts[0]?.body ?? '')).toMatchObject({
      event: 'endpoint.url_validation',
      payload: { plainToken: expect.any(String) },
    });
  });
});
