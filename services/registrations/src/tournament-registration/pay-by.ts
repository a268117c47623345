import type { Event } from '../event/event.entity.ts';
import { isLimited } from '../event/places.ts';

/** Until when an unpaid entry can be paid: while registration is open and, where places are limited, while its place is held. */
export const payByOf = (
  event: Pick<Event, 'capacity' | 'registrationDeadline' | 'setup'>,
  heldUntil: Date | null,
): Date =>
  isLimited(event) && heldUntil !== null && heldUntil < event.registrationDeadline
    ? heldUntil
    : event.registrationDeadline;
