import { describe, expect, it } from 'vitest';
import { dashboardOf } from './dashboard.ts';

describe('the dashboard of the payment provider', () => {
  it('is the live or the test one, by the key, and none with the emulator', () => {
    expect(dashboardOf({ STRIPE_SECRET_KEY: 'sk_live_1' })).toBe('https://dashboard.stripe.com');
    expect(dashboardOf({ STRIPE_SECRET_KEY: 'rk_test_1' })).toBe('https://dashboard.stripe.com/test');
    expect(dashboardOf({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_URL: 'http://localhost:4010' })).toBeNull();
  });
});
