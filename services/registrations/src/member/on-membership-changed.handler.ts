import { Injectable } from '@nestjs/common';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { registrationOf } from '../debate-club-registration/membership-registration.ts';
import { MemberRepository } from './member.repository.ts';
import type { Membership } from './membership.entity.ts';

/** Gives each subscription its debate club registration and keeps it in step. */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly members: MemberRepository,
    private readonly registrations: DebateClubRegistrationRepository,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(fact: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    const membership: Membership = {
      subscriptionId: fact.subscriptionId,
      customerId: fact.customerId,
      userId: fact.userId,
      email: fact.email,
      emailKey: keyOf(fact.email),
      firstName: fact.firstName,
      lastName: fact.lastName,
      status: fact.status,
      access: fact.access,
      plan: fact.plan,
      startedAt: new Date(fact.startedAt),
      version: fact.version,
    };
    // A fact of the account at the same moment waits, or this one does: otherwise each would miss what the other writes.
    if (membership.userId !== null) await this.members.lockUser(tx, membership.userId);
    await this.members.lockEmails(tx, [membership.emailKey]);
    if (!(await this.members.recordMembership(tx, membership))) return;
    await this.registrations.put(tx, registrationOf(membership, await this.members.accountOf(tx, membership)));
  }
}
