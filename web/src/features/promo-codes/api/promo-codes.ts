import { createPromoCode, deletePromoCode, listPromoCodes } from '@lectern/contracts/billing/admin-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Every promo code that is not archived, newest first. */
export const promoCodesQuery = queryOptions({
  queryKey: ['admin', 'promo-codes'],
  queryFn: ({ signal }) => callAdmin(listPromoCodes, { signal }),
});

export const addPromoCode = (body: BodyOf<typeof createPromoCode>) => callAdmin(createPromoCode, { body });

/** Deletes an unused code or archives a used one; the response's message says which. */
export const removePromoCode = (id: string) => callAdmin(deletePromoCode, { params: { id } });
