import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { tournamentEntered } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { tournamentEntryEmail } from './templates/tournament-entry.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person who entered a tournament, moved up from its waitlist, or has to pay after all; once each. */
@Injectable()
export class OnTournamentEntered {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(tournamentEntered)
  async handle(event: EventPayload<typeof tournamentEntered>, tx: Transaction): Promise<void> {
    const userId = event.userId ?? null;
    if (userId !== null && (await this.erased.has(tx, userId))) return;
    await this.writeEmail.execute(tx, tournamentEntryEmail, {
      dedupeKey: `tournament-${event.occasion}:${event.registrationId}${event.revision === undefined ? '' : `:${event.revision}`}`,
      to: event.email,
      toName: `${event.firstName} ${event.lastName}`,
      userId,
      // A mailbox can have two unpaid entries of a tournament; the form offers their payment as well.
      ...(event.occasion === 'entered' && event.paymentStatus === 'pending' ? { perHour: 2 } : {}),
      data: { ...event, isPaid: event.paymentStatus === 'paid' },
    });
  }
}
