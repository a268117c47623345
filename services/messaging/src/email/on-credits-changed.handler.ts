import { Injectable } from '@nestjs/common';
import { creditsEarned, creditsWithdrawn } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { referralEarnedEmail } from './templates/referral-earned.template.ts';
import { referralWithdrawnEmail } from './templates/referral-withdrawn.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails both sides of a referral the credit that they earned, and the credit that was withdrawn: once for each change. */
@Injectable()
export class OnCreditsChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(creditsEarned)
  async onEarned(
    { userId, version, email, ...data }: EventPayload<typeof creditsEarned>,
    tx: Transaction,
  ): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeEmail.execute(tx, referralEarnedEmail, {
      dedupeKey: `referral-earned:${userId}:${version}`,
      to: email,
      toName: data.firstName,
      userId,
      data,
    });
  }

  @HandlesEvent(creditsWithdrawn)
  async onWithdrawn(
    { userId, version, email, ...data }: EventPayload<typeof creditsWithdrawn>,
    tx: Transaction,
  ): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeEmail.execute(tx, referralWithdrawnEmail, {
      dedupeKey: `referral-withdrawn:${userId}:${version}`,
      to: email,
      toName: data.firstName,
      userId,
      data,
    });
  }
}
