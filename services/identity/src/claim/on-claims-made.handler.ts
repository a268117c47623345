import { Injectable } from '@nestjs/common';
import { claimsMade as madeInBilling } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { claimsMade as madeInRegistrations } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import type { Claim } from './claim.entity.ts';
import { ClaimRepository } from './claim.repository.ts';

/**
 * Nothing is sold under the address of a deactivated account: billing refunds payments for it from then on. Earlier payments wait for the
 * mailbox's holder, who may be another person.
 */
const isRefused = ({ kind, madeAt }: Claim, { deactivatedAt }: User): boolean =>
  kind === 'customer' && deactivatedAt !== null && madeAt > deactivatedAt;

type Made = (EventPayload<typeof madeInBilling> | EventPayload<typeof madeInRegistrations>)['claims'][number] & {
  readonly madeAt?: string | undefined;
  readonly refusedTo?: string | undefined;
};

/**
 * Saves purchases and registrations that were made without an account, and gives them to the holder of the mailbox where that is known
 * already. Identity alone decides this, under the lock of the address, so that it does not matter whether the purchase or the account came
 * first.
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

  /** `into`: the account that a claim goes to before the holder of its mailbox, who may be another person by now. */
  async keep(tx: Transaction, made: readonly Made[], into: string | null = null): Promise<void> {
    const now = this.clock.now();
    const claims = made.map(({ kind, subjectId, email, madeAt, refusedTo }) => ({
      kind,
      subjectId,
      refusedTo,
      emailKey: keyOf(email),
      madeAt: madeAt === undefined ? now : new Date(madeAt),
    }));
    // In order, so that two handlers never wait for each other.
    for (const emailKey of [...new Set(claims.map((claim) => claim.emailKey))].sort()) {
      await this.users.lockAddress(tx, emailKey);
      const holder = await this.users.lockByEmailKey(tx, emailKey);
      const ofAddress = claims.filter((candidate) => candidate.emailKey === emailKey);
      const kept: Claim[] = [];
      for (const claim of ofAddress) kept.push(await this.claims.put(tx, claim));
      if (into !== null) await this.giveTo(tx, kept, into);
      for (const claim of kept) if (claim.userId !== null) await this.claims.publish(tx, [claim], claim.userId);
      if (holder === null) continue;
      if (holder.emailVerifiedAt !== null) await this.claims.grantMailbox(tx, holder);
      else
        for (const claim of kept.filter((candidate) => isRefused(candidate, holder)))
          await this.claims.grantPayment(tx, claim, holder.id);
    }
  }

  /** Nothing happens where the account is gone, or has not verified the mailbox that it moved to. */
  private async giveTo(tx: Transaction, claims: readonly Claim[], userId: string): Promise<void> {
    const user = await this.users.lockById(tx, userId);
    if (user !== null && user.emailVerifiedAt !== null) await this.claims.grantMerged(tx, claims, user);
  }
}
