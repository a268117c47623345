import { Injectable } from '@nestjs/common';
import { referralCreditsChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { creditsEarned, creditsWithdrawn } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { UserRepository } from './user.repository.ts';

/**
 * Records the referral earnings of an account as billing last published them, and publishes to messaging how much they grew or fell. An
 * older event that comes later changes nothing, because the newer one includes it.
 */
@Injectable()
export class OnReferralCreditsChanged {
  constructor(private readonly users: UserRepository) {}

  @HandlesEvent(referralCreditsChanged)
  async handle(
    { userId, totalCredits, version }: EventPayload<typeof referralCreditsChanged>,
    tx: Transaction,
  ): Promise<void> {
    const recorded = await this.users.recordReferralCredits(tx, userId, totalCredits, version);
    if (recorded === null || recorded.user.deactivatedAt !== null) return;
    const earned = totalCredits - recorded.before;
    const { email, firstName } = recorded.user;
    const changed = { userId, version, email, firstName, totalCredits };
    if (earned > 0) await tx.publish(creditsEarned, { ...changed, earned });
    if (earned < 0) await tx.publish(creditsWithdrawn, { ...changed, withdrawn: -earned });
  }
}
