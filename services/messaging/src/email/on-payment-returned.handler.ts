import { Injectable } from '@nestjs/common';
import { paymentReturned } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { paymentReturnedEmail } from './templates/payment-returned.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person whose payment was refunded because its product was no longer available; once for each payment. */
@Injectable()
export class OnPaymentReturned {
  constructor(private readonly writeEmail: WriteEmail) {}

  @HandlesEvent(paymentReturned)
  async handle(
    { purchaseId, email, firstName, lastName, title, amount, reason }: EventPayload<typeof paymentReturned>,
    tx: Transaction,
  ): Promise<void> {
    await this.writeEmail.execute(tx, paymentReturnedEmail, {
      dedupeKey: `payment-returned:${purchaseId}`,
      to: email,
      toName: `${firstName} ${lastName}`.trim(),
      data: { firstName, title, amount, reason },
    });
  }
}
