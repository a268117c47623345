import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import type { GatewayConfig } from '../config.ts';
import { WorkQueues } from './work-queues.ts';

let work: WorkQueues | undefined;

afterEach(async () => {
  await work?.onModuleDestroy();
});

const to = (redisUrl: string): { config: { REDIS_URL: string }; work: WorkQueues } => {
  const config = { REDIS_URL: redisUrl };
  work = new WorkQueues(config as GatewayConfig);
  return { config, work };
};

describe('reading the queues', () => {
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
