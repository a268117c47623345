import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { workshopSeatChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { workshopSeatEmail } from './templates/workshop-seat.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

type Change = EventPayload<typeof workshopSeatChanged>['change'];

/** Changes that a member can cause any number of times, and their emails of each kind to an unverified mailbox per hour. */
const CAUSED_BY_MEMBERS: readonly Change[] = ['signed_up', 'waitlisted', 'cancelled'];
const PER_HOUR = 12;

/** Notifies members of changes of their sign-up for a workshop, each of them once. */
@Injectable()
export class OnWorkshopSeatChanged {
  constructor(private readonly emails: WriteEmail) {}

  @HandlesEvent(workshopSeatChanged)
  async handle(
    { email, userId, since, ...data }: EventPayload<typeof workshopSeatChanged>,
    tx: Transaction,
  ): Promise<void> {
    await this.emails.toPerson(tx, workshopSeatEmail, {
      dedupeKey: `workshop-${data.change}:${data.registrationId}:${since}`,
      to: email,
      userId,
      ...(CAUSED_BY_MEMBERS.includes(data.change) ? { perHour: PER_HOUR } : {}),
      data,
    });
  }
}
