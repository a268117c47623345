import { Injectable } from '@nestjs/common';
import { membershipEnded } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { membershipEndedEmail } from './templates/membership-ended.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person whose membership ended immediately, once for each. */
@Injectable()
export class OnMembershipEnded {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(membershipEnded)
  async handle(ended: EventPayload<typeof membershipEnded>, tx: Transaction): Promise<void> {
    if (ended.userId !== null && (await this.erased.has(tx, ended.userId))) return;
    await this.writeEmail.execute(tx, membershipEndedEmail, {
      dedupeKey: `membership-ended:${ended.subscriptionId}`,
      to: ended.email,
      toName: `${ended.firstName} ${ended.lastName}`.trim(),
      userId: ended.userId,
      data: { ...ended, hasAccount: ended.userId !== null },
    });
  }
}
