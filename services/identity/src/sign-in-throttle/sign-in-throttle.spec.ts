import { afterAll, describe, expect, it } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { SystemClock } from '@lectern/service-kit/time/clock';
import type { IdentityConfig } from '../config.ts';
import { SignInStore } from './sign-in-store.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

describe('the throttle, while Redis is down', () => {
  const nowhere = { REDIS_URL: 'redis://127.0.0.1:1' } as IdentityConfig;
  const store = new SignInStore(nowhere, createLogger('test', 'silent'));
  const throttle = new SignInThrottle(store, new SystemClock());
  const attempt = { audience: 'member', emailKey: 'ada@example.com' } as const;
  const counted = { ...attempt, countedAt: 0, lastBefore: '0' };
  afterAll(() => store.onApplicationShutdown());

  it.each<[string, () => Promise<unknown>]>([
    ['an attempt that cannot be counted', () => throttle.begin(attempt)],
    ['an attempt that cannot be withdrawn', () => throttle.withdraw(counted)],
    ['a success that cannot be recorded', () => throttle.succeeded(counted)],
    ['failures that cannot be forgotten', () => throttle.forget(attempt)],
  ])('says that it is not available now, for %s', async (_what, ask) => {
    const error = await ask().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: 'service_unavailable', retryAfter: 2 });
  });
});
