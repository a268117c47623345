import { Injectable } from '@nestjs/common';
import type { purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';

type Payment = Pick<EventPayload<typeof purchaseChanged>, 'purchaseId' | 'status' | 'guestEmail'>;
type Registration = BootcampRegistration | TournamentRegistration;

/**
 * Gives a guest's payment to the mailbox that it was made for: an account that made the registration without the verified mailbox
 * gets it by verifying (docs/adr/0027). Refuses the payment where the mailbox has the same registration beside it, where the
 * registration has another mailbox by now, or where an account paid for a guest's. Idempotent.
 */
@Injectable()
export class GuestPayments {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly members: MemberRepository,
    private readonly seats: BootcampRegistrationRepository,
    private readonly entries: TournamentRegistrationRepository,
    private readonly claims: ClaimRepository,
    private readonly clock: Clock,
  ) {}

  async giveSeat(tx: Transaction, seat: BootcampRegistration, payment: Payment): Promise<void> {
    if (this.isOfAnother(seat, payment)) return this.purchases.refuse(tx, payment.purchaseId, 'withdrawn');
    const emailKey = await this.payerOf(tx, seat, payment);
    if (emailKey === null) return;
    const isBeside =
      emailKey !== seat.emailKey && (await this.seats.findOfPerson(tx, seat.eventId, { ...seat, emailKey })) !== null;
    if (isBeside) return this.purchases.refuse(tx, payment.purchaseId, 'withdrawn');
    await this.seats.save(tx, this.givenTo(seat, payment.guestEmail!));
    await this.claims.publish(tx, 'bootcamp_registration', [seat]);
  }

  async giveEntry(tx: Transaction, entry: TournamentRegistration, payment: Payment): Promise<void> {
    if (this.isOfAnother(entry, payment)) return this.purchases.refuse(tx, payment.purchaseId, 'withdrawn');
    const emailKey = await this.payerOf(tx, entry, payment);
    if (emailKey === null) return;
    const isBeside =
      emailKey !== entry.emailKey && (await this.entries.isEntered(tx, entry.eventId, { ...entry, emailKey }));
    if (isBeside) return this.purchases.refuse(tx, payment.purchaseId, 'withdrawn');
    await this.entries.save(tx, this.givenTo(entry, payment.guestEmail!));
    await this.claims.publish(tx, 'tournament_entry', [entry]);
  }

  /**
   * Whether the payment was made for another mailbox than that of a guest's unpaid registration, or with an account: its email
   * was corrected, or the account gave it up, meanwhile.
   */
  private isOfAnother({ userId, emailKey, paymentStatus }: Registration, { status, guestEmail }: Payment): boolean {
    return (
      status === 'paid' &&
      paymentStatus === 'pending' &&
      userId === null &&
      guestEmail !== undefined &&
      (guestEmail === null || keyOf(guestEmail) !== emailKey)
    );
  }

  /** The mailbox of a guest who has paid for the registration of an account that did not verify it; null where there is nothing to give. */
  private async payerOf(
    tx: Transaction,
    { userId, paymentStatus }: Registration,
    { status, guestEmail }: Payment,
  ): Promise<string | null> {
    if (status !== 'paid' || guestEmail == null || userId === null) return null;
    // Such a payment is refused.
    if (paymentStatus === 'paid') return null;
    if (await this.members.isDeactivated(userId, tx)) return null;
    const emailKey = keyOf(guestEmail);
    return (await this.members.hasVerified(tx, userId, emailKey)) ? null : emailKey;
  }

  private givenTo<R extends Registration>(registration: R, email: string): R {
    return Object.assign(registration, {
      userId: null,
      email,
      emailKey: keyOf(email),
      inOtherName: false,
      claimMadeAt: this.clock.now(),
    });
  }
}
