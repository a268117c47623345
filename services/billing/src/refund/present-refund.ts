import type { Refundable, StaffRefund as Asked } from '@lectern/contracts/billing/staff-refund';
import type { StaffRefund } from './staff-refund.entity.ts';
import type { RefundableCharge } from './staff-refund.repository.ts';

/** @param unspent cents of credit of the charge's account that can be withdrawn */
export const presentRefundable = ({ left, ends, credited, userId }: RefundableCharge, unspent: number): Refundable => ({
  ...{ left, ends, credited, withdrawable: Math.min(credited, unspent), asCredit: userId !== null },
});

/** A refund for staff. */
export const presentRefund = ({
  id,
  amount,
  reason,
  status,
  refusal,
  ends,
  method,
  askedBy,
  askedAt,
}: StaffRefund): Asked => ({
  ...{ id, amount, reason, status, refusal, ends, method, askedBy },
  askedAt: askedAt.toISOString(),
});
