import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  hideRecording,
  listAllRecordings,
  listRecordings,
  receiveZoomEvent,
  renameRecording,
  type MemberStatus,
} from '@lectern/contracts/content/rpc';
import type { Recording } from '@lectern/contracts/content/model';
import type { Page } from '@lectern/contracts/page';
import { startSandbox, type Sandbox } from '@lectern/sandbox/sandbox';
import { startWebhookReceiver, type WebhookReceiver } from '@lectern/sandbox/testing/webhook-receiver';
import { type JobContract, jobQueueName } from '@lectern/service-kit/jobs/job';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Queues } from '@lectern/service-kit/jobs/queues';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { retryWhileUnavailable } from '@lectern/service-kit/testing/retry-while-unavailable';
import { until } from '@lectern/test-kit/until';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { processZoomEvents } from '../jobs.ts';
import { startContent, type RunningContent } from '../testing/running-content.ts';
import { syncRecordings } from './sync-recordings.job.ts';

const SECRET = 'recordings-spec';
const DAY_MS = 24 * 3_600_000;
const MEETING_ID = 81234567890;

let sandbox: Sandbox;
let receiver: WebhookReceiver;
let content: RunningContent;
let handed: number;

const zoomSettings = (): Record<string, string> => ({
  ZOOM_ACCOUNT_ID: 'zoom_sandbox',
  ZOOM_CLIENT_ID: 'zoom_sandbox_client',
  ZOOM_CLIENT_SECRET: 'zoom_sandbox_secret',
  ZOOM_WEBHOOK_SECRET: SECRET,
  ZOOM_API_URL: sandbox.url,
  ZOOM_MEETING_ID: String(MEETING_ID),
});

// One service and one emulator for all tests: each begins with a Zoom account and a service without recordings.
beforeAll(async () => {
  handed = 0;
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ zoomWebhook: { url: receiver.url, secret: SECRET } });
  content = await startContent({}, zoomSettings());
  await compared();
});
afterEach(async () => {
  // Also where a test failed before it did so.
  await setApi({});
  await processed();
  // A run that overlapped saves its meetings once more.
  await idle(processZoomEvents);
  const { account, webhook } = sandbox.zoom;
  webhook.faults = { ...webhook.faults, drop: 1 };
  for (const { id } of account.store.all('recordings')) account.delete(id);
  webhook.faults = { ...webhook.faults, drop: 0 };
  handed = receiver.posts.length;
  await emptyTables(content.dataSource, 'zoom_recordings, zoom_events, outbox');
});
afterAll(async () => {
  await content.stop();
  await sandbox.close();
  await receiver.close();
});
/** How Zoom's API answers. */
const setApi = (faults: { readonly fail?: number }): Promise<unknown> =>
  fetch(`${sandbox.url}/zoom/test_helpers/api`, { method: 'POST', body: JSON.stringify(faults) });
/** Waits until no job of its queue runs or waits. */
const idle = async ({ service, lane, name }: JobContract): Promise<void> => {
  const redis = patientRedis(content.redisUrl, 'test');
  await redis.connect();
  const queues = new Queues(redis);
  await until(`${name} to end`, async () =>
    (await queues.states()).some(
      ({ queue, waiting, active }) => queue === jobQueueName(service, lane) && waiting + active === 0,
    ),
  );
  await queues.close();
  redis.disconnect();
};
/** Waits until no comparison runs: one of a start and one of the schedule may run in parallel. */
const compared = async (): Promise<void> => {
  await idle(syncRecordings);
  expect(await content.dataSource.query('SELECT 1 FROM recording_syncs WHERE completed_at IS NOT NULL')).toHaveLength(
    1,
  );
};
const page = (
  query: { limit?: number; cursor?: string } = {},
  reader: MemberStatus = 'active_member',
): Promise<Page<Recording>> => content.rpc.call(listRecordings, { ...query, reader });
const topics = async (): Promise<string[]> => (await page()).items.map(({ topic }) => topic);

/** Delivers a webhook post of the emulator, as the gateway does. */
const handOn = async ({ body, headers }: { body: string; headers: object }): Promise<unknown> => {
  const named = headers as Record<string, unknown>;
  return content.rpc.call(receiveZoomEvent, {
    payload: body,
    signature: String(named['x-zm-signature']),
    timestamp: String(named['x-zm-request-timestamp']),
  });
};
/** Delivers the next `count` posts, once they have arrived. */
const handOnNext = async (count: number): Promise<void> => {
  await receiver.until((posts) => posts.length >= handed + count);
  for (const post of receiver.posts.slice(handed, handed + count)) await handOn(post);
  handed += count;
};
const processed = (): Promise<boolean> =>
  until(
    'the events to be processed',
    async () =>
      (await content.dataSource.query<unknown[]>('SELECT 1 FROM zoom_events WHERE processed_at IS NULL')).length === 0,
  );
/** Runs a full comparison. */
const compare = async (): Promise<void> => {
  await content.dataSource.query('DELETE FROM recording_syncs');
  await compareNow();
};
/** Runs the comparison that is due: of the last days, unless the full one was interrupted. */
const compareNow = async (): Promise<void> => {
  await wake(syncRecordings);
  await compared();
};
const wake = async (job: JobContract): Promise<void> => {
  const queue = new JobQueue({
    redisUrl: content.redisUrl,
    processName: 'test',
    logger: createLogger('test', 'silent'),
  });
  await queue.connect();
  await queue.enqueue(job, {});
  await queue.close();
};
/** Each meeting as we and the emulator report it. */
const recordingsOnBothSides = async (): Promise<{ ours: unknown; theirs: unknown }> => {
  const rows = await content.dataSource.query<object[]>(
    `SELECT zoom_meeting_uuid AS uuid, zoom_meeting_id AS id, topic, start_time AS start, duration, host_id AS host, recording_count AS count,
       jsonb_path_query_array(recording_files, '$[*].play_url') AS urls, is_processed AS done FROM zoom_recordings ORDER BY zoom_meeting_uuid COLLATE "C"`,
  );
  const remote = sandbox.zoom.account.store
    .all('recordings')
    .filter(({ isTrashed, hostId }) => !isTrashed && hostId === 'KDcuGIm1QgePTO8WbOqwIQ')
    .map(({ id, meetingId, topic, startTime, duration, hostId, files }) => ({
      uuid: id,
      id: String(meetingId),
      topic,
      start: new Date(startTime),
      duration,
      host: hostId,
      count: files.length,
      urls: files.map((file) => `${sandbox.url}/zoom/play/${file.id}`),
      done: files.length > 0,
    }))
    .sort((one, other) => (one.uuid < other.uuid ? -1 : 1));
  return { ours: rows, theirs: remote };
};
const expectAgreement = async (): Promise<void> => {
  const { ours, theirs } = await recordingsOnBothSides();
  expect(ours).toEqual(theirs);
};
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

describe('a recording', () => {
  it('is listed with its files once Zoom reports it, and removed with it', async () => {
    const made = sandbox.zoom.account.record({ topic: 'Weekly Debate Club', duration: 95, passcode: 'open' });
    await handOnNext(1);
    const [found] = await until('the recording', async () => (await page()).items.length > 0 && (await page()).items);
    expect(found).toEqual({
      id: expect.any(String),
      topic: 'Weekly Debate Club',
      startTime: new Date(made.startTime).toISOString(),
      duration: 95,
      isDebateClub: true,
      recordingFiles: [
        {
          recording_type: 'shared_screen_with_speaker_view',
          file_type: 'MP4',
          play_url: `${sandbox.url}/zoom/play/${made.files[0]?.id}?pwd=open`,
        },
        {
          recording_type: 'audio_only',
          file_type: 'M4A',
          play_url: `${sandbox.url}/zoom/play/${made.files[1]?.id}?pwd=open`,
        },
      ],
    });
    expect((await fetch(found?.recordingFiles[0]?.play_url ?? '')).status).toBe(200);

    sandbox.zoom.account.rename(made.id, 'Finals');
    await handOnNext(1);
    await until('its new name', async () => (await topics())[0] === 'Finals');
    expect((await page()).items[0]).toMatchObject({ id: found?.id, isDebateClub: false });
    sandbox.zoom.account.trash(made.id);
    await handOnNext(1);
    await until('its end', async () => (await page()).total === 0);
    sandbox.zoom.account.recover(made.id);
    await handOnNext(1);
    await until('its return', async () => (await topics())[0] === 'Finals');
    sandbox.zoom.account.delete(made.id);
    await handOnNext(1);
    await until('its end for ever', async () => (await page()).total === 0);
  });

  it('has no play URLs for inactive members', async () => {
    sandbox.zoom.account.record();
    await handOnNext(1);
    await until('the recording', async () => (await page()).total === 1);
    const { items } = await page({}, 'inactive_member');
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain('http');
    expect(items[0]?.recordingFiles).toEqual([
      { recording_type: 'shared_screen_with_speaker_view', file_type: 'MP4' },
      { recording_type: 'audio_only', file_type: 'M4A' },
    ]);
  });

  it('of the configured meeting is the debate club’s, whatever its topic', async () => {
    sandbox.zoom.account.record({ topic: 'Sunday', meetingId: MEETING_ID });
    sandbox.zoom.account.record({ topic: 'Sunday', startTime: ago(3) });
    await handOnNext(2);
    await until('both', async () => (await page()).total === 2);
    expect((await page()).items.map(({ isDebateClub }) => isDebateClub)).toEqual([true, false]);
  });

  it('of another host of the account is ignored', async () => {
    sandbox.zoom.account.record({ topic: 'The board meets', hostId: 'somebody-else' });
    await handOnNext(1);
    await processed();
    await compareNow();
    expect(await topics()).toEqual([]);
  });

  it('is fetched from Zoom, whatever the event claims', async () => {
    const made = sandbox.zoom.account.record({ topic: 'True' });
    const post = (await receiver.until((posts) => posts.length > handed))[handed];
    handed += 1;
    const body = post?.body.replaceAll('True', 'Forged with the secret') ?? '';
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v0=${createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex')}`;
    await handOn({ body, headers: { 'x-zm-signature': signature, 'x-zm-request-timestamp': timestamp } });
    await until('the recording', async () => (await topics())[0] === 'True');
    expect(made.topic).toBe('True');
  });

  it('waits while Zoom fails, which removes nothing, and is updated when Zoom answers again', async () => {
    const { id } = sandbox.zoom.account.record({ topic: 'Kept' });
    await handOnNext(1);
    await until('the recording', async () => (await topics())[0] === 'Kept');
    await setApi({ fail: 1 });
    sandbox.zoom.account.trash(id);
    sandbox.zoom.account.record({ topic: 'Late' });
    await handOnNext(2);
    await until(
      'a try that failed',
      async () =>
        (await content.dataSource.query<unknown[]>('SELECT 1 FROM zoom_events WHERE attempts > 0')).length > 0,
    );
    expect(await topics()).toEqual(['Kept']);
    await setApi({});
    await content.dataSource.query('UPDATE zoom_events SET next_attempt_at = now()');
    await wake(processZoomEvents);
    await until('both changes', async () => (await topics()).join() === 'Late');
  });
});

describe('an administrator’s decision', () => {
  const BY = {
    adminId: randomUUID(),
    role: 'owner' as const,
    origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
  };
  const all = (query: { q?: string; status?: string } = {}) => content.rpc.call(listAllRecordings, query);
  const made = async (topic: string) => {
    const recording = sandbox.zoom.account.record({ topic });
    await handOnNext(1);
    await until('the recording', async () => (await topics()).includes(topic));
    return recording;
  };
  const entry = async (topic: string) => (await all()).items.find((item) => item.topic === topic)!;
  const recorded = async (): Promise<string[]> =>
    (
      await content.dataSource.query<{ action: string }[]>(
        `SELECT payload->>'action' AS action FROM outbox WHERE name = 'content.admin-acted.v1' ORDER BY occurred_at, id`,
      )
    ).map(({ action }) => action);

  it('to hide a recording takes effect immediately and lasts: no webhook, comparison or restore from the trash shows it again', async () => {
    const recording = await made('Private matter');
    const { id } = await entry('Private matter');
    await Promise.all([
      content.rpc.call(hideRecording, { id, isHidden: true, by: BY }),
      content.rpc.call(hideRecording, { id, isHidden: true, by: BY }),
    ]);
    expect(await page()).toEqual({ items: [], nextCursor: null, total: 0 });
    expect(await recorded()).toEqual(['hide_recording']);
    sandbox.zoom.account.rename(recording.id, 'Private matter, again');
    await handOnNext(1);
    await until('its new topic', async () => (await all()).items[0]?.topic === 'Private matter, again');
    expect(await topics()).toEqual([]);
    await compareNow();
    sandbox.zoom.account.trash(recording.id);
    await handOnNext(1);
    await until('its end', async () => (await all()).total === 0);
    await expect(content.rpc.call(hideRecording, { id, isHidden: false, by: BY })).rejects.toMatchObject({
      code: 'not_found',
    });
    await compareNow();
    sandbox.zoom.account.recover(recording.id);
    await handOnNext(1);
    await until('its return', async () => (await all()).total === 1);
    expect([await topics(), (await all({ status: 'hidden' })).total, (await all({ status: 'shown' })).total]).toEqual([
      [],
      1,
      0,
    ]);
    await content.rpc.call(hideRecording, { id, isHidden: false, by: BY });
    expect((await page()).items[0]?.recordingFiles[0]?.play_url).toContain('http');
    expect(await recorded()).toEqual(['hide_recording', 'show_recording']);
  });

  it('to rename a recording lasts whatever Zoom reports, whose topic is kept beside it, until it is reverted', async () => {
    const recording = await made('Zoom Meeting');
    const { id, version } = await entry('Zoom Meeting');
    const rename = (title: string | null, from: number) =>
      content.rpc.call(renameRecording, { id, title, version: from, by: BY });
    expect(await rename('Finals of the spring', version)).toMatchObject({
      title: 'Finals of the spring',
      topic: 'Zoom Meeting',
      version: 2,
      changedBy: BY.adminId,
    });
    expect(await topics()).toEqual(['Finals of the spring']);
    await expect(rename('Another', version)).rejects.toMatchObject({
      code: 'version_conflict',
      message: expect.stringContaining('the name meanwhile'),
    });
    sandbox.zoom.account.rename(recording.id, 'Zoom Meeting 2');
    await handOnNext(1);
    await until('its new topic', async () => (await all({ q: 'meeting 2' })).total === 1);
    await compareNow();
    expect(await topics()).toEqual(['Finals of the spring']);
    expect((await all({ q: 'spring' })).items).toMatchObject([{ topic: 'Zoom Meeting 2' }]);
    await rename(null, 2);
    expect(await topics()).toEqual(['Zoom Meeting 2']);
    await expect(
      content.rpc.call(renameRecording, { id: randomUUID(), title: null, version: 1, by: BY }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('alone keeps the row of a recording that is gone from Zoom', async () => {
    const recording = await made('Gone');
    sandbox.zoom.account.trash(recording.id);
    await handOnNext(1);
    await until(
      'its end',
      async () => (await content.dataSource.query<unknown[]>('SELECT 1 FROM zoom_recordings')).length === 0,
    );
  });
});

describe('a webhook delivery', () => {
  const signed = (payload: string, ago = 0, secret = SECRET) => {
    const timestamp = String(Math.floor(Date.now() / 1_000) - ago);
    return {
      payload,
      timestamp,
      signature: `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${payload}`).digest('hex')}`,
    };
  };
  const event = JSON.stringify({ event: 'recording.completed', event_ts: 1, payload: { object: { uuid: 'x==' } } });
  const stored = async (): Promise<unknown[]> =>
    content.dataSource.query('SELECT type, meeting_uuid AS uuid FROM zoom_events');

  it.each([
    ['tampered with', () => ({ ...signed(event), payload: event.replace('x==', 'y==') })],
    ['signed by somebody else', () => signed(event, 0, 'another')],
    ['older than 300 seconds', () => signed(event, 301)],
    // The time of the delivery counts.
    ['from the future', () => signed(event, -600)],
    ['unsigned', () => ({ ...signed(event), signature: '' })],
  ])('%s is refused and not stored', async (_what, post) => {
    await expect(content.rpc.call(receiveZoomEvent, post())).rejects.toMatchObject({ code: 'signature_invalid' });
    expect(await stored()).toEqual([]);
  });

  it('without an event is refused, and one about no recording is accepted and ignored', async () => {
    for (const payload of ['', 'null', '{}', '[1]', event.replace('x==', '\\u0000')]) {
      await expect(content.rpc.call(receiveZoomEvent, signed(payload))).rejects.toMatchObject({
        code: 'malformed_body',
      });
    }
    expect(
      await content.rpc.call(
        receiveZoomEvent,
        signed('{"event":"meeting.started","payload":{"object":{"uuid":"x=="}}}'),
      ),
    ).toEqual({ received: true });
    expect(await stored()).toEqual([{ type: 'meeting.started', uuid: null }]);
  });

  it('is stored once however often it is delivered, with the same answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => content.rpc.call(receiveZoomEvent, signed(event))),
    );
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ received: true })));
    expect(await stored()).toEqual([{ type: 'recording.completed', uuid: 'x==' }]);
  });

  it('that cannot be stored is answered so that Zoom delivers it again', async () => {
    await content.dataSource.query('ALTER TABLE zoom_events RENAME TO zoom_events_away');
    await expect(content.rpc.call(receiveZoomEvent, signed(event))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await content.dataSource.query('ALTER TABLE zoom_events_away RENAME TO zoom_events');
    expect(await content.rpc.call(receiveZoomEvent, signed(event))).toEqual({ received: true });
    expect(await stored()).toHaveLength(1);
  });

  it('that validates the endpoint is answered only when it is signed, and cannot sign anything else', async () => {
    const question = (plainToken: string): string =>
      JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken } });
    const encrypted = createHmac('sha256', SECRET).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex');
    expect(await content.rpc.call(receiveZoomEvent, signed(question('qgg8vlvZRS6UYooatFL8Aw')))).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: encrypted,
    });
    await expect(
      content.rpc.call(receiveZoomEvent, { ...signed(question('x')), signature: 'v0=0' }),
    ).rejects.toMatchObject({ code: 'signature_invalid' });
    await expect(content.rpc.call(receiveZoomEvent, signed(question(`v0:1:${event}`)))).rejects.toMatchObject({
      code: 'malformed_body',
    });
    expect(await stored()).toEqual([]);
  });
});

describe('the comparison with Zoom', () => {
  it('fetches everything the first time, years-old recordings included', async () => {
    sandbox.zoom.webhook.faults = { ...sandbox.zoom.webhook.faults, drop: 1 };
    for (const days of [0, 1, 27, 28, 29, 30, 31, 55, 56, 57, 200, 800])
      sandbox.zoom.account.record({ topic: `${days} days ago`, startTime: ago(days + 0.2) });
    await compare();
    await expectAgreement();
    expect((await page()).total).toBe(12);
  });

  it('resumes where an earlier one was interrupted, and deletes events that were processed a month ago', async () => {
    sandbox.zoom.webhook.faults = { ...sandbox.zoom.webhook.faults, drop: 1 };
    const found = sandbox.zoom.account.record({ startTime: ago(400) });
    sandbox.zoom.account.record({ startTime: ago(100) });
    await content.dataSource.query(
      `INSERT INTO zoom_events (digest, type, received_at, next_attempt_at, processed_at)
       SELECT days::text, 'recording.renamed', now(), now(), now() - make_interval(days => days) FROM unnest(ARRAY[29, 31]) AS days`,
    );
    await content.dataSource.query('UPDATE recording_syncs SET completed_at = NULL, reached_back_to = $1', [ago(200)]);
    await compareNow();
    const uuids = await content.dataSource.query<{ uuid: string }[]>(
      'SELECT zoom_meeting_uuid AS uuid FROM zoom_recordings',
    );
    expect(uuids).toEqual([{ uuid: found.id }]);
    expect(await content.dataSource.query('SELECT digest FROM zoom_events')).toEqual([{ digest: '29' }]);
    await compare();
    expect((await page()).total).toBe(2);
  });

  it('leaves unchanged rows untouched', async () => {
    sandbox.zoom.account.record();
    await compareNow();
    const touched = (): Promise<unknown> => content.dataSource.query('SELECT updated_at FROM zoom_recordings');
    const before = await touched();
    await compareNow();
    expect(before).toHaveLength(1);
    expect(await touched()).toEqual(before);
  });

  it('agrees with Zoom after two replicas received events five times, in any order, without every fifth', async () => {
    await content.start();
    await compared();
    sandbox.zoom.webhook.faults = { duplicate: 4, shuffle: true, drop: 0.2, signedSecondsAgo: 0 };
    const uuids: string[] = [];
    for (let index = 0; index < 30; index += 1)
      uuids.push(sandbox.zoom.account.record({ topic: `Session ${index}`, startTime: ago(index * 3.4) }).id);
    uuids.forEach((uuid, index) => {
      if (index % 3 === 0) sandbox.zoom.account.rename(uuid, `Renamed ${index}`);
      if (index % 4 === 0) sandbox.zoom.account.trash(uuid);
      if (index % 8 === 0) sandbox.zoom.account.recover(uuid);
      if (index % 5 === 0) sandbox.zoom.account.delete(uuid);
    });
    const deliveries = sandbox.zoom.account.store.all('deliveries');
    expect(deliveries.filter(({ status }) => status === 'dropped').length).toBeGreaterThan(0);
    const lost = new Set(
      uuids.filter((uuid) => deliveries.every((each) => each.uuid !== uuid || each.status === 'dropped')),
    );
    await receiver.until((posts) => posts.length === deliveries.filter(({ status }) => status !== 'dropped').length);
    await Promise.all(receiver.posts.slice(handed).map((post) => retryWhileUnavailable(() => handOn(post))));
    await processed();
    const { ours, theirs } = await recordingsOnBothSides();
    if (lost.size === 0) expect(ours).toEqual(theirs);
    // Zoom reports none of these changes.
    sandbox.zoom.webhook.faults = { ...sandbox.zoom.webhook.faults, drop: 1 };
    sandbox.zoom.account.record({ topic: 'Unreported' });
    sandbox.zoom.account.delete(uuids[1] ?? '');
    sandbox.zoom.account.rename(uuids[29] ?? '', 'Renamed silently');
    await compare();
    await expectAgreement();
  });

  it('runs when a replica starts, before it is due again', async () => {
    sandbox.zoom.webhook.faults = { ...sandbox.zoom.webhook.faults, drop: 1 };
    sandbox.zoom.account.record({ topic: 'While nothing of ours ran' });
    await content.start();
    await compared();
    expect(await topics()).toEqual(['While nothing of ours ran']);
  });
});

describe('more recordings than a plain list has', () => {
  it('are read page by page, each once, newest first, and as a plain list of the first thousand', async () => {
    await content.dataSource.query(
      `INSERT INTO zoom_recordings (zoom_meeting_id, zoom_meeting_uuid, topic, start_time, duration, recording_count, recording_files)
       SELECT '1', 'uuid' || n, 'Session ' || n, date_trunc('second', now()) - make_interval(hours => n / 3), 90, 1,
         '[{"recording_type": "gallery_view", "file_type": "MP4", "play_url": "https://zoom.example/play"}]' FROM generate_series(1, 1500) AS n`,
    );
    const plain = await page();
    expect([plain.items.length, plain.total]).toEqual([1_000, 1_500]);
    const found: Recording[] = [];
    let cursor: string | undefined;
    do {
      const next = await page({ limit: 200, ...(cursor !== undefined && { cursor }) });
      found.push(...next.items);
      cursor = next.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1_500);
    expect(found.map(({ startTime }) => startTime)).toEqual(
      found
        .map(({ startTime }) => startTime)
        .sort()
        .reverse(),
    );
    const plan = JSON.stringify(
      await content.dataSource.query(
        'EXPLAIN SELECT * FROM zoom_recordings ORDER BY start_time DESC, id DESC LIMIT 201',
      ),
    );
    expect(plan).toContain('zoom_recordings_newest');
    await expect(page({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'cursor_invalid' });
  });
});

describe('a service without Zoom credentials', () => {
  it('lists no recordings and refuses deliveries as unknown', async () => {
    const off = await startContent({});
    expect(await off.rpc.call(listRecordings, { reader: 'active_member' })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
    await expect(
      off.rpc.call(receiveZoomEvent, { payload: '{}', signature: 'v0=', timestamp: '1' }),
    ).rejects.toMatchObject({ code: 'route_unknown' });
    await off.stop();
  });
});
