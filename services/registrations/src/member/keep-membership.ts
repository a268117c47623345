import { Injectable } from '@nestjs/common';
import type { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { MemberRepository } from './member.repository.ts';
import type { Membership } from './membership.entity.ts';

/** Keeps what billing tells of a membership, for the event and for administrators' sync alike. */
@Injectable()
export class KeepMembership {
  constructor(
    private readonly members: MemberRepository,
    private readonly erased: ErasedAccounts,
  ) {}

  /**
   * Locks the people of a membership and records it. Answers the newest that is known of it, and whether that was news. An event
   * of the account at the same moment waits, or this one does: otherwise each would miss what the other writes.
   */
  async execute(
    tx: Transaction,
    event: EventPayload<typeof membershipChanged>,
  ): Promise<{ membership: Membership; isNews: boolean }> {
    const published: Membership = {
      subscriptionId: event.subscriptionId,
      customerId: event.customerId,
      userId: event.userId,
      email: event.email,
      emailKey: keyOf(event.email),
      firstName: event.firstName,
      lastName: event.lastName,
      status: event.status,
      access: event.access,
      plan: event.plan,
      startedAt: new Date(event.startedAt),
      endsAt: event.cancelAtPeriodEnd ? new Date(event.currentPeriodEnd) : null,
      // An older revision leaves it out.
      referralCode:
        event.referralCode === undefined
          ? ((await this.members.findMembership(tx, event.subscriptionId))?.referralCode ?? null)
          : event.referralCode,
      version: event.version,
    };
    if (published.userId !== null) {
      await this.members.lockUser(tx, published.userId);
      // Told before the account was deleted, and heard after it.
      if (await this.erased.has(tx, published.userId))
        Object.assign(published, { email: '', firstName: '', lastName: '', referralCode: null });
    }
    // Nobody's address, and no other membership's either.
    if (published.email === '') published.emailKey = `erased:${published.subscriptionId}`;
    await this.members.lockEmails(tx, [published.emailKey]);
    const isNews = await this.members.recordMembership(tx, published);
    return {
      membership: isNews ? published : ((await this.members.findMembership(tx, published.subscriptionId)) ?? published),
      isNews,
    };
  }
}
