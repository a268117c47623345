import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { bootcampSeatChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { bootcampConfirmedEmail } from './templates/bootcamp-confirmed.template.ts';
import { bootcampOfferEmail } from './templates/bootcamp-offer.template.ts';
import { bootcampWaitingEmail } from './templates/bootcamp-waiting.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/**
 * Notifies people of changes of their bootcamp registration. A seat is confirmed once; a person may be waitlisted and be offered a
 * seat more than once, with an email each time.
 */
@Injectable()
export class OnBootcampSeatChanged {
  constructor(private readonly emails: WriteEmail) {}

  @HandlesEvent(bootcampSeatChanged)
  async handle(event: EventPayload<typeof bootcampSeatChanged>, tx: Transaction): Promise<void> {
    const recipient = { to: event.email, userId: event.userId };
    switch (event.change) {
      case 'confirmed':
        await this.emails.toPerson(tx, bootcampConfirmedEmail, {
          dedupeKey: `bootcamp-confirmed:${event.registrationId}`,
          ...recipient,
          data: event,
        });
        return;
      case 'waitlisted':
        await this.emails.toPerson(tx, bootcampWaitingEmail, {
          dedupeKey: `bootcamp-waiting:${event.registrationId}:${event.since}`,
          ...recipient,
          perHour: 1,
          data: { ...event, position: required(event.position) },
        });
        return;
      case 'offered':
        await this.emails.toPerson(tx, bootcampOfferEmail, {
          dedupeKey: `bootcamp-offer:${event.registrationId}:${event.since}`,
          ...recipient,
          data: { ...event, offeredUntil: required(event.offeredUntil) },
        });
    }
  }
}

const required = <T>(value: T | null): T => {
  if (value === null) throw new Error('The event lacks what its change comes with');
  return value;
};
