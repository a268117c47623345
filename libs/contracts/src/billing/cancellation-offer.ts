import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant, uuid } from '../fields.ts';
import { pauseOffer } from './pause.ts';

/* The one offer that a member with a monthly plan gets before a cancellation. */

/** A discount takes something off the charges within as many months. */
export const DISCOUNT_MONTHS = 3;

export const offerKind = z.enum(['none', 'pause', 'discount'], { error: 'Choose what is offered' });
export type OfferKind = z.output<typeof offerKind>;

const PERCENT = 'Percent must be a whole number from 5 to 90';

/** The offer, as staff set it. `percent` is the discount's, and null without one. */
export const offerSetting = z.strictObject({
  offer: offerKind,
  percent: z.nullable(z.number({ error: PERCENT }).check(z.int(PERCENT), z.gte(5, PERCENT), z.lte(90, PERCENT))),
});

/** A discount needs its percentage, and nothing else has one. */
export const hasItsPercent = z.refine<z.output<typeof offerSetting>>(
  ({ offer, percent }) => (offer === 'discount') === (percent !== null),
  { error: PERCENT, path: ['percent'] },
);

export const cancellationOffer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause'), id: uuid(), pause: pauseOffer }),
  z.object({
    kind: z.literal('discount'),
    id: uuid(),
    percent: z.number(),
    /** Of a month, in cents, before credit. */
    price: cents,
    /** Of each month with the discount, before credit. */
    discountedPrice: cents,
    /** The end of the discount: charges before it have it. Accepted later, it ends as much later. */
    until: instant(),
  }),
]);
export type CancellationOffer = z.output<typeof cancellationOffer>;
