import type { Plan } from '@lectern/contracts/fields';
import { MONTHLY, ANNUAL } from '../../config/offers.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export interface Conversion {
  event: 'conversion';
  transaction_id: string;
  currency: 'USD';
  /** Dollars: 95 or 950. */
  value: number;
  plan_type: Plan;
  customer_email: string;
}

export const conversionOf = (sessionId: string, plan: Plan, email: string | null): Conversion => ({
  event: 'conversion',
  transaction_id: sessionId,
  currency: 'USD',
  value: (plan === 'annual' ? ANNUAL : MONTHLY) / 100,
  plan_type: plan,
  customer_email: email ?? '',
});

const reportedKey = (sessionId: string) => `conversion:${sessionId}`;

/** Reports a purchase to the page's data layer, once per checkout session however often the page is loaded. */
export const reportConversion = (conversion: Conversion): void => {
  const key = reportedKey(conversion.transaction_id);
  if (readSession(key) !== null) return;
  writeSession(key, 'reported');
  (window.dataLayer ??= []).push(conversion);
};
