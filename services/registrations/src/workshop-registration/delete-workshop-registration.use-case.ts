import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { deleteWorkshopRegistration } from '@lectern/contracts/registrations/workshop-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { WorkshopRegistrationRepository } from './workshop-registration.repository.ts';
import { WorkshopSeats } from './workshop-seats.ts';

const GONE = 'This sign-up no longer exists. It may have been deleted.';

/**
 * Removes a sign-up from the list. Its seat goes to the first of the waitlist in the same transaction; the member is notified unless
 * it had ended or the workshop is over. Throws `not_found`, also the second time.
 */
@Injectable()
export class DeleteWorkshopRegistration {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly registrations: WorkshopRegistrationRepository,
    private readonly seats: WorkshopSeats,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteWorkshopRegistration)
  async execute({ id, by }: RpcInput<typeof deleteWorkshopRegistration>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const found = await this.registrations.find(tx, id);
      if (found === null) throw new DomainError('not_found', { message: GONE });
      const workshop = await this.events.lock(tx, found.eventId);
      const registration = await this.registrations.find(tx, id);
      if (registration === null || registration.seat === 'removed')
        throw new DomainError('not_found', { message: GONE });
      const { email, seat, endedAt } = registration;
      const now = this.clock.now();
      if (endedAt === null && workshop.endsAt > now)
        await this.seats.end(tx, workshop, registration, 'removed', 'removed');
      else await this.registrations.setSeat(tx, registration, { seat: 'removed', endedAt: endedAt ?? now });
      await this.seats.moveUp(tx, workshop);
      await this.recordAdminAction.execute(tx, by, 'delete_workshop_registration', {
        registrationId: id,
        email,
        workshop: workshop.title,
        seat,
      });
    });
  }
}
