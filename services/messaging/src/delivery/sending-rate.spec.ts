import { describe, expect, it } from 'vitest';
import { CAMPAIGN_LANES } from '../jobs.ts';
import { SendingRate } from './sending-rate.ts';

const batchAt = (emailsASecond: number): number =>
  new SendingRate({ CAMPAIGN_RATE: emailsASecond, CAMPAIGN_BATCH: 500 }).batch;

describe('the rate of campaigns', () => {
  it.each([10_000, 800, 80])('lets no lane wait for more than a second, at %i emails a second', (emailsASecond) => {
    expect((batchAt(emailsASecond) * CAMPAIGN_LANES.length) / emailsASecond).toBeLessThanOrEqual(1);
  });

  it('continues at a rate below one email for each lane', () => {
    expect(batchAt(1)).toBe(1);
  });
});
