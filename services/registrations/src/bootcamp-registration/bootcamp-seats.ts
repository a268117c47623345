import { Inject, Injectable } from '@nestjs/common';
import type { DomainError } from '@lectern/contracts/errors';
import type { EventPayload } from '@lectern/contracts/event';
import { bootcampSeatChanged, placeLost } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { FILLING, acceptsPayments } from '../event/availability.ts';
import { calendarEntryOf } from '../event/calendar-entry.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import { refundsOf } from '../event/refunds.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { decidingPurchase } from '../purchase/deciding-purchase.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { holdLimitReached } from '../registration-key/hold-limit-reached.ts';
import { receiptToken } from '../registration-key/receipt-token.ts';
import { type Network, UnpaidLimit } from '../registration-key/unpaid-limit.ts';
import { SEATS, unpaidDuplicates } from '../registration-key/unpaid-duplicates.ts';
import { nextWaitlistTime } from '../waitlist/next-waitlist-time.ts';
import type { BootcampRegistration } from './bootcamp-registration.entity.ts';
import { BootcampRegistrationRepository, type Occupancy } from './bootcamp-registration.repository.ts';
import { payByOf } from './payable.ts';
import { freeSeats, hasRoom, HOLD_MS, offerEnd, seatOf } from './seat.ts';

/**
 * The seats of a bootcamp run. Every method runs under the lock of the run, so that a free seat is given once, and offers a free
 * seat in the transaction that frees it, so that nobody overtakes the waitlist.
 */
@Injectable()
export class BootcampSeats {
  constructor(
    private readonly events: EventRepository,
    private readonly registrations: BootcampRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly members: MemberRepository,
    private readonly unpaidLimit: UnpaidLimit,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** Locks the run of a registration and answers both; null when there is no such registration. */
  async lockOf(
    tx: Transaction,
    registrationId: string,
  ): Promise<{ run: Event; registration: BootcampRegistration } | null> {
    const seat = await this.registrations.locate(tx, registrationId);
    if (seat === null) return null;
    const run = await this.events.lock(tx, seat.eventId);
    const registration = await this.registrations.find(tx, registrationId);
    return registration === null ? null : { run, registration };
  }

  /** Whether registered people may still pay. */
  servesRegistered(run: Event): boolean {
    return acceptsPayments(run, this.clock.now());
  }

  /** The run's occupancy now. */
  async occupancy(tx: Transaction, run: Event): Promise<Occupancy> {
    return this.registrations.occupancy(tx, run.id, this.clock.now());
  }

  /**
   * Why a registration without a seat gets none, or a held one no further payment page, because `userId` has not verified its
   * mailbox; null where it may have one. From then on it counts for the network.
   */
  async admit(
    tx: Transaction,
    run: Event,
    registration: BootcampRegistration,
    userId: string | null,
    network?: Network,
  ): Promise<DomainError | null> {
    const payBy = payByOf(run, registration);
    if (payBy !== null && payBy <= this.clock.now()) return holdLimitReached();
    if (registration.seat !== 'released') return null;
    registration.networkKey = this.unpaidLimit.networkKey(run, network);
    return this.unpaidLimit.refusal(tx, this.registrations, run, { emailKey: registration.emailKey, userId }, network);
  }

  /** Holds a seat until its checkout is open, or for five minutes. Keeps the offer that it may come from. */
  async hold(tx: Transaction, registration: BootcampRegistration): Promise<void> {
    const now = this.clock.now();
    if (registration.seat !== 'held') registration.heldSince = now;
    registration.seat = 'held';
    registration.waitlistedAt = null;
    registration.heldUntil = new Date(now.getTime() + HOLD_MS);
    await this.registrations.save(tx, registration);
  }

  /** Ends a hold whose checkout could not be opened. A seat with an open page stays held, and since when it was: the hour goes on. */
  async release(tx: Transaction, run: Event, registration: BootcampRegistration): Promise<void> {
    registration.heldUntil = null;
    await this.settle(tx, run, registration);
    if (registration.seat === 'held') return;
    registration.heldSince = null;
    await this.registrations.save(tx, registration);
  }

  /** Adds a person to the end of the waitlist and publishes it. Returns the position, from 1. */
  async wait(tx: Transaction, run: Event, registration: BootcampRegistration, occupancy: Occupancy): Promise<number> {
    registration.seat = 'waiting';
    registration.waitlistedAt = nextWaitlistTime(this.clock.now(), occupancy.lastWaitlistedAt);
    registration.heldUntil = null;
    registration.offeredUntil = null;
    await this.registrations.save(tx, registration);
    const position = occupancy.waiting + 1;
    await this.publish(tx, run, registration, 'waitlisted', position);
    return position;
  }

  /** Recomputes seat and payment of a registration, from its payments and the clock. Idempotent. */
  async settle(tx: Transaction, run: Event, registration: BootcampRegistration): Promise<void> {
    // A refund ends a registration: the person's next one is another row.
    if (registration.paymentStatus === 'refunded') return;
    const purchases = await this.purchases.of(tx, registration.id);
    const payment = decidingPurchase(purchases);
    const wasPaid = registration.paymentStatus === 'paid';
    const wasFilling = FILLING.includes(registration.seat);
    let seat = seatOf(registration, purchases, this.clock.now());
    // The checkout was opened as the hold ended: holds the seat again where there is room.
    if (
      seat === 'released' &&
      registration.hiddenAt === null &&
      payment?.status === 'open' &&
      hasRoom(run, await this.occupancy(tx, run))
    )
      seat = 'held';
    if (payment?.status === 'paid' && !wasPaid) {
      const isFull = !wasFilling && freeSeats(run, await this.occupancy(tx, run)) <= 0;
      const isWithdrawn = registration.hiddenAt !== null || (await this.members.isDeactivated(registration.userId, tx));
      const refusal = isWithdrawn ? 'withdrawn' : run.endsAt <= this.clock.now() ? 'over' : isFull ? 'full' : null;
      if (refusal !== null) {
        await this.purchases.refuse(tx, payment.purchaseId, refusal);
        // A payment of nothing is treated as if there had been none.
        if (payment.amountPaid === 0) return this.settle(tx, run, registration);
        const ended = {
          seat: 'released' as const,
          paymentStatus: 'refunded' as const,
          waitlistedAt: null,
          heldUntil: null,
          offeredUntil: null,
        };
        return this.registrations.save(tx, Object.assign(registration, ended));
      }
    }
    registration.seat = seat;
    if (seat === 'held') registration.heldSince ??= this.clock.now();
    if (seat !== 'waiting') registration.waitlistedAt = null;
    if (payment !== null) {
      registration.stripeCheckoutSessionId = payment.sessionId;
      registration.stripePaymentIntentId = payment.paymentIntentId;
      if (payment.status === 'paid' || payment.status === 'refunded') {
        registration.paymentStatus = payment.status;
        registration.paymentAmount = payment.amountPaid;
        if (payment.status === 'paid' && !wasPaid) registration.refundSteps = run.refundSteps;
      }
    }
    await this.registrations.save(tx, registration);
    if (wasPaid && payment?.status === 'refunded') {
      // The person was notified of the removal, but not of the refund yet.
      if (registration.hiddenAt !== null) await this.purchases.refuse(tx, payment.purchaseId, 'withdrawn');
      else await this.publishLost(tx, run, registration, payment.sessionId === null ? 'undone' : 'refunded');
    }
    if (seat === 'taken' && payment?.status === 'paid' && !wasPaid)
      await this.publish(tx, run, registration, 'confirmed');
  }

  /**
   * Releases seats that are held or offered beyond their time, and offers free seats to the first of the waitlist until the run
   * begins, one at a time to each mailbox. Then notifies the people who still wait that they got no seat. Returns the run's
   * occupancy afterwards. Idempotent.
   */
  async updateSeats(tx: Transaction, run: Event): Promise<Occupancy> {
    const now = this.clock.now();
    let occupancy = await this.occupancy(tx, run);
    if (occupancy.lapsed > 0) {
      for (const registration of await this.registrations.lapsed(tx, run.id, now))
        await this.settle(tx, run, registration);
      occupancy = await this.occupancy(tx, run);
    }
    const free = Math.min(freeSeats(run, occupancy), occupancy.waiting);
    if (run.datetime <= now || !run.isActive) return this.endWaitlist(tx, run, occupancy);
    if (free <= 0) return occupancy;
    for (const registration of await this.registrations.nextToOffer(tx, run.id, free)) {
      registration.seat = 'offered';
      // The payment costs the run's current price.
      registration.paymentAmount = run.price;
      registration.waitlistedAt = null;
      registration.offeredUntil = offerEnd(
        now,
        run.datetime,
        await this.members.hasVerified(tx, registration.userId, registration.emailKey),
      );
      await this.registrations.save(tx, registration);
      await this.publish(tx, run, registration, 'offered');
    }
    return this.occupancy(tx, run);
  }

  /** Releases the unpaid seats and waitlist positions of a deactivated account, and gives the seats to the waitlist. Idempotent. */
  async giveBackUnpaid(tx: Transaction, userId: string): Promise<void> {
    const freed: Event[] = [];
    for (const { id } of await this.registrations.unpaidOfAccount(tx, userId)) {
      const found = await this.lockOf(tx, id);
      if (found === null || found.registration.seat === 'taken' || found.registration.seat === 'released') continue;
      await this.registrations.save(
        tx,
        Object.assign(found.registration, {
          seat: 'released' as const,
          waitlistedAt: null,
          heldUntil: null,
          offeredUntil: null,
        }),
      );
      freed.push(found.run);
    }
    // Only after all of them are released: the account may wait in another name.
    for (const run of freed) await this.updateSeats(tx, run);
  }

  /**
   * Hides registrations that an account has beside a better one in the same name: see {@link unpaidDuplicates}. Returns their runs;
   * call {@link updateSeats} on them once the account's registrations have its address. Idempotent.
   */
  async hideDuplicates(tx: Transaction, userId: string): Promise<Event[]> {
    const now = this.clock.now();
    const runs: Event[] = [];
    for (const { id } of await unpaidDuplicates(tx, SEATS, userId, now)) {
      const found = await this.lockOf(tx, id);
      if (found?.registration.paymentStatus !== 'pending' || found.registration.hiddenAt !== null) continue;
      await this.purchases.withdrawOpenedUntilNow(tx, id);
      const nothing = { waitlistedAt: null, heldUntil: null, offeredUntil: null };
      await this.registrations.save(
        tx,
        Object.assign(found.registration, { seat: 'released' as const, hiddenAt: now, ...nothing }),
      );
      runs.push(found.run);
    }
    return runs;
  }

  private async endWaitlist(tx: Transaction, run: Event, occupancy: Occupancy): Promise<Occupancy> {
    if (occupancy.waiting === 0) return occupancy;
    for (const registration of await this.registrations.firstWaiting(tx, run.id, occupancy.waiting)) {
      await this.registrations.save(tx, Object.assign(registration, { seat: 'released' as const, waitlistedAt: null }));
      await this.publishLost(tx, run, registration, 'waitlist_ended');
    }
    return this.occupancy(tx, run);
  }

  private async publishLost(
    tx: Transaction,
    run: Event,
    registration: BootcampRegistration,
    because: EventPayload<typeof placeLost>['because'],
  ): Promise<void> {
    const { id: registrationId, email, firstName, lastName, payKey } = registration;
    // The registration of an erased person.
    if (email === '') return;
    const who = {
      registrationId,
      email,
      firstName,
      lastName,
      payKey,
      title: run.title,
      beginsAt: run.datetime.toISOString(),
      amountRefunded: await this.purchases.refundedOf(tx, registrationId),
    };
    await tx.publish(placeLost, { kind: 'bootcamp', because, since: this.clock.now().toISOString(), ...who });
  }

  private async publish(
    tx: Transaction,
    run: Event,
    registration: BootcampRegistration,
    change: EventPayload<typeof bootcampSeatChanged>['change'],
    position: number | null = null,
  ): Promise<void> {
    await tx.publish(bootcampSeatChanged, {
      registrationId: registration.id,
      change,
      since: this.clock.now().toISOString(),
      email: registration.email,
      firstName: registration.firstName,
      lastName: registration.lastName,
      userId: registration.userId,
      title: run.title,
      beginsAt: run.datetime.toISOString(),
      endsAt: run.endsAt.toISOString(),
      amount: registration.paymentAmount,
      position,
      offeredUntil: change === 'offered' ? (registration.offeredUntil?.toISOString() ?? null) : null,
      payKey: registration.payKey,
      receiptToken: change === 'confirmed' ? receiptToken(this.config, registration, registration.paymentAmount) : null,
      refundSteps: change === 'confirmed' ? refundsOf(run, registration) : undefined,
      calendar: calendarEntryOf(run, this.clock.now()),
    });
  }
}
