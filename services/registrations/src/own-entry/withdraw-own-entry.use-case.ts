import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { formatCents } from '@lectern/contracts/money';
import { withdrawOwnEntry } from '@lectern/contracts/registrations/own-entry-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EventRepository } from '../event/event.repository.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { OwnEntryPage } from './own-entry-page.ts';

/**
 * Ends an entry for its person. The refund is what the page showed, or nothing is done. Its place goes to the waitlist in the same
 * transaction. Repeating it changes nothing more. Throws `event_link_unknown`, `refund_changed` and `withdrawal_refused`.
 */
@Injectable()
export class WithdrawOwnEntry {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly entries: TournamentEntries,
    private readonly page: OwnEntryPage,
  ) {}

  @Handles(withdrawOwnEntry)
  async execute({ token, refund }: RpcInput<typeof withdrawOwnEntry>): Promise<RpcOutput<typeof withdrawOwnEntry>> {
    return this.transactor.run(async (tx) => {
      const event = await this.events.lock(tx, (await this.page.find(tx, token)).eventId);
      // Another tab may have withdrawn it, and staff may have removed it, while this request waited for the lock.
      const entry = await this.page.find(tx, token);
      const { withdrawal, withdrawn } = await this.page.present(tx, event, entry);
      if (withdrawn === null) {
        if (withdrawal === null)
          throw new DomainError('withdrawal_refused', {
            message:
              entry.paymentStatus === 'refunded'
                ? 'This entry has ended already.'
                : `The ${event.title} has begun, so this entry cannot be withdrawn any more.`,
          });
        if (withdrawal.refund !== refund)
          throw new DomainError('refund_changed', {
            message: `The refund is ${formatCents(withdrawal.refund)} by now, and nothing was changed. Withdraw once more if you agree.`,
          });
        await this.entries.withdraw(tx, event, entry, withdrawal);
      }
      return this.page.present(tx, event, entry);
    });
  }
}
