import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_11 } from '../route-docs/samples.ts';
import type * as http from './pause-http.ts';

const ownSubscription = { errors: ['email_unverified', 'subscription_none', 'payment_provider_unavailable'] } as const;
const pauseErrors = [
  ...ownSubscription.errors,
  ...(['payment_due', 'payment_processing', 'account_deactivated', 'pause_refused'] as const),
] as const;

export const pauseDocs = {
  previewPause: {
    summary: 'Lists the pauses of a monthly subscription, each with the date of the next charge.',
    description:
      'A pause begins at `from`, the end of the paid period; access ends then, and nothing is charged until the end of the pause. ' +
      '`pause_refused` says why: the subscription is annual, cancelled, renewing, arranged by staff, or paused already.',
    errors: pauseErrors,
    response: {
      from: APRIL_11,
      choices: [
        { months: 1, until: '2026-05-11T09:00:00.000Z' },
        { months: 2, until: '2026-06-11T09:00:00.000Z' },
        { months: 3, until: '2026-07-11T09:00:00.000Z' },
      ],
      price: 9_500,
    },
  },
  pauseSubscription: {
    summary: 'Pauses a monthly subscription for 1 to 3 months, from the end of the paid period on.',
    description: 'A repetition with the same number of months changes nothing.',
    errors: pauseErrors,
    body: { months: 2 },
    response: { message: 'Your membership pauses on April 11, 2026. The next charge is due on June 11, 2026.' },
  },
  previewPauseEnd: {
    summary: 'Quotes the charge that ends the pause now.',
    description:
      'A pause that has not begun is dropped without a charge. One that has begun ends with a new month, charged immediately.',
    errors: [...ownSubscription.errors, 'account_deactivated', 'pause_refused'],
    response: { hasBegun: true, price: 9_500, amountDue: 9_500, nextChargeAt: '2026-05-20T09:00:00.000Z' },
  },
  endPause: {
    summary: 'Ends the pause for the quoted amount, charged immediately.',
    description:
      'Where the payment provider would charge another amount, the answer is `price_changed`; after that and after `card_declined`, nothing is ' +
      'charged or changed. A repetition charges nothing twice.',
    errors: [
      ...ownSubscription.errors,
      ...(['account_deactivated', 'price_changed', 'card_declined', 'pause_refused'] as const),
    ],
    body: { amountDue: 9_500 },
    response: { message: 'Your membership is not paused any more. Your next billing date is May 20, 2026.' },
  },
} satisfies DocsOf<typeof http>;
