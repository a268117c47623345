import { Injectable } from '@nestjs/common';
import { creditsEarned } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { referralEarnedLetter } from './templates/referral-earned.template.ts';
import { WriteLetter } from './write-letter.use-case.ts';

/** Tells both sides of a referral what they earned by it, once for each time that it grew. */
@Injectable()
export class OnCreditsEarned {
  constructor(
    private readonly writeLetter: WriteLetter,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(creditsEarned)
  async handle({ userId, version, email, ...fact }: EventPayload<typeof creditsEarned>, tx: Transaction): Promise<void> {
    if (await this.erased.has(tx, userId)) return;
    await this.writeLetter.execute(tx, referralEarnedLetter, {
      dedupeKey: `referral-earned:${userId}:${version}`,
      to: email,
      toName: fact.firstName,
      userId,
      data: fact,
    });
  }
}
