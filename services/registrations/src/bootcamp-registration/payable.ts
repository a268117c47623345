import type { Payable } from '@lectern/contracts/registrations/rpc';
import type { Event } from '../event/event.entity.ts';
import type { BootcampRegistration } from './bootcamp-registration.entity.ts';

const MOST_HELD_MS = 3_600_000;

/** Until when a held seat can be paid, however many payment pages follow each other; null where seats are not limited. */
export const payByOf = (
  { capacity }: Pick<Event, 'capacity'>,
  { seat, heldSince }: Pick<BootcampRegistration, 'seat' | 'heldSince'>,
): Date | null =>
  capacity === null || seat !== 'held' || heldSince === null ? null : new Date(heldSince.getTime() + MOST_HELD_MS);

/** The price of an unpaid seat, in cents: the run's, or the offer's where that is less. */
export const seatPrice = (
  { price }: Pick<Event, 'price'>,
  { offeredUntil, paymentAmount }: Pick<BootcampRegistration, 'offeredUntil' | 'paymentAmount'>,
): number => (offeredUntil === null ? price : Math.min(price, paymentAmount ?? price));

/** The details that billing needs to open the checkout of a seat. */
export const payableOf = (run: Event, registration: BootcampRegistration): Payable => ({
  registrationId: registration.id,
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  title: run.title,
  beginsAt: run.datetime.toISOString(),
  amount: seatPrice(run, registration),
  payBy: payByOf(run, registration)?.toISOString() ?? null,
  promoCode: registration.promoCode,
});
