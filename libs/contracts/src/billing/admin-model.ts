import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant, uuid } from '../fields.ts';
import { discountType } from './discount-type.ts';

// Models for administrators only, for the reason given in `admin-http.ts`.

export const promoCode = z.object({
  id: uuid(),
  code: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  discountType,
  /** Percent from 1 to 100, or cents. */
  discountValue: z.number(),
  minimumAmount: z.nullable(cents),
  maxUses: z.nullable(z.number()),
  currentUses: z.number(),
  validFrom: instant(),
  validUntil: z.nullable(instant()),
  isActive: z.boolean(),
  applicableProducts: z.array(z.string()),
  createdAt: instant(),
  /** When a used code was deleted. */
  archivedAt: z.optional(z.nullable(instant())),
});
export type PromoCode = z.output<typeof promoCode>;

/** One run of reconciliation: the differences from the provider, and the repairs. */
export const reconciliation = z.object({
  id: uuid(),
  /** `events`: events that were never delivered; `full`: every customer; `admin`: requested by an administrator. */
  kind: z.enum(['events', 'full', 'admin']),
  startedAt: instant(),
  finishedAt: z.nullable(instant()),
  checked: z.number(),
  repaired: z.number(),
  differences: z.array(
    z.object({
      customerId: z.string(),
      /** `subscription`, `payment`, `purchase` or `credit` with its id at the provider. */
      subject: z.string(),
      field: z.string(),
      local: z.nullable(z.string()),
      remote: z.nullable(z.string()),
    }),
  ),
});
export type Reconciliation = z.output<typeof reconciliation>;
