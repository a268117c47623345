import { Inject, Injectable } from '@nestjs/common';
import { purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { paymentWithdrawn } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { EventNoticeSignal } from '../event-notice/event-notice-signal.ts';
import { EventRepository } from '../event/event.repository.ts';
import type { Account } from '../member/account.entity.ts';
import { FollowAccount } from '../account-events/follow-account.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { RepriceEntries } from '../tournament-registration/reprice-entries.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { GuestPayments } from './guest-payments.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';

/**
 * Updates seats and entries to their payments. A payment makes a registration paid, or is refused where it cannot be given any
 * more. A refund ends the registration, with the tournament entry that a bootcamp seat includes; another registration of the
 * account in that name then gets the account's email. An expired checkout releases a held bootcamp seat and leaves a tournament
 * entry pending.
 */
@Injectable()
export class OnPurchaseChanged {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly members: MemberRepository,
    private readonly bootcampRegistrations: BootcampRegistrationRepository,
    private readonly places: BootcampSeats,
    private readonly events: EventRepository,
    private readonly entries: TournamentEntries,
    private readonly repriceEntries: RepriceEntries,
    private readonly guestPayments: GuestPayments,
    private readonly clubRegistrations: DebateClubRegistrationRepository,
    private readonly followAccount: FollowAccount,
    private readonly tournamentRegistrations: TournamentRegistrationRepository,
    private readonly notices: EventNoticeSignal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesEvent(purchaseChanged)
  async handle(event: EventPayload<typeof purchaseChanged>, tx: Transaction): Promise<void> {
    const { purchaseId, product, reference, status, sessionId, paymentIntentId, version } = event;
    const before = await this.purchases.find(tx, purchaseId);
    const isNews = await this.purchases.record(tx, {
      purchaseId,
      product,
      reference,
      status,
      amountPaid: event.amountPaid,
      amountRefunded: event.amountRefunded,
      isDisputed: event.isDisputed ?? false,
      sessionId,
      paymentIntentId,
      version,
    });
    if (!isNews) return;
    const account = status === 'refunded' ? await this.lockAccountOf(tx, reference) : null;
    const isKnown = product === 'bootcamps' ? await this.settlePlace(tx, event) : await this.settleEntry(tx, event);
    if (account !== null) await this.followAccount.execute(tx, account, account);
    if (isKnown) return;
    this.logger.warn(
      { purchaseId, product, reference, status },
      'A payment for a registration that is not there any more',
    );
    // The page was being opened while the registration was deleted.
    if (status === 'open') await tx.publish(paymentWithdrawn, { reference });
    // A payment from before the deletion stays, until staff refund it.
    const isPaidLate = status === 'paid' && before?.status !== 'paid' && before?.status !== 'refunded';
    if (isPaidLate || (status === 'refunded' && event.amountPaid > 0))
      await this.purchases.refuse(tx, purchaseId, 'withdrawn');
  }

  /** The account of a registration, locked before the registration's event, as {@link FollowAccount} requires; null where it has none. */
  private async lockAccountOf(tx: Transaction, reference: string): Promise<Account | null> {
    const registration =
      (await this.tournamentRegistrations.find(tx, reference)) ??
      (await this.bootcampRegistrations.find(tx, reference));
    if (registration === null || registration.userId === null) return null;
    await this.clubRegistrations.shareAdding(tx);
    await this.members.lockUser(tx, registration.userId);
    return this.members.findAccount(tx, registration.userId);
  }

  private async settlePlace(
    tx: Transaction,
    { reference: registrationId, ...payment }: EventPayload<typeof purchaseChanged>,
  ): Promise<boolean> {
    const emailKey = (await this.bootcampRegistrations.locate(tx, registrationId))?.emailKey;
    if (emailKey === undefined) return false;
    // The lock order of tournament entries, which look for a bootcamp seat that includes them: one of the two waits.
    await this.members.lockEmails(tx, [emailKey]);
    const found = await this.places.lockOf(tx, registrationId);
    if (found === null) return false;
    await this.guestPayments.giveSeat(tx, found.registration, payment);
    await this.places.settle(tx, found.run, found.registration);
    await this.places.updateSeats(tx, found.run);
    this.notices.placeTaken(tx, found.run);
    const { paymentStatus, userId } = found.registration;
    if (paymentStatus === 'refunded') await this.entries.endIncluded(tx, registrationId);
    // The seat may be paid after the entry that it includes.
    if (paymentStatus === 'paid' && userId !== null) await this.repriceEntries.ofUser(tx, userId);
    return true;
  }

  private async settleEntry(
    tx: Transaction,
    { reference: registrationId, ...payment }: EventPayload<typeof purchaseChanged>,
  ): Promise<boolean> {
    const eventId = (await this.tournamentRegistrations.find(tx, registrationId))?.eventId;
    if (eventId === undefined) return false;
    const event = await this.events.lock(tx, eventId);
    const entry = await this.tournamentRegistrations.find(tx, registrationId);
    if (entry === null) return false;
    // One that its person has withdrawn takes no payment, so nobody gets it by one.
    if (entry.withdrawnAt === null) await this.guestPayments.giveEntry(tx, entry, payment);
    await this.entries.settle(tx, event, entry);
    this.notices.placeTaken(tx, event);
    await this.entries.moveUp(tx, event);
    return true;
  }
}
