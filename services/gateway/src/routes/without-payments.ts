import { roleMay } from '@lectern/contracts/identity/permission';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import type { KnownAccount, TimelineItem, TimelineKind } from '@lectern/contracts/person-timeline';

/* Answers for staff whose role may not see payments, or not read messages. Null says "not shown", and not "nothing". */

/** The same rows of a list, without amounts where the role may not see payments. */
export const withoutAmounts = <
  T extends {
    readonly paymentAmount: number | null;
    readonly withdrawn?: { readonly refund: number | null } | null | undefined;
  },
>(
  role: StaffRole,
  rows: readonly T[],
): T[] =>
  roleMay(role, 'payments:read')
    ? [...rows]
    : rows.map((row) => ({
        ...row,
        paymentAmount: null,
        ...(row.withdrawn != null && { withdrawn: { ...row.withdrawn, refund: null } }),
      }));

/** Recorded actions of staff may name amounts too; they are for staff who see the whole record. */
export const kindsHiddenFrom = (role: StaffRole): readonly TimelineKind[] => [
  ...(roleMay(role, 'payments:read') ? [] : (['membership', 'payments'] as const)),
  ...(roleMay(role, 'staff:read') ? [] : (['administration'] as const)),
];

/** An item of a timeline without its amount. */
export const withoutAmount = (item: TimelineItem): TimelineItem =>
  'amount' in item.details ? ({ ...item, details: { ...item.details, amount: null } } as TimelineItem) : item;

/** An item of a timeline without the words of a message, for staff who may not read messages. */
export const withoutMessage = (item: TimelineItem): TimelineItem =>
  item.what === 'contact_message' ? { ...item, details: { ...item.details, message: null } } : item;

export const withoutCredits = (account: KnownAccount): KnownAccount => ({ ...account, referralCredits: null });
