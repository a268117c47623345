import { Injectable } from '@nestjs/common';
import { membershipResumed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { membershipResumedEmail } from './templates/membership-resumed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Confirms to a person that their membership renews again, once for each time. */
@Injectable()
export class OnMembershipResumed {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(membershipResumed)
  async handle(resumed: EventPayload<typeof membershipResumed>, tx: Transaction): Promise<void> {
    if (resumed.userId !== null && (await this.erased.has(tx, resumed.userId))) return;
    await this.writeEmail.execute(tx, membershipResumedEmail, {
      dedupeKey: `membership-resumed:${resumed.subscriptionId}:${resumed.version}`,
      to: resumed.email,
      toName: `${resumed.firstName} ${resumed.lastName}`.trim(),
      userId: resumed.userId,
      data: { ...resumed, hasAccount: resumed.userId !== null },
    });
  }
}
