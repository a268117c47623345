import { formatCents } from '@lectern/contracts/money';
import type { BootcampRegistration, Seat } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import type { Purchase } from '../purchase/purchase.entity.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';

const WAITING = (title: string): string =>
  `You are on the waitlist of the ${title}. There is nothing to pay until a place is free for you: we email you then.`;
const TOO_LATE = (title: string): string => `Registration for the ${title} has closed, so this can no longer be paid.`;

/** A deactivated account cannot buy. */
export const DEACTIVATED =
  'The account that this belongs to is deactivated, so it cannot be paid. Reply to one of our emails if that is a mistake.';

/** @param refunded cents of it that were refunded */
const notRefunded = (paid: string, refunded: number): string =>
  refunded === 0
    ? `Your payment of ${paid} for it is not refunded automatically`
    : `We refunded ${formatCents(refunded)} of your payment of ${paid} for it. The rest is not refunded automatically`;

/** Replaces the message for an unknown link: staff removed the registration, and the message says what happens to its payments. */
export const removedBecause = (
  charges: readonly Pick<Purchase, 'status' | 'refusedAt' | 'amountPaid' | 'amountRefunded'>[],
): string => {
  const removed = 'This registration was removed by the association';
  const kept = charges.filter(({ status, refusedAt }) => status === 'paid' && refusedAt === null);
  const paid = formatCents((kept.length > 0 ? kept : charges).reduce((sum, { amountPaid }) => sum + amountPaid, 0));
  if (kept.length > 0) {
    const refunded = kept.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0);
    return `${removed}. ${notRefunded(paid, refunded)}: write to us about a refund, by a reply to one of our emails.`;
  }
  if (charges.some(({ status }) => status === 'paid'))
    return `${removed}. We are refunding your payment of ${paid} for it, and email you then.`;
  if (charges.length > 0) return `${removed}. Your payment of ${paid} for it was refunded.`;
  return `${removed}, so its payment link does not work any more. Nothing was charged for it. Reply to one of our emails if that is a mistake.`;
};

interface Terms {
  readonly title: string;
  /** Whether registered people may still pay. */
  readonly isServed: boolean;
}

/** Why an unpaid tournament entry cannot be paid now; null when it can. A released one can while there is room, by the rules of a new entry. */
export const entryClosedBecause = (
  {
    paymentStatus,
    paymentAmount,
    waitlistedAt,
    releasedAt,
    withdrawnAt,
  }: Pick<TournamentRegistration, 'paymentStatus' | 'paymentAmount' | 'waitlistedAt' | 'releasedAt' | 'withdrawnAt'>,
  {
    title,
    isServed,
    hasRoom,
    ruleBroken,
  }: Terms & {
    readonly hasRoom: boolean;
    /** The rule that it breaks, in words; null where it breaks none. */
    readonly ruleBroken: string | null;
  },
): string | null => {
  if (paymentStatus === 'refunded') {
    const ended =
      withdrawnAt !== null
        ? `You withdrew your entry for the ${title}.`
        : paymentAmount === 0
          ? `Your entry for the ${title} has ended.`
          : `Your payment for the ${title} was refunded, which ended this entry.`;
    return `${ended}${isServed ? ' Enter again to take part.' : ''}`;
  }
  if (!isServed) return TOO_LATE(title);
  if (releasedAt !== null && ruleBroken !== null)
    return `This entry was not paid in time, so it needs a new place in the ${title}. ${ruleBroken} Register again with other events.`;
  if (releasedAt !== null && !hasRoom)
    return `This entry was not paid in time, and all places of the ${title} are taken by now. Register again to join the waitlist.`;
  return waitlistedAt === null ? null : WAITING(title);
};

/** As {@link entryClosedBecause}, for a bootcamp seat. A released one can be paid while there is room. */
export const seatClosedBecause = (
  { seat, paymentStatus }: { readonly seat: Seat; readonly paymentStatus: BootcampRegistration['paymentStatus'] },
  { title, isServed, hasRoom }: Terms & { readonly hasRoom: boolean },
): string | null => {
  if (paymentStatus === 'refunded')
    return `Your payment for the ${title} was refunded, which ended this registration.${isServed ? ' Register again to take part.' : ''}`;
  if (seat === 'held' || seat === 'offered' || seat === 'taken') return null;
  if (!isServed) return TOO_LATE(title);
  if (seat === 'waiting') return WAITING(title);
  return hasRoom
    ? null
    : `This seat in the ${title} was not paid in time and has gone to the next person. Register again to join the waitlist.`;
};
