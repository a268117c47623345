import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { UserRepository } from '../user/user.repository.ts';
import { applyMemberships } from './apply-memberships.ts';
import { MembershipRepository } from './membership.repository.ts';

/** Updates each account's status from its memberships. Derives the whole status each time, so the order does not matter. */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(event: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    // The account first: two events of one person wait for each other here.
    const user = event.userId === null ? null : await this.users.lockById(tx, event.userId);
    // Published before the account was deleted, and handled after it.
    const isGone = event.userId !== null && user === null;
    const isNews = await this.memberships.record(tx, {
      subscriptionId: event.subscriptionId,
      customerId: event.customerId,
      userId: event.userId,
      emailKey: isGone ? '' : keyOf(event.email),
      email: isGone ? '' : event.email.trim(),
      name: isGone ? '' : `${event.firstName} ${event.lastName}`.trim(),
      status: event.status,
      plan: event.plan,
      access: event.access,
      startedAt: new Date(event.startedAt),
      version: event.version,
    });
    if (!isNews || user === null) return;
    applyMemberships(user, await this.memberships.of(tx, user.id));
    await this.users.saveUnpublished(tx, user);
  }
}
