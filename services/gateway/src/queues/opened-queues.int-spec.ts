import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { QUEUE_PREFIX } from '@lectern/service-kit/jobs/event-frame';
import { Queues } from '@lectern/service-kit/jobs/queues';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import type { GatewayConfig } from '../config.ts';
import { type OpenedQueues, openQueues } from './opened-queues.ts';
import { WorkQueues } from './work-queues.ts';

const MANY = 20_000;

let url: string;
let connection: Redis;
let opened: OpenedQueues;
const made: Queue[] = [];

const queueOf = (name: string): Queue => {
  const queue = new Queue(name, { connection, prefix: QUEUE_PREFIX, skipVersionCheck: true });
  made.push(queue);
  return queue;
};

beforeAll(async () => {
  ({ url } = await createTestRedis());
  connection = patientRedis(url, 'test');
  const mail = queueOf('messaging-events-of-identity');
  for (let at = 0; at < MANY; at += 5_000) {
    await mail.addBulk(
      Array.from({ length: 5_000 }, (_, index) => ({
        name: 'identity.link-requested.v1',
        data: { payload: { email: `reader${at + index}@example.com` } },
      })),
    );
  }
  const jobs = queueOf('content-jobs');
  await jobs.add('no-such-job', { correlationId: 'x', data: {} }, { attempts: 1 });
  const blocking = connection.duplicate();
  const worker = new Worker(jobs.name, () => Promise.reject(new Error('No email to ada@example.com')), {
    connection: blocking,
    prefix: QUEUE_PREFIX,
    skipVersionCheck: true,
  });
  await new Promise((resolve) => worker.once('failed', resolve));
  await worker.close();
  blocking.disconnect();
  opened = await openQueues(url);
});

afterAll(async () => {
  await opened.close();
  await Promise.all(made.map((queue) => queue.close()));
  connection.disconnect();
});

describe('the queues', () => {
  it('show one page of a queue with twenty thousand jobs, newest first', async () => {
    const { queues } = opened;
    expect(await queues.states()).toContainEqual(
      expect.objectContaining({ queue: 'messaging-events-of-identity', waiting: MANY }),
    );
    const page = async (offset: number) =>
      ((await queues.jobs('messaging-events-of-identity', 'waiting', offset, 20)) ?? []).map(({ id }) => Number(id));
    const first = await page(0);
    expect(first).toEqual(Array.from({ length: 20 }, (_, index) => MANY - index));
    expect(await page(20)).toEqual(first.map((id) => id - 20));
    expect(await page(MANY)).toEqual([]);
  });

  it('are searched for once in a while, however often they are read', async () => {
    const known = (await opened.queues.names()).toSorted();
    await queueOf('content-later').add('job', {});
    await opened.queues.states();
    await opened.queues.countGivenUp('content-jobs');
    expect((await opened.queues.names()).toSorted()).toEqual(known);
    const always = new Queues(connection);
    expect((await always.names()).toSorted()).toEqual([...known, 'content-later'].toSorted());
    await always.close();
  });

  it('show failed jobs with their errors', async () => {
    expect(await opened.queues.jobs('content-jobs', 'failed', 0, 20)).toEqual([
      expect.objectContaining({ name: 'no-such-job', failedReason: 'No email to ada@example.com' }),
    ]);
  });

  it('show none of an unknown queue', async () => {
    expect(await opened.queues.jobs('nobody-jobs', 'failed', 0, 20)).toBeNull();
  });
});

describe('the failed jobs of a queue', () => {
  it('are counted, and tried again', async () => {
    expect(await opened.queues.countGivenUp('nobody-jobs')).toBeNull();
    expect(await opened.queues.countGivenUp('content-jobs')).toBe(1);
    await opened.queues.retryGivenUp('content-jobs');
    expect(await opened.queues.countGivenUp('content-jobs')).toBe(0);
    expect(await opened.queues.states()).toContainEqual(
      expect.objectContaining({ queue: 'content-jobs', waiting: 1, failed: 0 }),
    );
  });
});

describe('a queue with a key of a wrong type', () => {
  it('is named as one that cannot be read, and hides no other', async () => {
    const key = `${QUEUE_PREFIX}:content-broken`;
    await connection.hset(`${key}:meta`, 'a', '1');
    await connection.set(`${key}:wait`, 'x');
    const fresh = await openQueues(url);
    try {
      const states = await fresh.queues.states();
      expect(states).toContainEqual({
        queue: 'content-broken',
        waiting: 0,
        active: 0,
        delayed: 0,
        failed: 0,
        schedules: [],
        isUnreadable: true,
      });
      const others = states.filter(({ isUnreadable }) => isUnreadable !== true).map(({ queue }) => queue);
      expect(others).toEqual(expect.arrayContaining(['content-jobs', 'messaging-events-of-identity']));
      await expect(fresh.queues.failed()).resolves.toEqual(expect.any(Array));
      expect(await fresh.queues.jobs('content-broken', 'waiting', 0, 20)).toBeNull();
    } finally {
      await fresh.close();
      await connection.del(`${key}:meta`, `${key}:wait`);
    }
  });
});

describe('reading the queues', () => {
  let work: WorkQueues | undefined;

  afterEach(async () => {
    await work?.onModuleDestroy();
  });

  const to = (redisUrl: string): { config: { REDIS_URL: string }; work: WorkQueues } => {
    const config = { REDIS_URL: redisUrl };
    work = new WorkQueues(config as GatewayConfig);
    return { config, work };
  };

  it('reports that they are unavailable while Redis is, and works when it is back', async () => {
    const { config, work: looking } = to('redis://127.0.0.1:1');
    await expect(looking.look(({ queues }) => queues.names())).rejects.toMatchObject({ code: 'service_unavailable' });
    config.REDIS_URL = (await createTestRedis()).url;
    expect(await looking.look(({ queues }) => queues.names())).toEqual([]);
  });

  it('reports that, too, where the connection ended meanwhile', async () => {
    const { work: looking } = to((await createTestRedis()).url);
    await expect(
      looking.look(async (opened) => {
        await opened.close();
        return opened.queues.names();
      }),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('passes on other errors', async () => {
    const { work: looking } = to((await createTestRedis()).url);
    await expect(looking.look(() => Promise.reject(new Error('Ours')))).rejects.toThrow('Ours');
  });
});
