import { Injectable } from '@nestjs/common';
import { claimsMade as madeInBilling } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { claimsMade as madeInRegistrations } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { UserRepository } from '../user/user.repository.ts';
import { ClaimRepository } from './claim.repository.ts';

/**
 * Keeps what was bought or registered for without an account, and gives it to the holder of the mailbox where that is known already.
 * Identity alone decides this, under the lock of the address, so that it does not matter whether the purchase or the account came first.
 */
@Injectable()
export class OnClaimsMade {
  constructor(
    private readonly claims: ClaimRepository,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesEvent(madeInBilling)
  async byBilling({ claims }: EventPayload<typeof madeInBilling>, tx: Transaction): Promise<void> {
    await this.keep(tx, claims);
  }

  @HandlesEvent(madeInRegistrations)
  async byRegistrations({ claims }: EventPayload<typeof madeInRegistrations>, tx: Transaction): Promise<void> {
    await this.keep(tx, claims);
  }

  private async keep(tx: Transaction, made: EventPayload<typeof madeInBilling>['claims']): Promise<void> {
    const claims = made.map(({ kind, subjectId, email }) => ({ kind, subjectId, emailKey: keyOf(email), madeAt: this.clock.now() }));
    // In order, so that two handlers never wait for each other.
    for (const emailKey of [...new Set(claims.map((claim) => claim.emailKey))].sort()) {
      await this.users.lockAddress(tx, emailKey);
      const holder = await this.users.lockByEmailKey(tx, emailKey);
      const ofAddress = claims.filter((candidate) => candidate.emailKey === emailKey);
      for (const claim of ofAddress) {
        const { userId } = await this.claims.put(tx, claim);
        if (userId !== null) await this.claims.publish(tx, [claim], userId);
      }
      if (holder === null) continue;
      if (holder.emailProvenAt !== null) await this.claims.grantMailbox(tx, holder);
      // Nothing is sold under the address of a deactivated account: billing gives back what such an account paid.
      else if (holder.deactivatedAt !== null) {
        for (const claim of ofAddress.filter(({ kind }) => kind === 'customer')) await this.claims.grantPayment(tx, claim, holder.id);
      }
    }
  }
}
