import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@lectern/service-kit/health/metrics';
import { testLogger } from '@lectern/service-kit/testing/test-logger';
import { CAMPAIGN_LANES } from './send-campaigns.contract.ts';
import { SendingRate } from './sending-rate.ts';

const rateOf = (emailsASecond: number): SendingRate =>
  // Opens no connection: the batch size does not need Redis.
  new SendingRate(
    { CAMPAIGN_RATE: emailsASecond, CAMPAIGN_BATCH: 500, REDIS_URL: 'redis://127.0.0.1:1' },
    testLogger(),
    new Metrics('test'),
  );

describe('the rate of campaigns', () => {
  it.each([10_000, 800, 80])('lets no lane wait for more than a second, at %i emails a second', (emailsASecond) => {
    expect((rateOf(emailsASecond).batch * CAMPAIGN_LANES.length) / emailsASecond).toBeLessThanOrEqual(1);
  });

  it('continues at a rate below one email for each lane', () => {
    expect(rateOf(1).batch).toBe(1);
  });
});
