import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { tournamentEntryPaid } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { tournamentEntryPaidEmail } from './templates/tournament-entry-paid.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Confirms a tournament entry that was paid, once. */
@Injectable()
export class OnTournamentEntryPaid {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(tournamentEntryPaid)
  async handle(event: EventPayload<typeof tournamentEntryPaid>, tx: Transaction): Promise<void> {
    const userId = event.userId ?? null;
    if (userId !== null && (await this.erased.has(tx, userId))) return;
    await this.writeEmail.execute(tx, tournamentEntryPaidEmail, {
      dedupeKey: `tournament-paid:${event.registrationId}`,
      to: event.email,
      toName: `${event.firstName} ${event.lastName}`,
      userId,
      data: event,
    });
  }
}
