import { Injectable } from '@nestjs/common';
import { creditsEarned, creditsWithdrawn } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { referralEarnedLetter } from './templates/referral-earned.template.ts';
import { referralWithdrawnLetter } from './templates/referral-withdrawn.template.ts';
import { WriteLetter } from './write-letter.use-case.ts';

/** Emails both sides of a referral what they earned by it, and what of it was taken back: once for each change. */
@Injectable()
export class OnCreditsChanged {
  constructor(
    private readonly writeLetter: WriteLetter,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(creditsEarned)
  async onEarned(
    { userId, version, email, ...data }: EventPayload<typeof creditsEarned>,
    tx: Transaction,
  ): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeLetter.execute(tx, referralEarnedLetter, {
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
    await this.writeLetter.execute(tx, referralWithdrawnLetter, {
      dedupeKey: `referral-withdrawn:${userId}:${version}`,
      to: email,
      toName: data.firstName,
      userId,
      data,
    });
  }
}
