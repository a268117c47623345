import type { Workshop } from '@lectern/contracts/registrations/workshop-model';

/** The workshop of a member's card, and whether it has begun. */
export interface NextWorkshop {
  readonly workshop: Workshop;
  readonly isRunning: boolean;
}

/**
 * The first workshop with the member's seat, which may be running; else the first one that takes sign-ups, else the first one
 * ahead. A running one without a seat is none: nobody can join it any more. Null without any.
 */
export const nextWorkshop = (workshops: readonly Workshop[], now: number): NextWorkshop | null => {
  const hasBegun = ({ datetime }: Workshop): boolean => Date.parse(datetime) <= now;
  const workshop =
    workshops.find((each) => each.seat !== null && (each.seat.status === 'taken' || !hasBegun(each))) ??
    workshops.find((each) => each.state !== 'closed' && !hasBegun(each)) ??
    workshops.find((each) => !hasBegun(each));
  return workshop === undefined ? null : { workshop, isRunning: hasBegun(workshop) };
};
