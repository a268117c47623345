import { Injectable } from '@nestjs/common';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { isWelcome } from './welcome.ts';
import { welcomeEmail } from './templates/welcome.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/**
 * Welcomes a member whose membership became active, once per subscription, however often and in whatever order it is told.
 * Again where staff corrected a guest's email address, whatever the period: the set-up link went to another mailbox.
 */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(fact: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    const isCorrected = fact.isEmailCorrected === true;
    if (isCorrected ? !fact.access : !isWelcome(fact)) return;
    // An empty address is that of somebody who is gone.
    if (fact.email === '' || (fact.userId !== null && (await this.erased.has(tx, fact.userId)))) return;
    await this.writeEmail.execute(tx, welcomeEmail, {
      dedupeKey: `welcome:${fact.subscriptionId}${isCorrected ? `:${fact.version}` : ''}`,
      to: fact.email,
      toName: `${fact.firstName} ${fact.lastName}`,
      userId: fact.userId,
      data: {
        firstName: fact.firstName,
        email: fact.email,
        hasAccount: fact.userId !== null,
        userId: fact.userId,
        plan: fact.plan,
        amount: fact.amount,
        firstCharged: fact.firstCharged,
        currentPeriodEnd: fact.currentPeriodEnd,
        renews: !fact.cancelAtPeriodEnd,
      },
    });
  }
}
