import { Injectable } from '@nestjs/common';
import { paymentFailed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { paymentFailedEmail } from './templates/payment-failed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Writes to a member whose renewal could not be charged, once for each try. */
@Injectable()
export class OnPaymentFailed {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(paymentFailed)
  async handle(fact: EventPayload<typeof paymentFailed>, tx: Transaction): Promise<void> {
    // An empty address is that of somebody who is gone.
    if (fact.email === '' || (fact.userId !== null && (await this.erased.has(tx, fact.userId)))) return;
    await this.writeEmail.execute(tx, paymentFailedEmail, {
      dedupeKey: `payment-failed:${fact.invoiceId}:${fact.attempt}`,
      to: fact.email,
      toName: `${fact.firstName} ${fact.lastName}`,
      userId: fact.userId,
      data: {
        ...fact,
        hasAccess: new Date(fact.accessUntil) > this.clock.now(),
        hasAccount: fact.userId !== null,
      },
    });
  }
}
