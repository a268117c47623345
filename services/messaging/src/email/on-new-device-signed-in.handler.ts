import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { newDeviceSignedIn } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { accountNewSignInEmail } from './templates/account-new-sign-in.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Reports a sign-in in a new browser to the holder of the account, once for each session. */
@Injectable()
export class OnNewDeviceSignedIn {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(newDeviceSignedIn)
  async handle({ email, userId, ...session }: EventPayload<typeof newDeviceSignedIn>, tx: Transaction): Promise<void> {
    if (userId !== null && (await this.erased.has(tx, userId))) return;
    await this.writeEmail.execute(tx, accountNewSignInEmail, {
      dedupeKey: `new-sign-in:${session.sessionId}`,
      to: email,
      toName: session.firstName,
      userId,
      data: session,
    });
  }
}
