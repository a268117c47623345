import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { newSigningKey, type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

describe("the provider's events", () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() => emptyTables(messaging.dataSource, 'provider_events'));

  const event = (differences: object = {}): Record<string, unknown> => ({
    email: 'ann@example.com', timestamp: 1_770_000_000, event: 'delivered', sg_event_id: 'event-1', sg_message_id: 'message-1', ...differences,
  });
  const receive = (post: Parameters<RunningMessaging['rpc']['call']>[1]): Promise<unknown> =>
    messaging.rpc.call(receiveSendgridEvents, post as ReturnType<RunningMessaging['signedPost']>);
  const stored = (): Promise<Record<string, unknown>[]> =>
    messaging.dataSource.query('SELECT sg_event_id, event, letter_id, email, occurred_at, payload FROM provider_events ORDER BY sg_event_id');

  it('are kept once, however often and however mixed they are told', async () => {
    const letterId = randomUUID();
    const events = [event({ letterId }), event({ sg_event_id: 'event-2', event: 'open' }), event({ letterId })];
    await Promise.all([
      receive(messaging.signedPost(JSON.stringify(events))),
      receive(messaging.signedPost(JSON.stringify(events.toReversed()))),
      receive(messaging.signedPost(`${JSON.stringify(events)}\r\n`)),
    ]);
    expect(await stored()).toEqual([
      expect.objectContaining({ sg_event_id: 'event-1', event: 'delivered', letter_id: letterId, email: 'ann@example.com', occurred_at: new Date(1_770_000_000_000) }),
      expect.objectContaining({ sg_event_id: 'event-2', event: 'open', letter_id: null }),
    ]);
  });

  it('are refused without a fitting signature, and nothing is kept', async () => {
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

  it('are refused when they were signed long ago, or ahead of time', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const payload = JSON.stringify([event()]);
    for (const timestamp of [now - 310, now + 310]) {
      await expect(receive(messaging.signedPost(payload, timestamp))).rejects.toMatchObject({ code: 'signature_invalid' });
    }
    await receive(messaging.signedPost(payload, now - 280));
    expect(await stored()).toHaveLength(1);
  });

  it('are refused when they are no list', async () => {
    for (const payload of ['', '{', '{}', '"x"']) {
      await expect(receive(messaging.signedPost(payload))).rejects.toMatchObject({ code: 'malformed_body' });
    }
    await receive(messaging.signedPost('[]'));
  });

  it('are kept although others of the same post are no events, or carry what a database cannot keep', async () => {
    await receive(
      messaging.signedPost(
        `[1, {}, {"event":"x"}, ${JSON.stringify(event({ letterId: 'no uuid', useragent: 'zero \0 byte', ip: 'half \ud800 pair' }))}]`,
      ),
    );
    expect(await stored()).toEqual([
      expect.objectContaining({ sg_event_id: 'event-1', letter_id: null, payload: expect.objectContaining({ useragent: 'zero  byte', ip: 'half \ufffd pair' }) }),
    ]);
  });
});
