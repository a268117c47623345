import type { Event } from '../event/event.entity.ts';

/** Until when an unpaid entry can be paid: while registration is open and, where places are limited, while its place is held. */
export const payByOf = (
  { capacity, registrationDeadline }: Pick<Event, 'capacity' | 'registrationDeadline'>,
  heldUntil: Date | null,
): Date =>
  capacity !== null && heldUntil !== null && heldUntil < registrationDeadline ? heldUntil : registrationDeadline;
