import type { DocsOf } from '../route-docs/route-docs.ts';
import type { RouteResponse } from '../route.ts';
import { APRIL_12, ID } from '../route-docs/samples.ts';
import type * as http from './cancellation-offer-http.ts';

const ownSubscription = { errors: ['email_unverified', 'subscription_none', 'payment_provider_unavailable'] } as const;
const saved: RouteResponse<typeof http.readOfferSetting> = {
  versions: [
    {
      ...{ version: 2, offer: 'discount', percent: 30, savedAt: APRIL_12 },
      savedBy: { id: ID, name: 'Grace Kim' },
    },
    { version: 1, offer: 'none', percent: null, savedAt: null, savedBy: null },
  ],
};

export const cancellationOfferDocs = {
  cancelSubscription: {
    summary: 'Cancels the subscription of the signed-in member at the end of the paid period.',
    description:
      'Access stays until then. A past-due or paused membership ends immediately, without a further charge. The body, and each of its fields, ' +
      'may be left out; the reason is shown to staff.',
    ...ownSubscription,
    body: { reason: 'no_time', comment: 'I travel until the summer.' },
    response: { message: 'Your subscription has been cancelled. You have access until April 11, 2026.' },
  },
  makeCancellationOffer: {
    summary: 'Makes the one offer that a member gets before a cancellation.',
    description:
      'A pause, or a discount on the charges of three months, as the treasurer has set; `offer` is null where none is set, for an annual ' +
      'membership, for one that cannot have it, and within 12 months of the last offer. A second call answers null, so the subscription can then ' +
      'be cancelled without another question. The reason is stored with the offer, and shown to staff.',
    ...ownSubscription,
    body: { reason: 'too_expensive' },
    response: {
      offer: {
        ...{ kind: 'discount', id: ID, percent: 30 },
        ...{ price: 9_500, discountedPrice: 6_650, until: '2026-06-20T09:00:00.000Z' },
      },
    },
  },
  acceptCancellationOffer: {
    summary: 'Accepts the offer, instead of the cancellation.',
    description: 'An offer can be accepted for a day. A repetition changes nothing. Give `months` for a pause.',
    errors: [
      ...ownSubscription.errors,
      'not_found',
      'offer_over',
      'payment_due',
      'payment_processing',
      'pause_refused',
    ],
    body: { id: ID },
    response: { message: 'You pay 30% less for your next three months. Your membership goes on.' },
  },
  readOfferSetting: {
    summary: 'Reads what is offered to members who cancel, with the last 20 versions.',
    description: 'Newest first. Version 1 is what the software ships with: no offer.',
    response: saved,
  },
  saveOfferSetting: {
    summary: 'Sets what is offered to members who cancel.',
    description: 'A repetition saves nothing more. Offers that were made before stay as they were made.',
    errors: ['version_conflict'],
    body: { version: 1, offer: 'discount', percent: 30 },
    response: saved,
  },
} satisfies DocsOf<typeof http>;
