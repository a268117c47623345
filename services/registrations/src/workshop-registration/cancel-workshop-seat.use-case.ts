import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { cancelWorkshopSeat } from '@lectern/contracts/registrations/workshop-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { WORKSHOP_GONE } from './workshop-words.ts';
import { WorkshopRegistrationRepository } from './workshop-registration.repository.ts';
import { WorkshopSeats } from './workshop-seats.ts';

/**
 * Gives up an account's own seat before the workshop begins, or its position on the waitlist, and publishes it. The seat goes to the
 * waitlist in the same transaction. Idempotent. Throws `not_found` and `registration_closed`.
 */
@Injectable()
export class CancelWorkshopSeat {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly members: MemberRepository,
    private readonly registrations: WorkshopRegistrationRepository,
    private readonly seats: WorkshopSeats,
    private readonly clock: Clock,
  ) {}

  @Handles(cancelWorkshopSeat)
  async execute({
    eventId,
    userId,
  }: RpcInput<typeof cancelWorkshopSeat>): Promise<RpcOutput<typeof cancelWorkshopSeat>> {
    return this.transactor.run(async (tx) => {
      await this.members.lockUser(tx, userId);
      const workshop = await this.events.lockIfThere(tx, eventId);
      if (workshop?.type !== 'workshop') throw new DomainError('not_found', { message: WORKSHOP_GONE });
      const registration = await this.registrations.findActive(tx, eventId, userId);
      if (registration === null) return { title: workshop.title };
      if (workshop.datetime <= this.clock.now())
        throw new DomainError('registration_closed', { message: 'This workshop has begun.' });
      await this.seats.end(tx, workshop, registration, 'cancelled', 'cancelled');
      await this.seats.moveUp(tx, workshop);
      return { title: workshop.title };
    });
  }
}
