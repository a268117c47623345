import type { Payable } from '@lectern/contracts/registrations/rpc';
import type { Event } from '../event/event.entity.ts';
import type { BootcampRegistration } from './bootcamp-registration.entity.ts';

/** What billing has to know to open the checkout of a place. */
export const payableOf = (run: Event, registration: BootcampRegistration): Payable => ({
  registrationId: registration.id,
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  title: run.title,
  amount: run.price,
  payBy: null,
  promoCode: registration.promoCode,
});
