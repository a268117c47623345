import { Injectable } from '@nestjs/common';
import { emailChanged } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { accountEmailChangedLetter } from './templates/account-email-changed.template.ts';
import { WriteLetter } from './write-letter.use-case.ts';

/** Tells the address that an account had until now, once for each change (decisions, "Accounts"). */
@Injectable()
export class OnEmailChanged {
  constructor(
    private readonly writeLetter: WriteLetter,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(emailChanged)
  async handle({ userId, version, oldEmail, firstName }: EventPayload<typeof emailChanged>, tx: Transaction): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeLetter.execute(tx, accountEmailChangedLetter, {
      dedupeKey: `email-changed:${userId}:${version}`,
      to: oldEmail,
      toName: firstName,
      userId,
      data: { firstName },
    });
  }
}
