import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { acknowledgement, instant, optionalText, uuid } from '../fields.ts';
import { route } from '../route.ts';
import { CANCELLATION_COMMENT_MAX, cancellationReason } from './cancellation.ts';
import { cancellationOffer, hasItsPercent, offerKind, offerSetting } from './cancellation-offer.ts';
import { pauseMonths } from './pause.ts';

/** `email_unverified` for an account that was set up by a payment alone; `subscription_none`. */
export const cancelSubscription = route({
  method: 'POST',
  path: '/api/subscription/cancel',
  audience: 'member',
  rateLimit: 'write',
  body: z.strictObject({
    reason: z.optional(cancellationReason),
    comment: optionalText(CANCELLATION_COMMENT_MAX),
  }),
  response: acknowledgement,
});

/** The offer that the member gets before the cancellation, which is made once: a second call answers null. */
export const makeCancellationOffer = route({
  method: 'POST',
  path: '/api/subscription/cancel/offer',
  audience: 'member',
  rateLimit: 'provider-read',
  body: z.strictObject({ reason: z.optional(cancellationReason), comment: optionalText(CANCELLATION_COMMENT_MAX) }),
  response: z.object({ offer: z.nullable(cancellationOffer) }),
});

/** Accepts it, instead of the cancellation. A repetition changes nothing. */
export const acceptCancellationOffer = route({
  method: 'POST',
  path: '/api/subscription/cancel/offer/accept',
  audience: 'member',
  rateLimit: 'write',
  body: z.strictObject({
    id: uuid(),
    /** Of a pause. */
    months: z.optional(pauseMonths),
  }),
  response: acknowledgement,
});

const savedOffer = z.object({
  version: z.number(),
  offer: offerKind,
  percent: z.nullable(z.number()),
  /** Null: nobody has set one. */
  savedAt: z.nullable(instant()),
  savedBy: z.nullable(z.object({ id: uuid(), name: z.nullable(z.string()) })),
});
export type SavedOffer = z.output<typeof savedOffer>;

/** Newest first: the first one is what is offered now. At most 20. */
export const readOfferSetting = route({
  method: 'GET',
  path: '/api/admin/cancellation-offer',
  audience: 'admin',
  permission: 'memberships:write',
  rateLimit: 'none',
  response: z.object({ versions: z.array(savedOffer) }),
});

export const offerSettingForm = z.extend(offerSetting, { version: version() }).check(hasItsPercent);

/** Sets what is offered from now on. `version` is the one that the edit began from. */
export const saveOfferSetting = route({
  method: 'PUT',
  path: '/api/admin/cancellation-offer',
  audience: 'admin',
  permission: 'memberships:write',
  rateLimit: 'none',
  body: offerSettingForm,
  response: z.object({ versions: z.array(savedOffer) }),
});
