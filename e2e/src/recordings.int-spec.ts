import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Recording } from '@lectern/contracts/content/model';
import { callApi, patiently, twoMembers } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* From the end of a meeting at the Zoom emulator to what a member sees, through the whole system. */
let system: RunningSystem;
let activeToken: string;
let inactiveToken: string;

beforeAll(async () => {
  system = await startSystem();
  ({ activeToken, inactiveToken } = await twoMembers(system));
});

afterAll(async () => {
  await system.stop();
});

const list = <T = Recording[]>(token: string | undefined, query = '') =>
  callApi<T>(system, 'GET', `/api/recordings${query}`, token === undefined ? {} : { token });
const zoom = async (path: string, body: object = {}): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${system.sandboxUrl}/zoom/test_helpers/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
};
const topics = async (): Promise<string[]> => (await list(activeToken)).body.map(({ topic }) => topic);
const patientlySee = (expected: string[]): Promise<void> =>
  patiently(`seeing ${expected.join(', ')}`, async () => {
    expect(await topics()).toEqual(expected);
  });

describe('recordings', () => {
  it('begin empty, and need a member’s token', async () => {
    expect(await list(activeToken)).toMatchObject({ status: 200, body: [] });
    expect(await list(undefined)).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    expect(await list('nonsense')).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    const admin = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
      body: (await system.run()).admin,
    });
    expect(await list(admin.body.token)).toMatchObject({ status: 403, body: { code: 'audience_wrong' } });
  });

  it('are seen by members once a meeting ended, newest first, and can be watched', async () => {
    await zoom('recordings', {
      topic: 'Sunday session',
      startTime: '2026-03-01T16:00:00Z',
      duration: 92,
      files: [
        { recording_type: 'gallery_view', file_type: 'MP4' },
        { recording_type: 'chat_file', file_type: 'CHAT' },
      ],
    });
    await zoom('recordings', { topic: 'Weekly DEBATE CLUB', startTime: '2026-03-08T15:00:00Z', passcode: 'open' });
    await patientlySee(['Weekly DEBATE CLUB', 'Sunday session']);
    const { status, headers, body } = await list(activeToken);
    expect([status, headers.get('x-total-count'), headers.get('cache-control')]).toEqual([200, '2', 'no-store']);
    expect(body[1]).toEqual({
      id: expect.any(String),
      topic: 'Sunday session',
      startTime: '2026-03-01T16:00:00.000Z',
      duration: 92,
      isDebateClub: false,
      recordingFiles: [
        { recording_type: 'gallery_view', file_type: 'MP4', play_url: expect.stringContaining('/zoom/play/') },
        { recording_type: 'chat_file', file_type: 'CHAT' },
      ],
    });
    expect(body[0]?.isDebateClub).toBe(true);
    const playUrl = body[0]?.recordingFiles[0]?.play_url ?? '';
    expect(playUrl).toContain('?pwd=open');
    expect((await fetch(playUrl)).status).toBe(200);
  });

  it('have no links for inactive members', async () => {
    const { status, body } = await list(inactiveToken);
    expect([status, body.map(({ topic }) => topic)]).toEqual([200, ['Weekly DEBATE CLUB', 'Sunday session']]);
    expect(body[1]?.recordingFiles).toEqual([
      { recording_type: 'gallery_view', file_type: 'MP4' },
      { recording_type: 'chat_file', file_type: 'CHAT' },
    ]);
    for (const text of [JSON.stringify(body), JSON.stringify((await list<object>(inactiveToken, '?limit=2')).body)])
      expect(text).not.toMatch(/play|http/);
  });

  it('come in pages where a limit is asked for', async () => {
    const first = (
      await list<{ items: Recording[]; nextCursor: string | null; total: number }>(activeToken, '?limit=1')
    ).body;
    expect([first.items.map(({ topic }) => topic), first.total]).toEqual([['Weekly DEBATE CLUB'], 2]);
    const second = (await list<typeof first>(activeToken, `?limit=1&cursor=${first.nextCursor}`)).body;
    expect([second.items.map(({ topic }) => topic), second.nextCursor]).toEqual([['Sunday session'], null]);
    expect(await list<object>(activeToken, '?limit=0')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(await list<object>(activeToken, '?limit=1&cursor=nonsense')).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid' },
    });
    expect(await list<object>(activeToken, '?q=debate')).toMatchObject({
      status: 400,
      body: { fields: { q: 'Unknown field' } },
    });
  });

  it('go when they go at Zoom, and follow its names', async () => {
    const { uuid } = await zoom('recordings', {
      topic: 'Short-lived',
      startTime: '2026-03-15T15:00:00Z',
      uuid: '/ajXp112QmuoKj4854875==',
    });
    await patientlySee(['Short-lived', 'Weekly DEBATE CLUB', 'Sunday session']);
    await zoom('recordings/rename', { uuid, topic: 'Renamed' });
    await patientlySee(['Renamed', 'Weekly DEBATE CLUB', 'Sunday session']);
    await zoom('recordings/trash', { uuid });
    await patientlySee(['Weekly DEBATE CLUB', 'Sunday session']);
    await zoom('recordings/delete', { uuid });
    expect(await zoom('validate')).toEqual({ status: 200, isValid: true });
    expect(await topics()).toEqual(['Weekly DEBATE CLUB', 'Sunday session']);
  });

  it('are reported by Zoom alone', async () => {
    const body = JSON.stringify({ event: 'recording.completed', payload: { object: { uuid: 'x==' } } });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const forged = `v0=${createHmac('sha256', 'a guess').update(`v0:${timestamp}:${body}`).digest('hex')}`;
    for (const headers of [
      {},
      { 'x-zm-signature': forged },
      { 'x-zm-signature': forged, 'x-zm-request-timestamp': timestamp },
    ] as Record<string, string>[]) {
      expect(await callApi(system, 'POST', '/api/webhooks/zoom', { body, headers })).toMatchObject({
        status: 400,
        body: { code: 'signature_invalid' },
      });
    }
    // An old one, signed by Zoom itself.
    await zoom('delivery', { signedSecondsAgo: 301 });
    expect(await zoom('validate')).toMatchObject({ status: 400, isValid: false });
    await zoom('delivery');
    expect(await zoom('validate')).toMatchObject({ isValid: true });
  });
});
