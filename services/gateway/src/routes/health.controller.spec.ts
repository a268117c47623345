import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SERVICE_NAMES } from '@lectern/contracts/rpc';
import type { health } from '@lectern/contracts/system/http';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { Call } from '../edge/serves.decorator.ts';
import { HealthController } from './health.controller.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the health of the system', () => {
  it('is checked once for all calls of a second, and again after it', async () => {
    const ping = vi.fn(() => Promise.resolve({ database: true }));
    const setStatus = vi.fn();
    const controller = new HealthController({ call: ping } as unknown as RpcClient);
    const ask = () => controller.health({ setStatus } as unknown as Call<typeof health>);

    expect(await Promise.all([ask(), ask()])).toEqual([{ status: 'ok' }, { status: 'ok' }]);
    await ask();
    expect(ping).toHaveBeenCalledTimes(SERVICE_NAMES.length);

    ping.mockRejectedValue(new Error('No answer in time'));
    vi.advanceTimersByTime(1_000);
    expect(await Promise.all([ask(), ask()])).toEqual(
      Array.from({ length: 2 }, () => ({ status: 'unavailable', failing: [...SERVICE_NAMES] })),
    );
    expect(setStatus.mock.calls).toEqual([[503], [503]]);
    expect(ping).toHaveBeenCalledTimes(2 * SERVICE_NAMES.length);
  });
});
