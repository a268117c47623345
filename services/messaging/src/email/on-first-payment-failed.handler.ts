import { Injectable } from '@nestjs/common';
import { firstPaymentFailed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { firstPaymentFailedEmail } from './templates/first-payment-failed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person whose bank did not send the first payment of a membership, once for each subscription and no more than once an hour. */
@Injectable()
export class OnFirstPaymentFailed {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(firstPaymentFailed)
  async handle(
    { subscriptionId, userId, email, firstName, lastName, plan }: EventPayload<typeof firstPaymentFailed>,
    tx: Transaction,
  ): Promise<void> {
    if (userId !== null && (await this.erased.has(tx, userId))) return;
    await this.writeEmail.execute(tx, firstPaymentFailedEmail, {
      dedupeKey: `first-payment-failed:${subscriptionId}`,
      to: email,
      toName: `${firstName} ${lastName}`.trim(),
      userId,
      // Any visitor can start any number of bank debits with another person's address.
      perHour: 1,
      data: { firstName, plan, hasAccount: userId !== null },
    });
  }
}
