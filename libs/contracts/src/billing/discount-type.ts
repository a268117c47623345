import * as z from 'zod/mini';

export const discountType = z.enum(['percentage', 'fixed_amount']);
