import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { UserRepository } from '../user/user.repository.ts';
import { applyMemberships } from './apply-memberships.ts';
import { MembershipRepository } from './membership.repository.ts';

/** Keeps each account's status in step with its memberships. Works out the whole status each time, so the order does not matter. */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(fact: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    // The account first: two events of one person wait for each other here.
    const user = fact.userId === null ? null : await this.users.lockById(tx, fact.userId);
    // Published before the account was deleted, and handled after it.
    const isGone = fact.userId !== null && user === null;
    const isNews = await this.memberships.record(tx, {
      subscriptionId: fact.subscriptionId,
      customerId: fact.customerId,
      userId: fact.userId,
      emailKey: isGone ? '' : keyOf(fact.email),
      access: fact.access,
      startedAt: new Date(fact.startedAt),
      version: fact.version,
    });
    if (!isNews || user === null) return;
    applyMemberships(user, await this.memberships.of(tx, user.id));
    await this.users.saveUntold(tx, user);
  }
}
