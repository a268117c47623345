import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Queues } from '@lectern/service-kit/jobs/queues';
import { QUEUE_PREFIX } from '@lectern/service-kit/outbox/event-frame';
import { patientRedis } from '@lectern/service-kit/rpc/connections';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { type OpenedQueues, openQueues } from './opened-queues.ts';

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

interface Page {
  readonly queues: readonly {
    name: string;
    readOnlyMode: boolean;
    counts: Record<string, number>;
    jobs: { id: string; data: unknown; failedReason?: string }[];
  }[];
}

const pageOf = (activeQueue: string, query: Record<string, string>) =>
  opened.board.read('/api/queues', {}, { activeQueue, ...query }) as Promise<Page>;
const jobsOf = ({ queues }: Page, name: string) => queues.find((queue) => queue.name === name)?.jobs ?? [];

describe('the board', () => {
  it('shows one page of a queue with twenty thousand jobs, wherever it is opened', async () => {
    expect(await opened.queues.states()).toContainEqual(
      expect.objectContaining({ queue: 'messaging-events-of-identity', waiting: MANY }),
    );
    for (const [query, length] of [
      [{}, 10],
      [{ status: 'waiting', page: '1000' }, 10],
      [{ status: 'waiting', jobsPerPage: '300' }, 300],
    ] as const) {
      const page = await pageOf('messaging-events-of-identity', query);
      expect(jobsOf(page, 'messaging-events-of-identity')).toHaveLength(length);
      expect(jobsOf(page, 'content-jobs')).toEqual([]);
      expect(JSON.stringify(page)).not.toContain('@example.com');
    }
  });

  it('scans the keys of Redis once in a while, however often it is read', async () => {
    const scans = async (): Promise<number> =>
      Number(/cmdstat_scan:calls=(\d+)/.exec(await connection.info('commandstats'))?.[1] ?? 0);
    await pageOf('content-jobs', {});
    const before = await scans();
    await opened.queues.states();
    await opened.queues.countGivenUp('content-jobs');
    await pageOf('content-jobs', {});
    expect(await scans()).toBe(before);
    const always = new Queues(connection);
    expect(await always.countGivenUp('content-jobs')).toBe(1);
    expect(await scans()).toBeGreaterThan(before);
    await always.close();
  });

  it('reads no more than three hundred jobs at a time', async () => {
    await expect(pageOf('messaging-events-of-identity', { jobsPerPage: '301' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('shows failed jobs and their errors, without the recipient', async () => {
    const [job] = jobsOf(await pageOf('content-jobs', { status: 'failed' }), 'content-jobs');
    expect(job).toMatchObject({ failedReason: 'No email to •••' });
    const one = await opened.board.read('/api/queues/:queueName/:jobId', { queueName: 'content-jobs', jobId: job!.id });
    expect(one).toMatchObject({ status: 'failed', job: { id: job!.id } });
    expect(JSON.stringify(one)).not.toContain('ada@example.com');
  });

  it('answers not_found for an unknown queue or job', async () => {
    for (const params of [
      { queueName: 'nobody-jobs', jobId: '1' },
      { queueName: 'content-jobs', jobId: '999' },
    ]) {
      await expect(opened.board.read('/api/queues/:queueName/:jobId', params)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  it('has no write routes', async () => {
    expect((await pageOf('', {})).queues.map(({ readOnlyMode }) => readOnlyMode)).toEqual([true, true]);
    for (const path of [
      '/api/queues/pause',
      '/api/queues/:queueName/empty',
      '/api/queues/:queueName/:jobId/retry',
      '/api/queues/:queueName/add',
    ]) {
      await expect(opened.board.read(path, { queueName: 'content-jobs', jobId: '1' })).rejects.toThrow(
        'Bull Board reads nothing at',
      );
    }
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
      const { queues } = (await fresh.board.read('/api/queues')) as Page;
      expect(queues.map(({ name }) => name).sort()).toEqual(others);
    } finally {
      await fresh.close();
      await connection.del(`${key}:meta`, `${key}:wait`);
    }
  });
});
