import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasureRepository } from '../erasure/erasure.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { applyMemberships } from './apply-memberships.ts';
import { MembershipRepository } from './membership.repository.ts';

/** Keeps each account's status in step with its memberships. Works out the whole status each time, so the order does not matter. */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly erasures: ErasureRepository,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(fact: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    const emailKey = keyOf(fact.email);
    // The address first: two facts of one person, and an account that is opened for it meanwhile, wait for each other here.
    await this.users.lockAddress(tx, emailKey);
    const userId = fact.userId ?? (await this.memberships.accountOf(tx, fact.subscriptionId));
    const user = userId === null ? await this.users.lockByEmailKey(tx, emailKey) : await this.users.lockById(tx, userId);
    // Told before the account was deleted, and heard after it.
    const isGone = userId !== null && user === null && (await this.erasures.has(tx, userId));
    const isNews = await this.memberships.record(tx, {
      subscriptionId: fact.subscriptionId,
      customerId: fact.customerId,
      userId: fact.userId,
      emailKey: isGone ? '' : emailKey,
      access: fact.access,
      startedAt: new Date(fact.startedAt),
      version: fact.version,
    });
    if (!isNews || user === null) return;
    applyMemberships(user, await this.memberships.of(tx, user.id, user.emailKey));
    await this.users.saveUntold(tx, user);
  }
}
