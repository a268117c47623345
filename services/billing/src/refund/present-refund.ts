import type { StaffRefund as Asked } from '@lectern/contracts/billing/staff-refund';
import type { StaffRefund } from './staff-refund.entity.ts';

/** A refund for staff. */
export const presentRefund = ({ id, amount, reason, status, refusal, ends, askedBy, askedAt }: StaffRefund): Asked => ({
  ...{ id, amount, reason, status, refusal, ends, askedBy },
  askedAt: askedAt.toISOString(),
});
