import type { BillingConfig } from '../config.ts';

/** The address of the payment provider's dashboard for this key, live or test; null with the emulator, which has none. */
export const dashboardOf = ({
  STRIPE_SECRET_KEY,
  STRIPE_API_URL,
}: Pick<BillingConfig, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): string | null => {
  if (STRIPE_API_URL !== undefined) return null;
  return `https://dashboard.stripe.com${/^.._test_/.test(STRIPE_SECRET_KEY) ? '/test' : ''}`;
};
