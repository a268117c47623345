import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_12, ID, MARCH_1, PERSON } from '../route-docs/samples.ts';
import type * as http from './admin-http.ts';

const form = {
  code: 'SPRING',
  name: 'Spring discount',
  description: 'For the spring campaign',
  discountType: 'percentage' as const,
  discountValue: 20,
  minimumAmount: null,
  maxUses: 100,
  validUntil: APRIL_12,
};
const promoCode = {
  id: ID,
  ...form,
  currentUses: 0,
  validFrom: MARCH_1,
  isActive: true,
  applicableProducts: ['debate_club'],
  createdAt: MARCH_1,
};

export const billingAdminDocs = {
  listPromoCodes: {
    summary: 'Lists the promo codes, newest first.',
    description: 'With `archived=1` the archived ones instead.',
    response: [promoCode],
  },
  createPromoCode: {
    summary: 'Creates a promo code.',
    description: '`discountValue` is a percentage from 1 to 100, or cents for a fixed amount.',
    errors: ['promo_code_taken'],
    body: { ...form, applicableProducts: ['debate_club'] },
    response: promoCode,
  },
  deletePromoCode: {
    summary: 'Deletes a promo code, or archives one that a payment page was opened with.',
    params: { id: ID },
    response: { message: 'SPRING has been deleted. No one can use it any more.' },
  },
  syncAllMissing: {
    summary: 'Compares every membership with the payment provider and repairs what differs.',
    errors: ['payment_provider_unavailable'],
    response: { syncedCount: 1 },
  },
  syncOneMissing: {
    summary: 'Updates one membership from the payment provider, by its ids there.',
    description: 'Restores a deleted registration as well.',
    errors: ['sync_mismatch', 'payment_provider_unavailable'],
    body: { email: PERSON.email, stripeSubscriptionId: 'sub_sample', stripeCustomerId: 'cus_sample' },
    response: { syncedCount: 1 },
  },
  listReconciliations: {
    summary: 'Lists the latest reconciliations with the payment provider, newest first.',
    response: [
      {
        id: ID,
        kind: 'full',
        startedAt: MARCH_1,
        finishedAt: MARCH_1,
        checked: 412,
        repaired: 1,
        differences: [
          {
            customerId: 'cus_sample',
            subject: 'subscription sub_sample',
            field: 'status',
            local: 'active',
            remote: 'past_due',
          },
        ],
      },
    ],
  },
} satisfies DocsOf<typeof http>;
