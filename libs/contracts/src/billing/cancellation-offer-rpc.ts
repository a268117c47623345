import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { cancellationReason } from './cancellation.ts';
import { cancellationOffer, offerKind, offerSetting } from './cancellation-offer.ts';
import { pauseMonths } from './pause.ts';

/**
 * Makes the offer that is set, and stores it with the reason. Null where there is none for this membership, and for an account that got one
 * within 12 months: also of two requests at the same moment, one gets it.
 */
export const makeCancellationOffer = rpc({
  name: 'billing.make-cancellation-offer.v1',
  input: z.object({
    userId: uuid(),
    reason: z.optional(z.nullable(cancellationReason)),
    comment: z.optional(z.nullable(z.string())),
  }),
  output: z.object({ offer: z.nullable(cancellationOffer) }),
  timeoutMs: 20_000,
});

/**
 * Accepts an offer: the membership pauses, or has the discount. Idempotent. Throws `not_found` for the offer of another account,
 * `offer_over` after a day or where the membership cannot have it any more, and what a pause throws.
 */
export const acceptCancellationOffer = rpc({
  name: 'billing.accept-cancellation-offer.v1',
  input: z.object({ userId: uuid(), id: uuid(), months: z.optional(pauseMonths) }),
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pause'), from: instant(), until: instant() }),
    z.object({ kind: z.literal('discount'), percent: z.number() }),
  ]),
  timeoutMs: 20_000,
});

const versions = z.array(
  z.object({
    version: z.number(),
    offer: offerKind,
    percent: z.nullable(z.number()),
    savedAt: z.nullable(instant()),
    savedBy: z.nullable(z.string()),
  }),
);

/** Newest first, at most 20. The last one of all is that of the software: no offer. */
export const readOfferSetting = rpc({
  name: 'billing.read-offer-setting.v1',
  permission: 'memberships:write',
  input: z.object({ by: actor }),
  output: z.object({ versions }),
});

/** Sets it, beside the earlier ones. The same setting saves nothing. `version_conflict` for an edit of an older version. */
export const saveOfferSetting = rpc({
  name: 'billing.save-offer-setting.v1',
  permission: 'memberships:write',
  input: z.object({ ...offerSetting.shape, version: z.number(), by: actor }),
  output: z.object({ versions }),
});
