import { Inject, Injectable } from '@nestjs/common';
import { paymentDisputed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { MessagingConfig } from '../config.ts';
import { paymentDisputedEmail } from './templates/payment-disputed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails the association that a payment is disputed, once for each dispute. For an erased person, only the payment provider has the name. */
@Injectable()
export class OnPaymentDisputed {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @HandlesEvent(paymentDisputed)
  async handle(
    { disputeId, userId, email, firstName, lastName, title, amount }: EventPayload<typeof paymentDisputed>,
    tx: Transaction,
  ): Promise<void> {
    const isErased = userId !== null && (await this.erased.has(tx, userId));
    const person = isErased ? { name: '', email: '' } : { name: `${firstName} ${lastName}`.trim(), email };
    await this.writeEmail.execute(tx, paymentDisputedEmail, {
      dedupeKey: `payment-disputed:${disputeId}`,
      to: this.config.SUPPORT_EMAIL,
      repeatsTyped: true,
      eraseWhenSettled: true,
      data: { ...person, title, amount, disputeId },
    });
  }
}
