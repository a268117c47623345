import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { accountSwitched } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { accountSwitchedEmail } from './templates/account-switched.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Notifies the holder of an account that staff deactivated or reactivated it, once for each time. */
@Injectable()
export class OnAccountSwitched {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(accountSwitched)
  async handle(
    { userId, version, email, firstName, isDeactivated }: EventPayload<typeof accountSwitched>,
    tx: Transaction,
  ): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeEmail.execute(tx, accountSwitchedEmail, {
      dedupeKey: `account-switched:${userId}:${version}`,
      to: email,
      toName: firstName,
      userId,
      data: { firstName, isDeactivated },
    });
  }
}
