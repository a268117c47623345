import { Injectable } from '@nestjs/common';
import { membershipCancelled } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { membershipCancelledEmail } from './templates/membership-cancelled.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Confirms to a person that their membership was cancelled, once for each time. */
@Injectable()
export class OnMembershipCancelled {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(membershipCancelled)
  async handle(cancelled: EventPayload<typeof membershipCancelled>, tx: Transaction): Promise<void> {
    if (cancelled.userId !== null && (await this.erased.has(tx, cancelled.userId))) return;
    await this.writeEmail.execute(tx, membershipCancelledEmail, {
      dedupeKey: `membership-cancelled:${cancelled.subscriptionId}:${cancelled.version}`,
      to: cancelled.email,
      toName: `${cancelled.firstName} ${cancelled.lastName}`.trim(),
      userId: cancelled.userId,
      data: { ...cancelled, hasAccount: cancelled.userId !== null },
    });
  }
}
