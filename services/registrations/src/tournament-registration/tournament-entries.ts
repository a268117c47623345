import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventPayload } from '@lectern/contracts/event';
import { placeLost, tournamentEntered, tournamentEntryPaid } from '@lectern/contracts/registrations/events';
import type { PaymentRefusal } from '@lectern/contracts/registrations/model';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import type { Entrant, enterTournament } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { servesRegistered, takesNewcomers } from '../event/availability.ts';
import { calendarEntryOf } from '../event/calendar-entry.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import type { Account } from '../member/account.entity.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { decidingPurchase } from '../purchase/deciding-purchase.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { type Network, UnpaidLimit } from '../registration-key/unpaid-limit.ts';
import { ENTRIES, unpaidSeconds } from '../registration-key/unpaid-seconds.ts';
import type { EntryPrice } from './entry-price.ts';
import { EntryPricing, type PricedPerson, personOf } from './entry-pricing.ts';
import { holdEnd } from './hold.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { type Occupancy, TournamentRegistrationRepository } from './tournament-registration.repository.ts';

interface Removed {
  readonly event: Event;
  readonly entry: TournamentRegistration;
}

/** As long as the place of a checkout that is being opened. */
const CHECKOUT_MS = 5 * 60_000;
const NONE_OPEN = 'No tournament is open for registration right now. Please look again soon.';
const CLOSED = 'Registration for this tournament has closed.';
export const TWICE = 'You are already registered for this tournament.';
const WAITS_FOR_MAILBOX =
  'You were entered for this tournament without logging in. Confirm your email in your account settings: the entry is yours then, at your price.';

/** The rules of tournament entries. What writes happens under the lock of the tournament. */
@Injectable()
export class TournamentEntries {
  constructor(
    private readonly events: EventRepository,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly pricing: EntryPricing,
    private readonly members: MemberRepository,
    private readonly purchases: PurchaseRepository,
    private readonly unpaidLimit: UnpaidLimit,
    private readonly clock: Clock,
  ) {}

  /** The tournament that an entry is for: the next open one, or the one asked for. Throws `registration_closed` or `not_found`. */
  async tournamentOf(tx: Transaction | null, { eventId }: Pick<Entrant, 'eventId'>): Promise<Event> {
    if (eventId === null) {
      const next = await this.events.nextOpen(tx, 'tournament', this.clock.now());
      if (next === null) throw new DomainError('registration_closed', { message: NONE_OPEN });
      return next;
    }
    const event = await this.events.find(tx, eventId);
    if (event?.type !== 'tournament') throw new DomainError('not_found', { message: 'There is no such tournament.' });
    this.checkOpen(event);
    return event;
  }

  /** Whether an entry can still be paid, or move up from the waitlist. */
  servesEntered(event: Event): boolean {
    return servesRegistered(event, this.clock.now());
  }

  /** Throws `registration_closed`. */
  checkOpen(event: Event): void {
    if (!takesNewcomers(event, this.clock.now())) throw new DomainError('registration_closed', { message: CLOSED });
  }

  /** Throws `invalid_request` for a division that the tournament is not for. */
  checkDivision({ division, title }: Event, entered: TournamentRegistration['division']): void {
    if (division === null || division === entered) return;
    const message = `The ${title} is for the ${division === 'professional' ? 'Professional' : 'Development'} division only.`;
    throw new DomainError('invalid_request', { message, fields: { division: message } });
  }

  /** Why a mailbox that `userId` has not verified gets no further unpaid entry of a tournament; null where it does. */
  async refusalOf(
    tx: Transaction,
    event: Event,
    person: Pick<PricedPerson, 'emailKey' | 'userId'>,
    network?: Network,
  ): Promise<DomainError | null> {
    return this.unpaidLimit.refusal(tx, this.registrations, event, person, this.boundedNetwork(event, network));
  }

  /** What an unpaid entry keeps of the network from which it was made. */
  networkKey(event: Event, network: Network | undefined): string | null {
    return this.unpaidLimit.networkKey(event, this.boundedNetwork(event, network));
  }

  /** Where places are not limited, nobody takes one from another person. */
  private boundedNetwork({ capacity }: Event, network: Network | undefined): Network | undefined {
    return capacity === null ? undefined : network;
  }

  /**
   * The price for this person. Throws `registration_exists` when they are entered already, other than by an entry that they may make their own, or
   * that gave its place back.
   */
  async priceOf(tx: Transaction | null, event: Event, entrant: Omit<Entrant, 'eventId'>): Promise<EntryPrice> {
    const person = personOf(entrant);
    const isEntered = await this.registrations.isEntered(tx, event.id, person);
    if (isEntered && (await this.findReplaceable(tx, event, person)) === null) {
      const unpaid = person.userId === null ? null : await this.registrations.findUnpaid(tx, event.id, person);
      throw new DomainError('registration_exists', { message: unpaid?.userId === null ? WAITS_FOR_MAILBOX : TWICE });
    }
    return this.pricing.quote(event, await this.pricing.termsIn(tx, event, person));
  }

  /**
   * The unpaid entry of this name and address that this person makes their own by entering: one that gave its place back, one that somebody else
   * made with their account, or one of an account that has not verified the mailbox (`MemberRepository.isKeptFor`). Null where there is none.
   */
  async findReplaceable(
    tx: Transaction | null,
    { id }: Pick<Event, 'id'>,
    person: Pick<PricedPerson, 'emailKey' | 'firstName' | 'lastName' | 'userId'>,
  ): Promise<TournamentRegistration | null> {
    const entry = await this.registrations.findUnpaid(tx, id, person);
    if (entry === null || (await this.members.isKeptFor(tx, entry, person.userId))) return null;
    if (entry.releasedAt !== null) return entry;
    const isStrangers = entry.userId === person.userId ? entry.claimedAt !== null : true;
    return entry.userId !== null && isStrangers ? entry : null;
  }

  /**
   * Prices an entry that is not paid again, where its person has become entitled to pay less since. Never dearer, unless what made it
   * cheaper has ended (`mayRise`). A checkout that is open at the old price is replaced when they pay. Idempotent.
   */
  async reprice(tx: Transaction, event: Event, entry: TournamentRegistration, mayRise = false): Promise<void> {
    if (entry.paymentStatus !== 'pending' || !this.servesEntered(event)) return;
    const before = entry.paymentAmount ?? event.price;
    const price = this.pricing.quote(event, await this.pricing.termsIn(tx, event, entry));
    if (price.amount === before || (price.amount > before && !mayRise)) return;
    if (!(await this.canCharge(tx, event, entry, price))) return;
    this.charge(entry, price);
    // What an account pays is not for others who may have typed the entry: their links end.
    if (entry.claimedAt !== null) Object.assign(entry, { payKey: randomUUID(), correctionKey: null });
    await this.registrations.save(tx, entry);
    await this.purchases.withdraw(tx, entry.id);
    // Those who wait hear of the price with the place, and those who gave theirs back when they enter again.
    if (entry.waitlistedAt === null && entry.releasedAt === null)
      await this.publish(tx, event, entry, 'entered', null, this.since());
  }

  /**
   * Gives unpaid entries the tournament's price where it is lower than what they were told; what is higher concerns offers and new entries only.
   * The payment page says so, and a person is emailed only when there is nothing to pay any more. Idempotent.
   */
  async followPrice(tx: Transaction, event: Event): Promise<void> {
    if (!this.servesEntered(event)) return;
    for (const entry of await this.registrations.unpaidOfEvent(tx, event.id))
      await this.followPriceOf(tx, event, entry);
  }

  /**
   * As {@link followPrice}, for one entry, which may also cost less because of what its person has by now; or more (`mayRise`), where it takes a
   * place again. Answers whether it is free.
   */
  async followPriceOf(tx: Transaction, event: Event, entry: TournamentRegistration, mayRise = false): Promise<boolean> {
    if (entry.paymentStatus !== 'pending') return false;
    const before = entry.paymentAmount ?? event.price;
    const price = await this.priceNow(tx, event, entry);
    if (price.amount === before || (price.amount > before && !mayRise)) return false;
    if (!(await this.canCharge(tx, event, entry, price))) return false;
    this.charge(entry, price);
    await this.registrations.save(tx, entry);
    await this.purchases.withdraw(tx, entry.id);
    if (price.amount === 0 && entry.waitlistedAt === null)
      await this.publish(tx, event, entry, 'entered', null, this.since());
    return price.amount === 0;
  }

  /** Whether an unpaid entry can have a price. A free entry is paid immediately, for which one that gave its place back needs it again. */
  private async canCharge(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    { amount }: EntryPrice,
  ): Promise<boolean> {
    if (amount > 0 || entry.releasedAt === null) return true;
    return !(await this.members.isDeactivated(entry.userId, tx)) && this.retake(tx, event, entry);
  }

  /** What an unpaid entry costs by now. It uses up no bootcamp's entry: an event's lock alone does not guard that. */
  async priceNow(tx: Transaction | null, event: Event, entry: TournamentRegistration): Promise<EntryPrice> {
    return this.pricing.quote(event, {
      ...(await this.pricing.termsIn(tx, event, entry)),
      bootcampRegistrationId: null,
    });
  }

  private charge(entry: TournamentRegistration, price: EntryPrice): void {
    Object.assign(entry, this.chargeOf(price));
    if (price.amount === 0) Object.assign(entry, { promoCode: null, heldUntil: null });
  }

  /** What a price makes of an entry. */
  chargeOf({ amount, reason, bootcampRegistrationId, subscriptionId }: EntryPrice) {
    const paymentStatus = amount === 0 ? ('paid' as const) : ('pending' as const);
    return {
      paymentAmount: amount,
      priceReason: reason,
      paymentStatus,
      bootcampRegistrationId,
      freeSubscriptionId: subscriptionId,
    };
  }

  /** Works the payment of an entry out again from what billing told. Idempotent. */
  async settle(tx: Transaction, event: Event, entry: TournamentRegistration): Promise<void> {
    // A refund is the end of an entry: the person's next one is another row.
    if (entry.paymentStatus === 'refunded') return;
    const payment = decidingPurchase(await this.purchases.of(tx, entry.id));
    if (payment === null || payment.status === 'open' || payment.status === 'expired') return;
    const wasPaid = entry.paymentStatus === 'paid';
    if (payment.status === 'paid') {
      const refusal = await this.paymentRefusalOf(tx, event, entry);
      if (refusal !== null) {
        await this.purchases.refuse(tx, payment.purchaseId, refusal);
        // Free by now, or not charged, it stays as it was; otherwise it has ended, and the person may enter again.
        if (refusal !== 'free' && payment.amountPaid > 0)
          await this.registrations.save(
            tx,
            Object.assign(entry, { paymentStatus: 'refunded' as const, waitlistedAt: null }),
          );
        return;
      }
      Object.assign(entry, { waitlistedAt: null, releasedAt: null });
    }
    entry.paymentStatus = payment.status;
    entry.paymentAmount = payment.amountPaid;
    if (payment.status === 'refunded') entry.waitlistedAt = null;
    await this.registrations.save(tx, entry);
    if (payment.status === 'refunded' && wasPaid)
      await this.publishLost(tx, event, entry, 'refunded', this.clock.now());
    if (payment.status !== 'paid' || wasPaid) return;
    await tx.publish(tournamentEntryPaid, {
      registrationId: entry.id,
      email: entry.email,
      firstName: entry.firstName,
      lastName: entry.lastName,
      userId: entry.userId,
      title: event.title,
      beginsAt: event.datetime.toISOString(),
      amountPaid: payment.amountPaid,
      calendar: calendarEntryOf(event, this.clock.now()),
    });
  }

  /**
   * Ends the free entries that an annual membership included, because it has ended or is monthly now: while they can be paid, they are pending
   * again at the price that now applies, and after that they have ended; also those that its account has left. Another open membership, or a
   * bootcamp seat, may make them free again. What has begun stays. Idempotent.
   */
  async endFree(tx: Transaction, subscriptionId: string): Promise<void> {
    for (const { id, eventId } of await this.registrations.freeBy(tx, subscriptionId)) {
      const event = await this.events.lock(tx, eventId);
      const entry = await this.registrations.find(tx, id);
      if (entry?.freeSubscriptionId !== subscriptionId || entry.paymentStatus !== 'paid') continue;
      await this.endFreeEntry(tx, event, entry, 'membership');
    }
  }

  /** A free entry whose reason has gone. One that is free for another reason stays so. */
  private async endFreeEntry(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    source?: 'membership',
  ): Promise<void> {
    const now = this.clock.now();
    if (event.datetime <= now) return;
    const price = this.pricing.quote(event, await this.pricing.termsIn(tx, event, entry));
    Object.assign(entry, this.chargeOf(price));
    if (!this.servesEntered(event) && price.amount > 0) {
      await this.registrations.save(
        tx,
        Object.assign(entry, { paymentStatus: 'refunded' as const, paymentAmount: 0, waitlistedAt: null }),
      );
      return this.publishLost(tx, event, entry, 'no_longer_included', now);
    }
    if (entry.waitlistedAt === null) await this.hold(tx, event, entry, 'offered');
    await this.registrations.save(tx, entry);
    // Those who wait hear of the price with the place.
    if (price.amount > 0 && entry.waitlistedAt === null)
      await this.publish(tx, event, entry, 'no_longer_included', null, this.since(), source);
  }

  /**
   * Removes the free entries that somebody else made with an account until its mailbox's holder took it over: they were the membership's, and
   * the holder's own are in the holder's name. Their places go to who waits. Idempotent.
   */
  async removeStrangers(
    tx: Transaction,
    account: Pick<Account, 'userId' | 'firstName' | 'lastName'>,
    until: Date,
  ): Promise<void> {
    for (const { id, eventId } of await this.registrations.freeInOtherNames(tx, account, until)) {
      const event = await this.events.lock(tx, eventId);
      if (event.datetime <= this.clock.now()) continue;
      await this.registrations.remove(tx, { id });
      await this.moveUp(tx, event);
    }
  }

  /** Gives back the places, and those on waitlists, that an account has not paid, because it was deactivated. They are for who waits. Idempotent. */
  async giveBackUnpaid(tx: Transaction, userId: string): Promise<void> {
    const freed: Event[] = [];
    for (const { id, eventId } of await this.registrations.unpaidOfAccount(tx, userId)) {
      const event = await this.events.lock(tx, eventId);
      const entry = await this.registrations.find(tx, id);
      if (entry?.paymentStatus !== 'pending' || entry.releasedAt !== null || event.datetime <= this.clock.now())
        continue;
      await this.registrations.save(
        tx,
        Object.assign(entry, { waitlistedAt: null, heldUntil: null, releasedAt: this.clock.now() }),
      );
      freed.push(event);
    }
    // Not before all are given back: the account may wait in another name.
    for (const event of freed) await this.moveUp(tx, event);
  }

  /** Removes entries that an account has beside a better one in the same name: see {@link unpaidSeconds}. {@link afterSeconds} does the rest. Idempotent. */
  async removeSeconds(tx: Transaction, userId: string): Promise<Removed[]> {
    const removed: Removed[] = [];
    for (const { id, eventId } of await unpaidSeconds(tx, ENTRIES, userId, this.clock.now())) {
      const event = await this.events.lock(tx, eventId);
      const entry = await this.registrations.find(tx, id);
      if (entry === null || (entry.paymentStatus !== 'pending' && entry.waitlistedAt === null)) continue;
      await this.purchases.withdrawFormer(tx, id);
      await this.registrations.remove(tx, { id });
      removed.push({ event, entry });
    }
    return removed;
  }

  /**
   * Gives the places of removed entries to the waitlist, once the account's entries have its address. A link in the mailbox of a removed one has ended: where the remaining one
   * has come to that mailbox, it is emailed.
   */
  async afterSeconds(tx: Transaction, removed: readonly Removed[]): Promise<void> {
    for (const { event, entry } of removed) {
      const remaining = await this.registrations.findUnpaid(tx, event.id, entry);
      if (remaining !== null && remaining.waitlistedAt === null && remaining.releasedAt === null)
        await this.publish(tx, event, remaining, 'entered', null, this.since());
      await this.moveUp(tx, event);
    }
  }

  /** Why a payment that has come for an entry cannot be taken; null when it can. A page that was open at the deadline may still be paid. */
  private async paymentRefusalOf(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
  ): Promise<PaymentRefusal | null> {
    // One that a promo code made free by a payment of $0 keeps its code.
    if (entry.paymentStatus === 'paid') return entry.paymentAmount === 0 && entry.promoCode === null ? 'free' : null;
    if (await this.members.isDeactivated(entry.userId, tx)) return 'withdrawn';
    if (event.datetime <= this.clock.now() || !event.isActive) return 'over';
    if (entry.waitlistedAt === null && entry.releasedAt === null) return null;
    const { filled } = await this.registrations.occupancy(tx, event.id);
    return filled < (event.capacity ?? Infinity) ? null : 'full';
  }

  /**
   * Ends the free entry that a bootcamp seat included, because that place was paid back: while registration is open, it costs what the person
   * has otherwise, and keeps its place for as long as an offer; after that it has ended, unless the tournament has begun. Under the lock of the person's address, so that none is entered meanwhile.
   */
  async endIncluded(tx: Transaction, bootcampRegistrationId: string): Promise<void> {
    const included = await this.registrations.findIncluded(tx, bootcampRegistrationId);
    if (included === null) return;
    const event = await this.events.lock(tx, included.eventId);
    const entry = await this.registrations.find(tx, included.id);
    if (entry !== null) await this.endFreeEntry(tx, event, entry);
  }

  /**
   * Gives what places are free to the first of the waitlist, at the price of this moment, while registration is open. Answers how full
   * the tournament is then. Idempotent.
   */
  async moveUp(tx: Transaction, event: Event): Promise<Occupancy> {
    const occupancy = await this.registrations.occupancy(tx, event.id);
    const moving = Math.min((event.capacity ?? Infinity) - occupancy.filled, occupancy.waiting);
    if (moving <= 0 || !this.servesEntered(event)) return occupancy;
    for (const entry of await this.registrations.firstWaiting(tx, event.id, moving)) {
      // An entry that was revived may move up again.
      const revision = `since-${entry.waitlistedAt!.toISOString()}`;
      entry.waitlistedAt = null;
      if (entry.paymentStatus === 'pending') this.charge(entry, await this.priceNow(tx, event, entry));
      await this.hold(tx, event, entry, 'offered');
      await this.registrations.save(tx, entry);
      await this.publish(tx, event, entry, 'moved_up', null, revision);
    }
    return this.registrations.occupancy(tx, event.id);
  }

  /** Begins the time in which an entry has to be paid to keep its place: one that was just made, or one whose person has to be emailed first. */
  async hold(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    occasion: 'entered' | 'offered',
  ): Promise<void> {
    const account = entry.userId === null ? null : await this.members.findAccount(tx, entry.userId);
    entry.heldUntil =
      entry.paymentStatus === 'paid'
        ? null
        : holdEnd(this.clock.now(), event.registrationDeadline, {
            occasion,
            isVerified: account?.emailVerifiedAt != null,
          });
  }

  /** Takes a place that was given back again, for as long as a checkout takes. Answers `false` where there is no room. */
  async retake(tx: Transaction, event: Event, entry: TournamentRegistration, network?: Network): Promise<boolean> {
    const { filled, waiting } = await this.registrations.occupancy(tx, event.id);
    if (waiting > 0 || filled >= (event.capacity ?? Infinity)) return false;
    Object.assign(entry, {
      releasedAt: null,
      networkKey: this.networkKey(event, network),
      heldUntil: new Date(this.clock.now().getTime() + CHECKOUT_MS),
    });
    await this.registrations.save(tx, entry);
    return true;
  }

  /** Gives places back that were not paid in time, and ends the waitlist with the deadline. Answers how full the tournament is while it is open. Idempotent. */
  async endHolds(tx: Transaction, event: Event): Promise<Occupancy> {
    const now = this.clock.now();
    for (const entry of await this.registrations.lapsed(tx, event.id, now))
      await this.release(tx, event, entry, 'unpaid');
    const occupancy = await this.moveUp(tx, event);
    if (this.servesEntered(event)) return occupancy;
    for (const entry of await this.registrations.firstWaiting(tx, event.id))
      await this.release(tx, event, entry, 'waitlist_ended');
    return occupancy;
  }

  private async release(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    because: EventPayload<typeof placeLost>['because'],
  ): Promise<void> {
    const since = this.clock.now();
    Object.assign(entry, { waitlistedAt: null, heldUntil: null, releasedAt: since });
    // A free entry cannot be paid later, so it has ended: what included it is for another one.
    if (entry.paymentStatus === 'paid')
      Object.assign(entry, {
        paymentStatus: 'refunded' as const,
        bootcampRegistrationId: null,
        freeSubscriptionId: null,
      });
    await this.registrations.save(tx, entry);
    await this.publishLost(tx, event, entry, because, since);
  }

  private async publishLost(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    because: EventPayload<typeof placeLost>['because'],
    since: Date,
  ): Promise<void> {
    const { id: registrationId, email, firstName, lastName, payKey } = entry;
    // That of an erased person.
    if (email === '') return;
    const who = {
      registrationId,
      email,
      firstName,
      lastName,
      payKey,
      title: event.title,
      beginsAt: event.datetime.toISOString(),
    };
    await tx.publish(placeLost, { kind: 'tournament', because, since: since.toISOString(), ...who });
  }

  /** What the person who entered is answered. */
  answerOf(event: Event, entry: TournamentRegistration, position: number | null): RpcOutput<typeof enterTournament> {
    const isUnpaid = entry.paymentStatus !== 'paid';
    return {
      registrationId: entry.id,
      title: event.title,
      amount: entry.paymentAmount ?? event.price,
      position,
      payToken:
        isUnpaid && entry.waitlistedAt === null
          ? registrationToken({ registrationId: entry.id, key: entry.payKey })
          : null,
      promoCode: entry.promoCode,
      correctionToken:
        isUnpaid && entry.correctionKey !== null
          ? registrationToken({ registrationId: entry.id, key: entry.correctionKey })
          : null,
    };
  }

  /** The revision of what changes now, and may change so again. */
  private since(): string {
    return `since-${this.clock.now().toISOString()}`;
  }

  /** `revision` names what changed since the same occasion was published before. */
  async publish(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    occasion: EventPayload<typeof tournamentEntered>['occasion'],
    position: number | null,
    revision?: string,
    includedBy?: EventPayload<typeof tournamentEntered>['includedBy'],
  ): Promise<void> {
    await tx.publish(tournamentEntered, {
      registrationId: entry.id,
      occasion,
      email: entry.email,
      firstName: entry.firstName,
      lastName: entry.lastName,
      userId: entry.userId,
      title: event.title,
      beginsAt: event.datetime.toISOString(),
      deadline: event.registrationDeadline.toISOString(),
      competitions: entry.competitions,
      division: entry.division,
      amount: entry.paymentAmount ?? event.price,
      paymentStatus: entry.paymentStatus === 'paid' ? 'paid' : 'pending',
      position,
      payKey: entry.payKey,
      includedBy,
      heldUntil: event.capacity === null ? null : (entry.heldUntil?.toISOString() ?? null),
      promoCode: entry.promoCode,
      revision,
      calendar: calendarEntryOf(event, this.clock.now()),
    });
  }
}
