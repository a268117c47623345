import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { untilNoneLeft } from '@lectern/test-kit/until';
import { newSigningKey, type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { forgetReadersOrigins } from './forget-readers-origins.job.ts';

describe("the provider's events", () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() => emptyTables(messaging.dataSource, 'provider_events'));

  const event = (differences: object = {}): Record<string, unknown> => ({
    email: 'ann@example.com',
    timestamp: 1_770_000_000,
    event: 'delivered',
    sg_event_id: 'event-1',
    sg_message_id: 'message-1',
    ...differences,
  });
  const receive = (post: Parameters<RunningMessaging['rpc']['call']>[1]): Promise<unknown> =>
    messaging.rpc.call(receiveSendgridEvents, post as ReturnType<RunningMessaging['signedPost']>);
  const stored = (): Promise<Record<string, unknown>[]> =>
    messaging.dataSource.query(
      'SELECT sg_event_id, event, recipient_id, email, occurred_at, payload FROM provider_events ORDER BY sg_event_id',
    );

  it('are stored once, however often and in whatever order they arrive', async () => {
    const recipientId = randomUUID();
    const events = [event({ recipientId }), event({ sg_event_id: 'event-2', event: 'open' }), event({ recipientId })];
    await Promise.all([
      receive(messaging.signedPost(JSON.stringify(events))),
      receive(messaging.signedPost(JSON.stringify(events.toReversed()))),
      receive(messaging.signedPost(`${JSON.stringify(events)}\r\n`)),
    ]);
    expect(await stored()).toEqual([
      expect.objectContaining({
        sg_event_id: 'event-1',
        event: 'delivered',
        recipient_id: recipientId,
        email: 'ann@example.com',
        occurred_at: new Date(1_770_000_000_000),
      }),
      expect.objectContaining({ sg_event_id: 'event-2', event: 'open', recipient_id: null }),
    ]);
  });

  it('are stored without the IP address and the browser of the reader', async () => {
    const reader = { ip: '203.0.113.77', useragent: 'Readers-own/1.0' };
    const events = ['open', 'click', 'delivered'].map((kind) =>
      event({ sg_event_id: kind, event: kind, url: 'https://example.com/more', ...reader }),
    );
    await receive(messaging.signedPost(JSON.stringify(events)));
    const kept = await stored();
    expect(kept.map(({ payload }) => payload)).toEqual(
      ['click', 'delivered', 'open'].map((kind) =>
        event({ sg_event_id: kind, event: kind, url: 'https://example.com/more' }),
      ),
    );
    expect(await rowsContaining(messaging.dataSource, Object.values(reader))).toEqual([]);
  });

  it('of earlier releases lose IP address and browser, each once, and nothing else', async () => {
    const payload = { ...event({ event: 'open' }), ip: '203.0.113.77', useragent: 'Readers-own/1.0' };
    await messaging.dataSource.query(
      `INSERT INTO provider_events (sg_event_id, event, email, occurred_at, payload)
       SELECT 'event-' || n, 'open', 'ann@example.com', now(), $1::jsonb FROM generate_series(1, 20000) AS n`,
      [JSON.stringify(payload)],
    );
    await messaging.dataSource.query(
      `INSERT INTO provider_events (sg_event_id, event, occurred_at, payload) VALUES ('without', 'open', now(), '{"reason": "ip"}')`,
    );
    const before = await messaging.dataSource.query<unknown[]>(
      `SELECT xmin, payload FROM provider_events WHERE sg_event_id = 'without'`,
    );
    await messaging.startJob(forgetReadersOrigins);
    await untilNoneLeft('all of them to be without', async () => {
      const [row] = await messaging.dataSource.query<[{ left: number }]>(
        `SELECT count(*)::int AS left FROM provider_events WHERE payload ? 'ip' OR payload ? 'useragent'`,
      );
      return row.left;
    });
    expect(
      await messaging.dataSource.query(
        'SELECT payload, count(*)::int FROM provider_events WHERE email IS NOT NULL GROUP BY payload',
      ),
    ).toEqual([{ payload: event({ event: 'open' }), count: 20_000 }]);
    expect(
      await messaging.dataSource.query(`SELECT xmin, payload FROM provider_events WHERE sg_event_id = 'without'`),
    ).toEqual(before);
    const [most] = await messaging.dataSource.query<[{ most: number }]>(
      'SELECT max(count)::int AS most FROM (SELECT count(*) FROM provider_events GROUP BY xmin::text) AS transactions',
    );
    expect(most).toEqual({ most: 500 });
  });

  it('are refused without a valid signature, and nothing is stored', async () => {
    const good = messaging.signedPost(JSON.stringify([event()]));
    const posts = [
      { ...good, payload: good.payload.replace('ann@', 'eve@') },
      { ...good, timestamp: String(Number(good.timestamp) + 1) },
      { ...good, signature: '' },
      { ...good, signature: 'bm8=' },
      { ...good, signature: 'not base64 at all' },
      messaging.signedPost(good.payload, undefined, newSigningKey().privateKey),
    ];
    for (const post of posts) await expect(receive(post)).rejects.toMatchObject({ code: 'signature_invalid' });
    expect(await stored()).toEqual([]);
    await receive(good);
    expect(await stored()).toHaveLength(1);
  });

  it('are refused when their signature is too old or in the future', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const payload = JSON.stringify([event()]);
    for (const timestamp of [now - 310, now + 310]) {
      await expect(receive(messaging.signedPost(payload, timestamp))).rejects.toMatchObject({
        code: 'signature_invalid',
      });
    }
    await receive(messaging.signedPost(payload, now - 280));
    expect(await stored()).toHaveLength(1);
  });

  it('are refused when the body is no list', async () => {
    for (const payload of ['', '{', '{}', '"x"']) {
      await expect(receive(messaging.signedPost(payload))).rejects.toMatchObject({ code: 'malformed_body' });
    }
    await receive(messaging.signedPost('[]'));
  });

  it('are stored although other entries of the post are no events, or contain text that Postgres cannot store', async () => {
    await receive(
      messaging.signedPost(
        `[1, {}, {"event":"x"}, ${JSON.stringify(event({ recipientId: 'no uuid', response: 'zero \0 byte', reason: 'half \ud800 pair' }))}]`,
      ),
    );
    expect(await stored()).toEqual([
      expect.objectContaining({
        sg_event_id: 'event-1',
        recipient_id: null,
        payload: expect.objectContaining({ response: 'zero  byte', reason: 'half \ufffd pair' }),
      }),
    ]);
  });
});
