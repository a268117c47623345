import { Injectable } from '@nestjs/common';
import { membershipRenewed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { membershipRenewedEmail } from './templates/membership-renewed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a member whose renewal was paid, once for each invoice. */
@Injectable()
export class OnMembershipRenewed {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(membershipRenewed)
  async handle(event: EventPayload<typeof membershipRenewed>, tx: Transaction): Promise<void> {
    // An erased person has an empty address.
    if (event.email === '' || (event.userId !== null && (await this.erased.has(tx, event.userId)))) return;
    await this.writeEmail.execute(tx, membershipRenewedEmail, {
      dedupeKey: `membership-renewed:${event.invoiceId}`,
      to: event.email,
      toName: `${event.firstName} ${event.lastName}`,
      userId: event.userId,
      data: { ...event, hasAccount: event.userId !== null },
    });
  }
}
