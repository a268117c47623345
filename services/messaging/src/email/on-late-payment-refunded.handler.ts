import { Injectable } from '@nestjs/common';
import { latePaymentRefunded } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { latePaymentRefundedEmail } from './templates/late-payment-refunded.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person whose payment came after the end of their membership and was refunded. */
@Injectable()
export class OnLatePaymentRefunded {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(latePaymentRefunded)
  async handle(event: EventPayload<typeof latePaymentRefunded>, tx: Transaction): Promise<void> {
    // An erased person has an empty address.
    if (event.email === '' || (event.userId !== null && (await this.erased.has(tx, event.userId)))) return;
    await this.writeEmail.execute(tx, latePaymentRefundedEmail, {
      dedupeKey: `late-payment-refunded:${event.invoiceId}`,
      to: event.email,
      toName: `${event.firstName} ${event.lastName}`,
      userId: event.userId,
      data: { ...event, hasAccount: event.userId !== null },
    });
  }
}
