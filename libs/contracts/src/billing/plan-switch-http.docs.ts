import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './plan-switch-http.ts';

const switchErrors = [
  ...(['email_unverified', 'subscription_none', 'payment_provider_unavailable'] as const),
  ...(['payment_due', 'payment_processing', 'account_deactivated', 'switch_refused'] as const),
] as const;

export const planSwitchDocs = {
  previewPlanSwitch: {
    summary:
      'Quotes a switch to the other plan: what is charged immediately, and what the rest of the paid period is worth.',
    description:
      'Nothing is changed. The quote is valid for half an hour in the running period. `creditLeft` pays the next periods. `switch_refused` ' +
      'says why: the subscription is cancelled, renewing, discounted, arranged by staff, or of that plan already.',
    errors: switchErrors,
    body: { plan: 'annual' },
    response: {
      plan: 'annual',
      price: 95_000,
      credit: 6_200,
      balance: 0,
      amountDue: 88_800,
      creditLeft: 0,
      nextCharge: 95_000,
      nextChargeAt: '2027-03-11T09:00:00.000Z',
      quotedAt: '2026-03-11T09:00:00.000Z',
    },
  },
  switchPlan: {
    summary: 'Switches the subscription to the other plan for the quoted amounts, charged immediately.',
    description:
      'Send the fields of the quote. Where the payment provider would charge or credit another amount, the answer is `switch_changed`; after that ' +
      'and after `card_declined`, nothing is charged or changed. A repetition charges nothing twice.',
    errors: [...switchErrors, 'switch_changed', 'card_declined'],
    body: { plan: 'annual', amountDue: 88_800, creditLeft: 0, quotedAt: '2026-03-11T09:00:00.000Z' },
    response: { message: 'Your plan is annual now. Your next billing date is March 11, 2027.' },
  },
} satisfies DocsOf<typeof http>;
