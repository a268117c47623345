import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { deleteTournamentRegistration } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { publishRemoved } from '../registration-key/removed-registration.ts';
import { TournamentEntries } from './tournament-entries.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

const GONE = 'This entry no longer exists. It may have been deleted.';
/**
 * Removes an entry. Its place goes to the first on the waitlist, in the same transaction; its payment status stays. Its payment
 * page ends, and its person is emailed. Throws `not_found`, also the second time.
 */
@Injectable()
export class DeleteTournamentRegistration {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly entries: TournamentEntries,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteTournamentRegistration)
  async execute({
    id,
    by,
  }: RpcInput<typeof deleteTournamentRegistration>): Promise<RpcOutput<typeof deleteTournamentRegistration>> {
    return this.transactor.run(async (tx) => {
      const eventId = (await this.registrations.find(tx, id))?.eventId;
      if (eventId === undefined) throw new DomainError('not_found', { message: GONE });
      const event = await this.events.lock(tx, eventId);
      // Another administrator may have deleted it while this one waited for the lock of the tournament.
      const entry = await this.registrations.find(tx, id);
      if (entry === null) throw new DomainError('not_found', { message: GONE });
      // A payment that arrives all the same is refunded.
      await this.purchases.withdraw(tx, id);
      const { email, paymentStatus } = entry;
      const refunded = await this.purchases.refundedOf(tx, id);
      const keptPayment = paymentStatus === 'paid' ? (entry.paymentAmount ?? 0) - refunded : 0;
      const now = this.clock.now();
      await publishRemoved(tx, 'tournament', event, entry, refunded, now);
      await this.registrations.removeByStaff(tx, entry, now);
      await this.entries.moveUp(tx, event);
      await this.recordAdminAction.execute(tx, by, 'delete_tournament_registration', {
        registrationId: id,
        email,
        tournament: event.title,
        paymentStatus,
        keptPayment,
      });
      return { keptPayment };
    });
  }
}
