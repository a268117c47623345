import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventPayload } from '@lectern/contracts/event';
import { fullWords } from '@lectern/contracts/registrations/competition-rules';
import { type Answers, readAnswers } from '@lectern/contracts/registrations/event-questions';
import {
  entryWithdrawn,
  placeLost,
  tournamentEntered,
  tournamentEntryPaid,
  waitingRuleBroken,
} from '@lectern/contracts/registrations/events';
import type { PaymentRefusal } from '@lectern/contracts/billing/model';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import type { Entrant, enterTournament } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { acceptsPayments, acceptsNewPeople } from '../event/availability.ts';
import { calendarEntryOf } from '../event/calendar-entry.ts';
import type { Event } from '../event/event.entity.ts';
import {
  competitionNamesOf,
  refusedByEvent,
  refusedChoice,
  refusedDivision,
  ruleBroken,
  setupOf,
} from '../event/event-setup.ts';
import { EventRepository } from '../event/event.repository.ts';
import { refundsOf } from '../event/refunds.ts';
import { fits, fullPartsFor, hasLimitedParts, isLimited, nextToMoveUp, withEntry } from '../event/places.ts';
import type { Account } from '../member/account.entity.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { decidingPurchase } from '../purchase/deciding-purchase.ts';
import type { Purchase } from '../purchase/purchase.entity.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { placeToken } from '../registration-key/place-token.ts';
import { receiptToken } from '../registration-key/receipt-token.ts';
import { type Network, UnpaidLimit } from '../registration-key/unpaid-limit.ts';
import { ENTRIES, unpaidDuplicates } from '../registration-key/unpaid-duplicates.ts';
import type { EntryPrice } from './entry-price.ts';
import { EntryPricing, type PricedPerson, personOf } from './entry-pricing.ts';
import { holdEnd } from './hold.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { type Occupancy, TournamentRegistrationRepository } from './tournament-registration.repository.ts';

interface Removed {
  readonly event: Event;
  readonly entry: TournamentRegistration;
}

/** As long as a place is held while its checkout is being opened. */
const CHECKOUT_MS = 5 * 60_000;
const NONE_OPEN = 'No tournament is open for registration right now. Please look again soon.';
const CLOSED = 'Registration for this tournament has closed.';
export const ALREADY_REGISTERED = 'You are already registered for this tournament.';
const WAITS_FOR_MAILBOX =
  'You were entered for this tournament without logging in. Confirm your email in your account settings: the entry is yours then, at your price.';

/** Whether an entry takes places, paid or not. */
export const hasPlace = ({ paymentStatus, waitlistedAt, releasedAt }: TournamentRegistration): boolean =>
  paymentStatus !== 'refunded' && waitlistedAt === null && releasedAt === null;

export const partsOrNone = (names: string[]): string[] | undefined => (names.length === 0 ? undefined : names);

/** The rules of tournament entries. Methods that write run under the lock of the tournament. */
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
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** The tournament of an entry: the next open one, or the requested one. Throws `registration_closed` or `not_found`. */
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
    return acceptsPayments(event, this.clock.now());
  }

  /** Throws `registration_closed`. */
  checkOpen(event: Event): void {
    if (!acceptsNewPeople(event, this.clock.now())) throw new DomainError('registration_closed', { message: CLOSED });
  }

  /** Throws `invalid_request` for a division that the tournament, or one of these competitions of it, is not for. */
  checkDivision(
    event: Event,
    typedDivision: TournamentRegistration['division'],
    competitions: readonly string[] = [],
  ): void {
    const refused = refusedByEvent(event, typedDivision) ?? refusedDivision(event, competitions, typedDivision);
    if (refused !== null) throw new DomainError('invalid_request', { message: refused, fields: { division: refused } });
  }

  /** Throws `invalid_request` for competitions that the tournament's set-up does not give a new entry. */
  checkChoice(event: Event, entry: Pick<TournamentRegistration, 'division' | 'competitions'>): void {
    const refused = refusedChoice(event, entry, this.clock.now());
    // The specification names the field of the form otherwise.
    if (refused !== null) throw new DomainError('invalid_request', { message: refused, fields: { events: refused } });
  }

  /** The answers of a new entry to store. Throws `invalid_request` for those that the tournament's questions do not take. */
  checkAnswers(event: Event, typed: Answers | undefined): Answers {
    const { answers, wrong } = readAnswers(setupOf(event), typed);
    const [first] = Object.values(wrong);
    if (first !== undefined) throw new DomainError('invalid_request', { message: first, fields: wrong });
    return answers;
  }

  /** Why a mailbox that `userId` has not verified gets no further unpaid entry of a tournament; null where it may have one. */
  async refusalOf(
    tx: Transaction,
    event: Event,
    person: Pick<PricedPerson, 'emailKey' | 'userId'>,
    network?: Network,
  ): Promise<DomainError | null> {
    return this.unpaidLimit.refusal(tx, this.registrations, event, person, this.boundedNetwork(event, network));
  }

  /** The stored form of the network of an unpaid entry. */
  networkKey(event: Event, network: Network | undefined): string | null {
    return this.unpaidLimit.networkKey(event, this.boundedNetwork(event, network));
  }

  /** Without a limit of places, entries take none from other people. */
  private boundedNetwork(event: Event, network: Network | undefined): Network | undefined {
    return isLimited(event) ? network : undefined;
  }

  /** The instant whose price an unpaid entry has: it keeps that while it has a place or waits. A released one costs the price of now. */
  private pricedAt({ releasedAt, pricedAt }: TournamentRegistration): Date {
    return releasedAt === null ? pricedAt : this.clock.now();
  }

  /**
   * The price for this person: of now, or the one of the person's own entry that they make again. Throws `registration_exists` when they are entered already, except by an entry that they may take
   * over, or a released one.
   */
  async priceOf(tx: Transaction | null, event: Event, entrant: Omit<Entrant, 'eventId'>): Promise<EntryPrice> {
    const person = personOf(entrant);
    const isEntered = await this.registrations.isEntered(tx, event.id, person);
    const replaceable = isEntered ? await this.findReplaceable(tx, event, person) : null;
    if (isEntered && replaceable === null) {
      const unpaid = person.userId === null ? null : await this.registrations.findUnpaid(tx, event.id, person);
      throw new DomainError('registration_exists', {
        message: unpaid?.userId === null ? WAITS_FOR_MAILBOX : ALREADY_REGISTERED,
      });
    }
    const isOwn = replaceable !== null && replaceable.userId === person.userId;
    const at = isOwn ? this.pricedAt(replaceable) : this.clock.now();
    return this.pricing.quote(event, await this.pricing.termsIn(tx, event, person), at);
  }

  /**
   * The unpaid entry of this name and email that this person takes over by entering: a released one, one that another person made
   * with their account, or one of an account that has not verified the mailbox (`MemberRepository.isKeptFor`). Null where there
   * is none.
   */
  async findReplaceable(
    tx: Transaction | null,
    { id }: Pick<Event, 'id'>,
    person: Pick<PricedPerson, 'emailKey' | 'firstName' | 'lastName' | 'userId'>,
  ): Promise<TournamentRegistration | null> {
    const entry = await this.registrations.findUnpaid(tx, id, person);
    if (entry === null || (await this.members.isKeptFor(tx, entry, person.userId))) return null;
    if (entry.releasedAt !== null) return entry;
    const isStrangers = entry.userId === person.userId ? entry.claimMadeAt !== null : true;
    return entry.userId !== null && isStrangers ? entry : null;
  }

  /**
   * Prices an unpaid entry again, where its person is entitled to a lower price now. Raises the price only where the reason for a
   * lower one has ended (`mayRise`). A checkout that is open at the old price is replaced when they pay. Idempotent.
   */
  async reprice(tx: Transaction, event: Event, entry: TournamentRegistration, mayRise = false): Promise<void> {
    if (entry.paymentStatus !== 'pending' || !this.servesEntered(event)) return;
    const before = entry.paymentAmount ?? event.price;
    const price = this.pricing.quote(event, await this.pricing.termsIn(tx, event, entry), this.pricedAt(entry));
    if (price.amount === before || (price.amount > before && !mayRise)) return;
    if (!(await this.canCharge(tx, event, entry, price))) return;
    this.charge(entry, price);
    // An account's payment must not benefit others who may have typed the entry: their links end.
    if (entry.claimMadeAt !== null) Object.assign(entry, { payKey: randomUUID(), correctionKey: null });
    await this.registrations.save(tx, entry);
    await this.purchases.withdraw(tx, entry.id);
    // Entries on the waitlist get the price with their place, and released ones when the person enters again.
    if (entry.waitlistedAt === null && entry.releasedAt === null)
      await this.publish(tx, event, entry, 'entered', null, this.revisionNow());
  }

  /**
   * Makes an unpaid entry of an account, which somebody typed without its token, the account's own, at its price. Returns whether it is free.
   * Called under the lock of the address.
   */
  async adopt(tx: Transaction, event: Event, entry: TournamentRegistration): Promise<boolean> {
    entry.claimMadeAt = null;
    await this.registrations.save(tx, entry);
    await this.reprice(tx, event, entry);
    return entry.paymentStatus !== 'pending';
  }

  /**
   * Lowers unpaid entries to the tournament's new price; a higher price applies to offers and new entries only. The payment page
   * shows it, and a person is emailed only when there is nothing left to pay. Idempotent.
   */
  async followPrice(tx: Transaction, event: Event): Promise<void> {
    if (!this.servesEntered(event)) return;
    for (const entry of await this.registrations.unpaidOfEvent(tx, event.id))
      await this.followPriceOf(tx, event, entry);
  }

  /**
   * As {@link followPrice}, for one entry, whose price may also fall by its person's entitlements; or rise (`mayRise`), where it
   * takes a place again. Returns whether it is free.
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
      await this.publish(tx, event, entry, 'entered', null, this.revisionNow());
    return price.amount === 0;
  }

  /** Whether an unpaid entry can get a price. A free entry is paid immediately, for which a released one needs its place again. */
  private async canCharge(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    { amount }: EntryPrice,
  ): Promise<boolean> {
    if (amount > 0 || entry.releasedAt === null) return true;
    return !(await this.members.isDeactivated(entry.userId, tx)) && this.retake(tx, event, entry);
  }

  /** The price of an unpaid entry by its person's present entitlements. Does not use up a bootcamp's entry, which an event's lock alone does not guard. */
  async priceNow(tx: Transaction | null, event: Event, entry: TournamentRegistration): Promise<EntryPrice> {
    const terms = { ...(await this.pricing.termsIn(tx, event, entry)), bootcampRegistrationId: null };
    return this.pricing.quote(event, terms, this.pricedAt(entry));
  }

  private charge(entry: TournamentRegistration, price: EntryPrice): void {
    Object.assign(entry, this.chargeOf(price));
    if (price.amount === 0) Object.assign(entry, { promoCode: null, heldUntil: null });
  }

  /** The columns of an entry that follow from its price. */
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

  /** Recomputes the payment of an entry from billing's latest events. Idempotent. */
  async settle(tx: Transaction, event: Event, entry: TournamentRegistration): Promise<void> {
    const payment = decidingPurchase(await this.purchases.of(tx, entry.id));
    // A refund or a withdrawal ends an entry: the person's next one is another row.
    if (entry.paymentStatus === 'refunded') return this.settleWithdrawn(tx, entry, payment);
    if (payment === null || payment.status === 'open' || payment.status === 'expired') return;
    const wasPaid = entry.paymentStatus === 'paid';
    if (payment.status === 'paid') {
      const refusal = await this.paymentRefusalOf(tx, event, entry);
      if (refusal !== null) {
        await this.purchases.refuse(tx, payment.purchaseId, refusal);
        // An entry that is free by now, or was not charged, stays; otherwise it has ended, and the person may enter again.
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
    if (payment.status === 'paid' && !wasPaid) entry.refundSteps = event.refundSteps;
    if (payment.status === 'refunded') entry.waitlistedAt = null;
    await this.registrations.save(tx, entry);
    if (payment.status === 'refunded' && wasPaid)
      await this.publishLost(tx, event, entry, payment.sessionId === null ? 'undone' : 'refunded', this.clock.now());
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
      receiptToken: receiptToken(this.config, entry, payment.amountPaid),
      entryToken: this.tokenOf(entry),
      refundSteps: refundsOf(event, entry),
      calendar: calendarEntryOf(event, this.clock.now()),
    });
  }

  /** Refunds a payment of an entry that its person had withdrawn unpaid, and ends a page that was being opened then. */
  private async settleWithdrawn(
    tx: Transaction,
    entry: TournamentRegistration,
    payment: Purchase | null,
  ): Promise<void> {
    if (entry.withdrawnAt === null || (entry.paymentAmount ?? 0) > 0) return;
    if (payment?.status === 'open') await this.purchases.withdraw(tx, entry.id);
    if (payment?.status === 'paid' && payment.amountPaid > 0)
      await this.purchases.refuse(tx, payment.purchaseId, 'withdrawn');
  }

  /** Publishes that an entry on the waitlist breaks a rule which an edit has added: it broke none before. */
  async notifyOfRule(tx: Transaction, former: Event, event: Event, entry: TournamentRegistration): Promise<void> {
    const rule = ruleBroken(event, entry, 'waiting');
    if (rule === null || ruleBroken(former, entry, 'waiting') !== null || entry.email === '') return;
    const { id: registrationId, email, firstName, lastName, userId } = entry;
    await tx.publish(waitingRuleBroken, {
      ...{ registrationId, email, firstName, lastName, userId, rule, title: event.title },
      beginsAt: event.datetime.toISOString(),
      at: this.clock.now().toISOString(),
      entryToken: this.tokenOf(entry),
    });
  }

  /**
   * Ends an entry because its person withdrew it, with nothing or `refund` cents to return of its payment. Its place goes to the waitlist, its
   * payment page ends, and the bootcamp seat or membership that included it is free for another entry. Publishes it.
   */
  async withdraw(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    { refund, way }: Pick<EventPayload<typeof entryWithdrawn>, 'refund' | 'way'>,
  ): Promise<void> {
    const now = this.clock.now();
    const payment = decidingPurchase(await this.purchases.of(tx, entry.id));
    const amountPaid = entry.paymentStatus === 'paid' && payment?.status === 'paid' ? payment.amountPaid : 0;
    // Also a page whose event has not arrived yet.
    if (entry.paymentStatus !== 'paid') await this.purchases.withdrawOpenedUntilNow(tx, entry.id);
    Object.assign(entry, {
      paymentStatus: 'refunded' as const,
      paymentAmount: amountPaid,
      ...{
        waitlistedAt: null,
        heldUntil: null,
        releasedAt: null,
        bootcampRegistrationId: null,
        freeSubscriptionId: null,
      },
      ...{ withdrawnAt: now, withdrawalRefund: refund },
    });
    await this.registrations.save(tx, entry);
    const { id: registrationId, email, firstName, lastName, userId } = entry;
    await tx.publish(entryWithdrawn, {
      ...{ registrationId, email, firstName, lastName, userId, title: event.title },
      beginsAt: event.datetime.toISOString(),
      at: now.toISOString(),
      amountPaid,
      amountRefunded: amountPaid === 0 ? 0 : (payment?.amountRefunded ?? 0),
      ...{ refund, way },
    });
    await this.moveUp(tx, event);
  }

  /**
   * Ends the free entries that an annual membership included, because it has ended or is monthly now; also entries that its
   * account has left. While they can be paid, they become pending again at the current price; after that they end. Another open
   * membership, or a bootcamp seat, may make them free again. Entries of a tournament that has begun stay. Idempotent.
   */
  async endFree(tx: Transaction, subscriptionId: string): Promise<void> {
    for (const { id, eventId } of await this.registrations.freeBy(tx, subscriptionId)) {
      const event = await this.events.lock(tx, eventId);
      const entry = await this.registrations.find(tx, id);
      if (entry?.freeSubscriptionId !== subscriptionId || entry.paymentStatus !== 'paid') continue;
      await this.endFreeEntry(tx, event, entry, 'membership');
    }
  }

  /** Ends a free entry whose reason has gone. One that is free for another reason stays. */
  private async endFreeEntry(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    source?: 'membership',
  ): Promise<void> {
    const now = this.clock.now();
    if (event.datetime <= now) return;
    const price = this.pricing.quote(event, await this.pricing.termsIn(tx, event, entry), this.pricedAt(entry));
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
    // Entries on the waitlist get the price with their place.
    if (price.amount > 0 && entry.waitlistedAt === null)
      await this.publish(tx, event, entry, 'no_longer_included', null, this.revisionNow(), source);
  }

  /**
   * Removes the free entries that another person made with an account until the mailbox's holder took it over: they used the
   * membership, and the holder's own entries are in the holder's name. Their places go to the waitlist. Idempotent.
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

  /** Releases the unpaid places and waitlist positions of a deactivated account, and gives the places to the waitlist. Idempotent. */
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
    // Only after all of them are released: the account may wait in another name.
    for (const event of freed) await this.moveUp(tx, event);
  }

  /** Removes entries that an account has beside a better one in the same name: see {@link unpaidDuplicates}. {@link afterDuplicates} does the rest. Idempotent. */
  async removeDuplicates(tx: Transaction, userId: string): Promise<Removed[]> {
    const removed: Removed[] = [];
    for (const { id, eventId } of await unpaidDuplicates(tx, ENTRIES, userId, this.clock.now())) {
      const event = await this.events.lock(tx, eventId);
      const entry = await this.registrations.find(tx, id);
      if (entry === null || (entry.paymentStatus !== 'pending' && entry.waitlistedAt === null)) continue;
      await this.purchases.withdrawOpenedUntilNow(tx, id);
      await this.registrations.remove(tx, { id });
      removed.push({ event, entry });
    }
    return removed;
  }

  /**
   * Gives the places of removed entries to the waitlist, once the account's entries have its email. The link in the removed
   * entry's email has ended: where the remaining entry has moved to that mailbox, it is emailed there.
   */
  async afterDuplicates(tx: Transaction, removed: readonly Removed[]): Promise<void> {
    for (const { event, entry } of removed) {
      const remaining = await this.registrations.findUnpaid(tx, event.id, entry);
      if (remaining !== null && remaining.waitlistedAt === null && remaining.releasedAt === null)
        await this.publish(tx, event, remaining, 'entered', null, this.revisionNow());
      await this.moveUp(tx, event);
    }
  }

  /** Why the payment of an entry is refused; null when it is accepted. A page that was open at the deadline may still be paid. */
  private async paymentRefusalOf(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
  ): Promise<PaymentRefusal | null> {
    // An entry that a promo code made free by a payment of $0 keeps its code.
    if (entry.paymentStatus === 'paid') return entry.paymentAmount === 0 && entry.promoCode === null ? 'free' : null;
    if (await this.members.isDeactivated(entry.userId, tx)) return 'withdrawn';
    if (event.datetime <= this.clock.now() || !event.isActive) return 'over';
    if (hasPlace(entry)) return null;
    // As with the deadline of the tournament: a page that was open at a competition's may still be paid.
    if (ruleBroken(event, entry, 'waiting') !== null) return 'rules';
    const occupancy = await this.registrations.occupancy(tx, event.id);
    return fits(event, await this.registrations.taken(tx, event, occupancy), entry) ? null : 'full';
  }

  /**
   * Ends the free entry that a bootcamp seat included, because the seat was refunded. While registration is open, the entry costs
   * the person's other price, and keeps its place for as long as an offer; after that it ends, unless the tournament has begun.
   * Under the lock of the person's email, so that none is entered meanwhile.
   */
  async endIncluded(tx: Transaction, bootcampRegistrationId: string): Promise<void> {
    const included = await this.registrations.findIncluded(tx, bootcampRegistrationId);
    if (included === null) return;
    const event = await this.events.lock(tx, included.eventId);
    const entry = await this.registrations.find(tx, included.id);
    if (entry !== null) await this.endFreeEntry(tx, event, entry);
  }

  /**
   * Gives free places to the first of the waitlist for whose whole entries there is room, at the price of the time when each was entered, while registration
   * is open. An entry that breaks a rule by now is skipped, and keeps its position. Returns the tournament's occupancy afterwards. Idempotent.
   */
  async moveUp(tx: Transaction, event: Event): Promise<Occupancy> {
    const occupancy = await this.registrations.occupancy(tx, event.id);
    const moving = Math.min((event.capacity ?? Infinity) - occupancy.filled, occupancy.waiting);
    if (moving <= 0 || !this.servesEntered(event)) return occupancy;
    // Without limited parts and rules, the first ones fit.
    const mostNeeded = event.setup === null && event.division === null ? moving : undefined;
    const all = await this.registrations.firstWaiting(tx, event.id, mostNeeded);
    const waiting = all.filter((entry) => ruleBroken(event, entry, 'waiting') === null);
    for (const entry of nextToMoveUp(event, await this.registrations.taken(tx, event, occupancy), waiting)) {
      // A renewed entry may move up again.
      const revision = `since-${entry.waitlistedAt!.toISOString()}`;
      entry.waitlistedAt = null;
      if (entry.paymentStatus === 'pending') this.charge(entry, await this.priceNow(tx, event, entry));
      await this.hold(tx, event, entry, 'offered');
      await this.registrations.save(tx, entry);
      await this.publish(tx, event, entry, 'moved_up', null, revision);
    }
    return this.registrations.occupancy(tx, event.id);
  }

  /** Begins the time in which an entry has to be paid to keep its place: of a new one, or of one whose person has to be emailed first. */
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

  /** The names of the full competitions and divisions that an entry waits for; none where the tournament itself is full. */
  async fullPartsFor(tx: Transaction, event: Event, entry: TournamentRegistration): Promise<string[]> {
    if (!hasLimitedParts(event)) return [];
    const occupancy = await this.registrations.occupancy(tx, event.id);
    return fullPartsFor(event, await this.registrations.taken(tx, event, occupancy), entry);
  }

  /**
   * Throws `invalid_request` where an entry with a place has no room in its new division. `before`: the entry as it is stored, which
   * counts as taken.
   */
  async checkRoomInDivision(
    tx: Transaction,
    event: Event,
    before: TournamentRegistration,
    { division, competitions }: TournamentRegistration,
  ): Promise<void> {
    if (!hasPlace(before) || !hasLimitedParts(event)) return;
    const occupancy = await this.registrations.occupancy(tx, event.id);
    const others = withEntry(await this.registrations.taken(tx, event, occupancy), before, -1);
    const [full] = fullPartsFor(event, others, { division, competitions });
    if (full === undefined) return;
    const message = `${fullWords([full])}.`;
    throw new DomainError('invalid_request', { message, fields: { division: message } });
  }

  /** Gives a released entry a place again, for as long as a checkout takes. Answers `false` where there is no room, or where the rules refuse a new entry like it. */
  async retake(tx: Transaction, event: Event, entry: TournamentRegistration, network?: Network): Promise<boolean> {
    if (ruleBroken(event, entry, this.clock.now()) !== null) return false;
    const occupancy = await this.registrations.occupancy(tx, event.id);
    if (!fits(event, await this.registrations.taken(tx, event, occupancy), entry)) return false;
    Object.assign(entry, {
      releasedAt: null,
      pricedAt: this.clock.now(),
      networkKey: this.networkKey(event, network),
      heldUntil: new Date(this.clock.now().getTime() + CHECKOUT_MS),
    });
    await this.registrations.save(tx, entry);
    return true;
  }

  /**
   * Releases places that were not paid in time, and ends the waitlist at the deadline. Returns the tournament's occupancy while
   * it is open. Idempotent.
   */
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
    const releasedAt = this.clock.now();
    Object.assign(entry, { waitlistedAt: null, heldUntil: null, releasedAt: releasedAt });
    // A free entry cannot be paid later, so it has ended: its included entry is free for another one.
    if (entry.paymentStatus === 'paid')
      Object.assign(entry, {
        paymentStatus: 'refunded' as const,
        bootcampRegistrationId: null,
        freeSubscriptionId: null,
      });
    await this.registrations.save(tx, entry);
    await this.publishLost(tx, event, entry, because, releasedAt);
  }

  private async publishLost(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    because: EventPayload<typeof placeLost>['because'],
    since: Date,
  ): Promise<void> {
    const { id: registrationId, email, firstName, lastName, payKey } = entry;
    // The entry of an erased person.
    if (email === '') return;
    const who = {
      registrationId,
      email,
      firstName,
      lastName,
      payKey,
      title: event.title,
      beginsAt: event.datetime.toISOString(),
      amountRefunded: await this.purchases.refundedOf(tx, registrationId),
    };
    await tx.publish(placeLost, { kind: 'tournament', because, since: since.toISOString(), ...who });
  }

  /** The response to the person who entered. */
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

  /** The token of the entry's page, for the emails to its mailbox. */
  private tokenOf(entry: TournamentRegistration): string {
    return placeToken(this.config.CALENDAR_FEED_SECRET, 'entry', entry);
  }

  /** A revision for a change that may happen again. */
  private revisionNow(): string {
    return `since-${this.clock.now().toISOString()}`;
  }

  /** `revision` identifies what changed since the same change was published before. */
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
      competitionNames: competitionNamesOf(event, entry.competitions),
      division: entry.division,
      amount: entry.paymentAmount ?? event.price,
      paymentStatus: entry.paymentStatus === 'paid' ? 'paid' : 'pending',
      position,
      full: position === null ? undefined : partsOrNone(await this.fullPartsFor(tx, event, entry)),
      payKey: entry.payKey,
      includedBy,
      heldUntil: isLimited(event) ? (entry.heldUntil?.toISOString() ?? null) : null,
      promoCode: entry.promoCode,
      revision,
      entryToken: this.tokenOf(entry),
      calendar: calendarEntryOf(event, this.clock.now()),
    });
  }
}
