import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { registrationRemoved } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { registrationRemovedEmail } from './templates/registration-removed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person whose entry or seat an administrator removed, once. */
@Injectable()
export class OnRegistrationRemoved {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(registrationRemoved)
  async handle(
    { email, lastName, userId, ...removed }: EventPayload<typeof registrationRemoved>,
    tx: Transaction,
  ): Promise<void> {
    if (userId !== null && (await this.erased.has(tx, userId))) return;
    await this.writeEmail.execute(tx, registrationRemovedEmail, {
      dedupeKey: `registration-removed:${removed.registrationId}`,
      to: email,
      toName: `${removed.firstName} ${lastName}`,
      userId,
      data: removed,
    });
  }
}
