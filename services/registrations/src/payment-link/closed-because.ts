import { DomainError } from '@lectern/contracts/errors';
import type { Place } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';

const WAITING = (title: string): string =>
  `You are on the waitlist of the ${title}. There is nothing to pay until a place is free for you: we email you then.`;
const TOO_LATE = (title: string): string => `Registration for the ${title} has closed, so this can no longer be paid.`;

/** Nothing is sold to a deactivated account. */
export const DEACTIVATED =
  'The account that this belongs to is deactivated, so it cannot be paid. Reply to one of our emails if that is a mistake.';

/** A place that was held for as long as payment pages may hold one. Once the open page has ended, it can be had again where nobody waits. */
export const heldLongEnough = (): DomainError =>
  new DomainError('in_progress', {
    message: 'Your last payment page is about to close. Please try again in a few minutes.',
  });

/** In place of the words for an unknown link. */
export const REMOVED =
  'This registration was removed by the association, so its payment link does not work any more. Reply to one of our emails if that is a mistake.';

interface Terms {
  readonly title: string;
  /** Whether those who are registered may still pay. */
  readonly isServed: boolean;
}

/** Why a tournament entry that is not paid cannot be paid now; null when it can. One that gave its place back can while there is room. */
export const entryClosedBecause = (
  {
    paymentStatus,
    waitlistedAt,
    releasedAt,
  }: Pick<TournamentRegistration, 'paymentStatus' | 'waitlistedAt' | 'releasedAt'>,
  { title, isServed, hasRoom }: Terms & { readonly hasRoom: boolean },
): string | null => {
  if (paymentStatus === 'refunded')
    return `Your payment for the ${title} was refunded, which ended this entry. Enter again to take part.`;
  if (!isServed) return TOO_LATE(title);
  if (releasedAt !== null && !hasRoom)
    return `This entry was not paid in time, and all places of the ${title} are taken by now. Register again to join the waitlist.`;
  return waitlistedAt === null ? null : WAITING(title);
};

/** As {@link entryClosedBecause}, for a bootcamp seat. One that was given up can be taken again while there is room. */
export const seatClosedBecause = (
  place: Place,
  { title, isServed, hasRoom }: Terms & { readonly hasRoom: boolean },
): string | null => {
  if (place === 'held' || place === 'offered' || place === 'taken') return null;
  if (!isServed) return TOO_LATE(title);
  if (place === 'waiting') return WAITING(title);
  return hasRoom
    ? null
    : `This seat in the ${title} was not paid in time and has gone to the next person. Register again to join the waitlist.`;
};
