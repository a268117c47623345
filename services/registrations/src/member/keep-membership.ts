import { Injectable } from '@nestjs/common';
import type { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { MemberRepository } from './member.repository.ts';
import type { Membership } from './membership.entity.ts';

/** Stores a membership that billing published, for its event and for administrators' sync. */
@Injectable()
export class KeepMembership {
  constructor(
    private readonly members: MemberRepository,
    private readonly erased: ErasedAccounts,
  ) {}

  /**
   * Locks the people of a membership and records it. Returns its latest known state, and whether the event was newer. Of this and
   * a concurrent event of the account, one waits for the other: otherwise each would miss the other's writes.
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
      // An older revision omits it.
      referralCode:
        event.referralCode === undefined
          ? ((await this.members.findMembership(tx, event.subscriptionId))?.referralCode ?? null)
          : event.referralCode,
      version: event.version,
    };
    if (published.userId !== null) {
      await this.members.lockUser(tx, published.userId);
      // The event was published before the account was deleted, and arrived after it.
      if (await this.erased.has(tx, published.userId))
        Object.assign(published, { email: '', firstName: '', lastName: '', referralCode: null });
    }
    // A key that is no address, and differs from that of any other membership.
    if (published.email === '') published.emailKey = `erased:${published.subscriptionId}`;
    await this.members.lockEmails(tx, [published.emailKey]);
    const isNews = await this.members.recordMembership(tx, published);
    return {
      membership: isNews ? published : ((await this.members.findMembership(tx, published.subscriptionId)) ?? published),
      isNews,
    };
  }
}
