import type { Refundable } from '@lectern/contracts/billing/staff-refund';
import { formatCents } from '@lectern/contracts/money';

/**
 * The effects of a refund of `amount` cents (NaN while no amount is typed), in words: what ends, and what stays or happens besides. `title`: of the
 * event, null for a membership. `withdrawn`: cents of credit that are withdrawn as well.
 * `isCredit`: it is refunded as credit.
 */
export const refundEffects = (
  { left, ends, credited = 0 }: Refundable,
  amount: number,
  title: string | null,
  withdrawn = 0,
  isCredit = false,
): { lost: readonly string[]; kept: readonly string[] } => {
  const rest = `The rest of this period was already given as ${formatCents(credited)} of credit, when the plan was switched.`;
  const given =
    credited === 0
      ? []
      : [
          withdrawn === 0
            ? `${rest} A refund does not withdraw that.`
            : `${rest} ${formatCents(withdrawn)} of it are withdrawn.`,
        ];
  const happens = ['We email the person.', 'Stripe keeps its fee for the payment.'];
  const what = title === null ? 'membership' : 'registration';
  if (isCredit)
    return {
      lost: given,
      kept: [
        `The ${what} stays: nothing ends.`,
        'It is added to the credit of the member, which reduces what they pay next.',
        'We email the person.',
      ],
    };
  if (amount !== left)
    return { lost: given, kept: [`The ${what} stays: only a refund of all that is left can end it.`, ...happens] };
  const credit =
    title === null ? [...given, 'A referral credit that this payment earned is withdrawn, unless it was spent.'] : [];
  if (ends === null) return { lost: credit, kept: [`Nothing ends: it pays for no running ${what}.`, ...happens] };
  const ended =
    ends === 'membership'
      ? 'The membership ends immediately.'
      : `The registration for ${title ?? 'the event'} ends. Its place is free for the next person.`;
  return { lost: [ended, ...credit], kept: happens };
};
