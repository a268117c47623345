import { Injectable } from '@nestjs/common';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { registrationOf } from '../debate-club-registration/membership-registration.ts';
import { EndOfficeHours } from '../office-hours/end-office-hours.ts';
import { RepriceEntries } from '../tournament-registration/reprice-entries.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { WorkshopSeats } from '../workshop-registration/workshop-seats.ts';
import { KeepMembership } from '../member/keep-membership.ts';
import { MemberRepository } from '../member/member.repository.ts';

/**
 * Creates the debate club registration of each subscription and keeps it up to date. From then on the member pays the member
 * price, until the membership ends.
 */
@Injectable()
export class OnMembershipChanged {
  constructor(
    private readonly keepMembership: KeepMembership,
    private readonly members: MemberRepository,
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly repriceEntries: RepriceEntries,
    private readonly entries: TournamentEntries,
    private readonly officeHours: EndOfficeHours,
    private readonly workshops: WorkshopSeats,
  ) {}

  @HandlesEvent(membershipChanged)
  async handle(event: EventPayload<typeof membershipChanged>, tx: Transaction): Promise<void> {
    await this.registrations.shareAdding(tx);
    const { membership, isNews } = await this.keepMembership.execute(tx, event);
    if (!isNews) return;
    await this.registrations.put(tx, registrationOf(membership, await this.members.accountOf(tx, membership)));
    // It includes entries for as long as it gives access: a cancelled one until its period ends, a past due one until the grace period
    // does.
    const isOver = membership.plan !== 'annual' || !membership.access;
    if (isOver) await this.entries.endFree(tx, membership.subscriptionId);
    await this.workshops.endWithoutPlan(tx);
    if (membership.userId !== null && (await this.members.openMembershipOf(tx, membership.userId)) === null)
      await this.officeHours.giveBack(tx, membership.userId);
    if (membership.userId !== null)
      await (membership.access
        ? this.repriceEntries.ofUser(tx, membership.userId)
        : this.repriceEntries.ofFormerMember(tx, membership.userId));
  }
}
