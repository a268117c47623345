import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { deleteTournamentRegistration } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { EventRepository } from '../event/event.repository.ts';
import { decidingPurchase } from '../purchase/deciding-purchase.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { TournamentEntries } from './tournament-entries.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

const GONE = 'This entry is not there any more.';
const BEING_PAID =
  'The payment page of this entry is open, so it may be paid at any moment. Please delete it when it has been paid, or when the page has ended: in half an hour at the latest.';

/**
 * Removes an entry. Its place goes to the first who waits, in the same transaction; its payment stays what it is. An entry whose
 * payment page is open stays: a payment would arrive for nothing. Throws `not_found`, also the second time, and `in_progress`.
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
  ) {}

  async execute({ id, by }: RpcInput<typeof deleteTournamentRegistration>): Promise<RpcOutput<typeof deleteTournamentRegistration>> {
    return this.transactor.run(async (tx) => {
      const eventId = (await this.registrations.find(tx, id))?.eventId;
      if (eventId === undefined) throw new DomainError('not_found', { message: GONE });
      const event = await this.events.lock(tx, eventId);
      // Somebody else may have deleted it while this one waited for the tournament.
      const entry = await this.registrations.find(tx, id);
      if (entry === null) throw new DomainError('not_found', { message: GONE });
      if (decidingPurchase(await this.purchases.of(tx, id))?.status === 'open') throw new DomainError('in_progress', { message: BEING_PAID });
      const { email, paymentStatus } = entry;
      const keptPayment = paymentStatus === 'paid' ? (entry.paymentAmount ?? 0) : 0;
      await this.registrations.remove(tx, entry);
      await this.entries.moveUp(tx, event);
      await this.recordAdminAction.execute(tx, by, 'delete_tournament_registration', { registrationId: id, email, tournament: event.title, paymentStatus, keptPayment });
      return { keptPayment };
    });
  }
}
