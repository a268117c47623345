import * as z from 'zod/mini';
import { acknowledgement, always, optionalText, requiredEmail, requiredLine, TEXT_MAX } from '../fields.ts';
import { requiredStripeId } from './stripe-id.ts';
import { PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';
import { promoCode, reconciliation } from './admin-model.ts';
import { discountType, programType } from './model.ts';

// Apart from the other routes, so that payment pages do not load the administrators' schemas.

const PRODUCTS = ['debate_club', 'tournaments', 'bootcamps'] as const;

/** Cents; a larger amount is a typing error. */
const AMOUNT_MAX = 1_000_000;

/** An administrator's promo code (section 5). Percentages are 1 to 100, fixed amounts cents; both whole numbers. */
export const promoCodeForm = z
  .strictObject({
    code: z.string({ error: 'Promo code is required' }).check(
      z.trim(),
      z.minLength(1, 'Promo code is required'),
      // Before the length is checked: "ß" is two capitals.
      z.toUpperCase(),
      z.maxLength(20, 'Code must be 20 characters or less'),
    ),
    name: requiredLine('Name is required'),
    description: optionalText(TEXT_MAX),
    discountType,
    discountValue: z
      .number({ error: 'Enter the value of the discount' })
      .check(
        z.int('Discount value must be a whole number'),
        z.gte(1, 'Discount value must be positive'),
        z.lte(AMOUNT_MAX, 'Discount value is too large'),
      ),
    minimumAmount: z.optional(
      z.nullable(
        z
          .number({ error: 'Enter the minimum amount' })
          .check(
            z.int('Minimum amount must be a whole number of cents'),
            z.gte(0, 'Minimum amount must be zero or more'),
            z.lte(AMOUNT_MAX, 'Minimum amount is too large'),
          ),
      ),
    ),
    maxUses: z.optional(
      z.nullable(
        z
          .number()
          .check(
            z.int('Maximum uses must be a whole number'),
            z.gte(1, 'Maximum uses must be at least 1'),
            z.lte(1_000_000, 'Maximum uses is too large'),
          ),
      ),
    ),
    validUntil: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'Please enter a valid date' }))),
    applicableProducts: z._default(z.array(programType).check(z.minLength(1, 'Please choose at least one product')), [
      ...PRODUCTS,
    ]),
  })
  .check(
    // It runs beside wrong fields too, so the value may be anything.
    z.refine(
      (form) =>
        form.discountType !== 'percentage' || !(typeof form.discountValue === 'number' && form.discountValue > 100),
      {
        error: 'Enter a percentage from 1 to 100',
        path: ['discountValue'],
        when: always,
      },
    ),
  );

export const listPromoCodes = route({
  method: 'GET',
  path: '/api/admin/promo-codes',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  query: z.strictObject({ archived: z.optional(z.enum(['1'])) }),
  response: z.array(promoCode),
});

export const createPromoCode = route({
  method: 'POST',
  path: '/api/admin/promo-codes',
  audience: 'admin',
  permission: 'promo-codes:write',
  rateLimit: 'none',
  body: promoCodeForm,
  response: promoCode,
  status: 201,
});

export const deletePromoCode = route({
  method: 'DELETE',
  path: '/api/admin/promo-codes/:id',
  audience: 'admin',
  permission: 'promo-codes:write',
  rateLimit: 'none',
  params: z.strictObject({ id: z.uuid() }),
  response: acknowledgement,
});

export const syncAllMissing = route({
  method: 'POST',
  path: '/api/admin/sync-all-missing-registrations',
  audience: 'admin',
  permission: 'registrations:write',
  rateLimit: 'none',
  response: z.object({ syncedCount: z.number() }),
});

/** Identifies a member by the provider's ids (decisions, "Administration"). */
export const syncMemberForm = z.strictObject({
  email: requiredEmail(PROMPTS.theirEmail),
  stripeSubscriptionId: requiredStripeId('sub_', 'Enter the subscription id'),
  stripeCustomerId: requiredStripeId('cus_', 'Enter the customer id'),
});

export const syncOneMissing = route({
  method: 'POST',
  path: '/api/admin/sync-missing-registration',
  audience: 'admin',
  permission: 'registrations:write',
  rateLimit: 'none',
  body: syncMemberForm,
  response: z.object({ syncedCount: z.number() }),
});

/** The latest reconciliations with the payment provider: the differences and the repairs. */
export const listReconciliations = route({
  method: 'GET',
  path: '/api/admin/reconciliations',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  response: z.array(reconciliation),
});
