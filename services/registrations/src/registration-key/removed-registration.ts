import type { EventPayload } from '@lectern/contracts/event';
import { registrationRemoved } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Event } from '../event/event.entity.ts';

interface Removed {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly paymentStatus: string;
  readonly paymentAmount: number | null;
}

/**
 * Publishes that staff removed a registration. Not for a refunded one, which had ended already, nor for a past event.
 * @param amountRefunded cents of its payment that were refunded
 */
export const publishRemoved = async (
  tx: Transaction,
  kind: EventPayload<typeof registrationRemoved>['kind'],
  event: Event,
  removed: Removed,
  amountRefunded: number,
  now: Date,
): Promise<void> => {
  // An erased person's registration has no email.
  if (removed.email === '' || removed.paymentStatus === 'refunded' || event.endsAt <= now) return;
  const amountPaid = removed.paymentStatus === 'paid' ? (removed.paymentAmount ?? 0) : 0;
  await tx.publish(registrationRemoved, {
    registrationId: removed.id,
    kind,
    payment: removed.paymentStatus !== 'paid' ? 'unpaid' : amountPaid === 0 ? 'free' : 'paid',
    amountPaid,
    amountRefunded,
    email: removed.email,
    firstName: removed.firstName,
    lastName: removed.lastName,
    userId: removed.userId,
    title: event.title,
    beginsAt: event.datetime.toISOString(),
  });
};
