import { Injectable } from '@nestjs/common';
import { paymentFailed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { paymentFailedEmail } from './templates/payment-failed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a member whose renewal could not be charged, once for each try. */
@Injectable()
export class OnPaymentFailed {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(paymentFailed)
  async handle(event: EventPayload<typeof paymentFailed>, tx: Transaction): Promise<void> {
    // An erased person has an empty address.
    if (event.email === '' || (event.userId !== null && (await this.erased.has(tx, event.userId)))) return;
    await this.writeEmail.execute(tx, paymentFailedEmail, {
      dedupeKey: `payment-failed:${event.invoiceId}:${event.attempt}`,
      to: event.email,
      toName: `${event.firstName} ${event.lastName}`,
      userId: event.userId,
      data: {
        ...event,
        hasAccess: new Date(event.accessUntil) > this.clock.now(),
        hasAccount: event.userId !== null,
      },
    });
  }
}
