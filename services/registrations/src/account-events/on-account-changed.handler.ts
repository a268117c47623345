import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { CalendarFeedRepository } from '../calendar-feed/calendar-feed.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { registrationOf } from '../debate-club-registration/membership-registration.ts';
import { EndOfficeHours } from '../office-hours/end-office-hours.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RepriceEntries } from '../tournament-registration/reprice-entries.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { WorkshopSeats } from '../workshop-registration/workshop-seats.ts';
import type { Account } from '../member/account.entity.ts';
import { FollowAccount } from './follow-account.ts';
import { MemberRepository } from '../member/member.repository.ts';

/**
 * Copies names, division and email of an account to its registrations, and a corrected name to those that were made with its email without
 * logging in. A deactivated account loses its calendar, its payment
 * pages, its unpaid places, and its debate club registration. A calendar ends with the sessions of its account, and when the
 * mailbox is verified for the first time.
 */
@Injectable()
export class OnAccountChanged {
  constructor(
    private readonly members: MemberRepository,
    private readonly erased: ErasedAccounts,
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly feeds: CalendarFeedRepository,
    private readonly claims: ClaimRepository,
    private readonly followAccount: FollowAccount,
    private readonly purchases: PurchaseRepository,
    private readonly repriceEntries: RepriceEntries,
    private readonly entries: TournamentEntries,
    private readonly entryRows: TournamentRegistrationRepository,
    private readonly places: BootcampSeats,
    private readonly officeHours: EndOfficeHours,
    private readonly workshops: WorkshopSeats,
  ) {}

  @HandlesEvent(accountChanged)
  async handle(event: EventPayload<typeof accountChanged>, tx: Transaction): Promise<void> {
    const account: Account = {
      userId: event.userId,
      email: event.email,
      emailKey: keyOf(event.email),
      firstName: event.firstName,
      lastName: event.lastName,
      division: event.division,
      version: event.version,
      deactivatedAt: event.deactivatedAt == null ? null : new Date(event.deactivatedAt),
      emailVerifiedAt: event.emailVerifiedAt == null ? null : new Date(event.emailVerifiedAt),
      sessionVersion: event.sessionVersion ?? 0,
    };
    await this.registrations.shareAdding(tx);
    await this.members.lockUser(tx, account.userId);
    // The event was published before the deletion, and arrived after it.
    if (await this.erased.has(tx, account.userId)) return;
    // Even where a later event arrived first: a calendar feed from before the deactivation ended with it.
    if (account.deactivatedAt !== null) await this.feeds.removeMadeBy(tx, account.userId, account.deactivatedAt);
    await this.feeds.removeOfEarlier(tx, account.userId, account.sessionVersion);
    const before = await this.members.findAccount(tx, account.userId);
    await this.members.lockEmails(tx, before === null ? [account.emailKey] : [account.emailKey, before.emailKey]);
    if (!(await this.members.recordAccount(tx, account))) return;
    if (account.emailVerifiedAt !== null && (before === null || before.emailVerifiedAt === null)) {
      await this.feeds.removeMadeBy(tx, account.userId, account.emailVerifiedAt);
    }
    if (account.deactivatedAt !== null) {
      await this.purchases.withdrawOfAccount(tx, account.userId);
      await this.officeHours.giveBack(tx, account.userId);
      await this.workshops.endOfAccount(tx, account.userId);
      await this.entries.giveBackUnpaid(tx, account.userId);
      await this.places.giveBackUnpaid(tx, account.userId);
    }
    // Another person made these entries with the account, before the mailbox's holder took it over.
    const wasTakenOver = event.isTakenOver === true && account.emailVerifiedAt !== null;
    if (wasTakenOver) await this.entryRows.disown(tx, account.userId, account.emailVerifiedAt!);
    // Ends payment pages that a stranger opened, and those on which a guest would pay for the account's former mailbox.
    const hasMoved = before !== null && before.emailKey !== account.emailKey;
    if (wasTakenOver) await this.purchases.withdrawOfAccount(tx, account.userId);
    else if (hasMoved) await this.purchases.withdrawOfAccount(tx, account.userId, account.emailKey);
    // A holder with the account's former name is taken for the person who opened it.
    const wasStrangers =
      before !== null && (before.firstName !== account.firstName || before.lastName !== account.lastName);
    if (event.isTakenOver === true && wasStrangers && account.emailVerifiedAt !== null) {
      await this.entries.removeStrangers(tx, account, account.emailVerifiedAt);
      await this.officeHours.giveBack(tx, account.userId, account.emailVerifiedAt);
      await this.workshops.endOfAccount(tx, account.userId, account.emailVerifiedAt);
    }
    // Its claims may have been granted earlier.
    const isNewlyVerified = account.emailVerifiedAt !== null && before?.emailVerifiedAt == null;
    if (isNewlyVerified) await this.claims.noteNames(tx, account.userId);
    else await this.claims.ownNamesakes(tx, account.userId);
    const removed = await this.entries.removeDuplicates(tx, account.userId);
    const runs = await this.places.hideDuplicates(tx, account.userId);
    // Registrations without an account are this person's where staff say so, as in an erasure, or the mailbox is verified.
    const isOfGuests = !hasMoved && (event.isCorrectedByStaff === true || before?.emailVerifiedAt != null);
    await this.followAccount.execute(tx, account, before ?? account, { isOfGuests });
    await this.entries.afterDuplicates(tx, removed);
    for (const run of runs) await this.places.updateSeats(tx, run);
    if (isNewlyVerified || hasMoved) await this.repriceEntries.ofUser(tx, account.userId);
    await this.registrations.followDeactivation(tx, account.userId, account.deactivatedAt !== null);
    for (const membership of await this.members.membershipsOf(tx, account.userId)) {
      await this.registrations.put(tx, registrationOf(membership, await this.members.accountOf(tx, membership)));
    }
  }
}
