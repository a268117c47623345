import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { claimsGranted } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { FollowAccount } from './follow-account.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { RepriceEntries } from '../tournament-registration/reprice-entries.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { CLAIMED_KINDS, type ClaimedKind, ClaimRepository } from '../claim/claim.repository.ts';

const isOurs = (kind: string): kind is ClaimedKind => (CLAIMED_KINDS as string[]).includes(kind);

/**
 * Gives registrations made without an account to the account that identity granted them to. One with an account, or with another
 * email by now, keeps it. Idempotent.
 */
@Injectable()
export class OnClaimsGranted {
  constructor(
    private readonly members: MemberRepository,
    private readonly erased: ErasedAccounts,
    private readonly claims: ClaimRepository,
    private readonly followAccount: FollowAccount,
    private readonly clubRegistrations: DebateClubRegistrationRepository,
    private readonly repriceEntries: RepriceEntries,
    private readonly entries: TournamentEntries,
    private readonly places: BootcampSeats,
  ) {}

  @HandlesEvent(claimsGranted)
  async handle({ claims }: EventPayload<typeof claimsGranted>, tx: Transaction): Promise<void> {
    const ours = claims.flatMap(({ kind, ...claim }) => (isOurs(kind) ? [{ kind, ...claim }] : []));
    await this.clubRegistrations.shareAdding(tx);
    for (const userId of [...new Set(ours.map((claim) => claim.userId))].sort()) {
      await this.members.lockUser(tx, userId);
      // The deletion erased the registrations of its verified mailbox.
      if (await this.erased.has(tx, userId)) continue;
      const account = await this.members.findAccount(tx, userId);
      const claimsOfAccount = ours.filter((claim) => claim.userId === userId);
      const emailKeys = await Promise.all(
        claimsOfAccount.map(({ kind, subjectId }) => this.claims.unowned(tx, kind, subjectId)),
      );
      await this.members.lockEmails(tx, [
        ...emailKeys.filter((key) => key !== null),
        ...(account === null ? [] : [account.emailKey]),
      ]);
      for (const { kind, subjectId, emailKey } of claimsOfAccount)
        await this.claims.grant(tx, kind, subjectId, { userId, emailKey });
      // The account's move to this mailbox was published with the grant: its handler does the rest.
      const isMoving =
        account !== null && claimsOfAccount.some(({ emailKey = account.emailKey }) => emailKey !== account.emailKey);
      if (!isMoving) {
        const removed = await this.entries.removeDuplicates(tx, userId);
        const runs = await this.places.hideDuplicates(tx, userId);
        if (account !== null) await this.followAccount.execute(tx, account, account);
        await this.entries.afterDuplicates(tx, removed);
        for (const run of runs) await this.places.updateSeats(tx, run);
      }
      await this.clubRegistrations.takeNotes(tx, userId);
      if (account?.deactivatedAt != null) await this.clubRegistrations.followDeactivation(tx, userId, true);
      await this.repriceEntries.ofUser(tx, userId);
    }
  }
}
