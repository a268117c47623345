import type { Payable } from '@lectern/contracts/registrations/rpc';
import type { Event } from '../event/event.entity.ts';
import type { BootcampRegistration } from './bootcamp-registration.entity.ts';

const MOST_HELD_MS = 3_600_000;

/** Until when a held place can be paid, however many pages follow each other; null where places are not limited. */
export const payByOf = (
  { capacity }: Pick<Event, 'capacity'>,
  { place, heldSince }: Pick<BootcampRegistration, 'place' | 'heldSince'>,
): Date | null =>
  capacity === null || place !== 'held' || heldSince === null ? null : new Date(heldSince.getTime() + MOST_HELD_MS);

/** What billing has to know to open the checkout of a place. */
export const payableOf = (run: Event, registration: BootcampRegistration): Payable => ({
  registrationId: registration.id,
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  title: run.title,
  amount: run.price,
  payBy: payByOf(run, registration)?.toISOString() ?? null,
  promoCode: registration.promoCode,
});
