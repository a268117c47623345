import { Injectable } from '@nestjs/common';
import { referralCreditsChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { UserRepository } from './user.repository.ts';

/** Keeps what an account has earned by referrals, as billing last told. An older fact that comes later changes nothing. */
@Injectable()
export class OnReferralCreditsChanged {
  constructor(private readonly users: UserRepository) {}

  @HandlesEvent(referralCreditsChanged)
  async handle({ userId, totalCredits, version }: EventPayload<typeof referralCreditsChanged>, tx: Transaction): Promise<void> {
    await this.users.recordReferralCredits(tx, userId, totalCredits, version);
  }
}
