import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { passwordChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { accountPasswordChangedEmail } from './templates/account-password-changed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Notifies the holder of an account that it has another password, once for each change. */
@Injectable()
export class OnPasswordChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(passwordChanged)
  async handle(
    { userId, version, email, firstName, isReset, isTakenOver = false }: EventPayload<typeof passwordChanged>,
    tx: Transaction,
  ): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeEmail.execute(tx, accountPasswordChangedEmail, {
      dedupeKey: `password-changed:${userId}:${version}`,
      to: email,
      toName: firstName,
      userId,
      data: { firstName, isReset, isTakenOver },
    });
  }
}
