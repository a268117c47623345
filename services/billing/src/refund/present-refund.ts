import type { Refundable, StaffRefund as Asked } from '@lectern/contracts/billing/staff-refund';
import type { StaffRefund } from './staff-refund.entity.ts';
import type { RefundableCharge } from './staff-refund.repository.ts';

export const presentRefundable = ({ left, ends, credited }: RefundableCharge): Refundable => ({ left, ends, credited });

/** A refund for staff. */
export const presentRefund = ({ id, amount, reason, status, refusal, ends, askedBy, askedAt }: StaffRefund): Asked => ({
  ...{ id, amount, reason, status, refusal, ends, askedBy },
  askedAt: askedAt.toISOString(),
});
