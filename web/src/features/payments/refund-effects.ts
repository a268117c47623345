import type { Refundable } from '@lectern/contracts/billing/staff-refund';

/**
 * The effects of a refund of `amount` cents (NaN while no amount is typed), in words: what ends, and what stays or happens besides. `title`: of the
 * event, null for a membership.
 */
export const refundEffects = (
  { left, ends }: Refundable,
  amount: number,
  title: string | null,
): { lost: string | null; kept: readonly string[] } => {
  const emailed = 'We email the person.';
  const fee = 'Stripe keeps its fee for the payment.';
  const what = title === null ? 'membership' : 'registration';
  if (ends === null) return { lost: null, kept: [`Nothing ends: it pays for no running ${what}.`, emailed, fee] };
  if (amount !== left)
    return { lost: null, kept: [`The ${what} stays: only a refund of all that is left ends it.`, emailed, fee] };
  return ends === 'membership'
    ? { lost: 'The membership ends immediately.', kept: [emailed, fee] }
    : {
        lost: `The registration for ${title ?? 'the event'} ends. Its place is free for the next person.`,
        kept: [emailed, fee],
      };
};
