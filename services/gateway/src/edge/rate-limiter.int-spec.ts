import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import type { GatewayConfig } from '../config.ts';
import { RateLimiter } from './rate-limiter.ts';

let limiter: RateLimiter;
beforeAll(async () => {
  const { url } = await createTestRedis();
  limiter = new RateLimiter(
    { REDIS_URL: url, RATE_LIMIT_SCALE: 1 } as GatewayConfig,
    createLogger('gateway', 'silent'),
  );
  await limiter.onModuleInit();
});
afterAll(() => limiter.onApplicationShutdown());

it('lets staff email a mailbox about ten corrections an hour, whichever way it is written and whatever the other one is', async () => {
  const tries = Array.from({ length: 10 }, (_, turn) => [`other-${turn}@example.org`, 'Ada@example.org']);
  for (const mailboxes of tries) await limiter.countCorrection(mailboxes, 'email');
  const message =
    'ada@EXAMPLE.org had too many corrections within an hour. Nothing was changed. Please try again in 60 minutes.';
  await expect(limiter.countCorrection(['ada@EXAMPLE.org', 'new@example.org'], 'newEmail')).rejects.toMatchObject({
    code: 'too_many_requests',
    message,
    fields: { newEmail: message },
    retryAfter: expect.any(Number) as number,
  });
  await limiter.countCorrection(['other-1@example.org', 'new@example.org'], 'newEmail');
});
