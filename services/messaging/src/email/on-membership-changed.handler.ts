import { Injectable } from '@nestjs/common';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { isWelcome } from './welcome.ts';
import { welcomeEmail } from './templates/welcome.template.tsx';
import { WriteEmail } from './write-email.use-case.ts';

/**
 * Welcomes a member whose membership became active, once per subscription, however often and in whatever order the events arrive.
 * Again where staff corrected a guest's email address, whatever the period: the set-up link went to another mailbox.
 */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(event: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    const isCorrected = event.isEmailCorrected === true;
    if (isCorrected ? !event.access : !isWelcome(event)) return;
    // An erased person has an empty address.
    if (event.email === '' || (event.userId !== null && (await this.erased.has(tx, event.userId)))) return;
    await this.writeEmail.execute(tx, welcomeEmail, {
      dedupeKey: `welcome:${event.subscriptionId}${isCorrected ? `:${event.version}` : ''}`,
      to: event.email,
      toName: `${event.firstName} ${event.lastName}`,
      userId: event.userId,
      data: {
        firstName: event.firstName,
        email: event.email,
        hasAccount: event.userId !== null,
        userId: event.userId,
        plan: event.plan,
        amount: event.amount,
        firstCharged: event.firstCharged,
        currentPeriodEnd: event.currentPeriodEnd,
        renews: !event.cancelAtPeriodEnd,
      },
    });
  }
}
