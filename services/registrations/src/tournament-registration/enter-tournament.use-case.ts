import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { formatCentsShort } from '@lectern/contracts/money';
import { priceAt } from '@lectern/contracts/registrations/event-prices';
import type { Answers } from '@lectern/contracts/registrations/event-questions';
import { enterTournament } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { EventNoticeSignal } from '../event-notice/event-notice-signal.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import type { Event } from '../event/event.entity.ts';
import { fits, fullPartsFor, hasLimitedParts, withEntry } from '../event/places.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { nextWaitlistTime } from '../waitlist/next-waitlist-time.ts';
import { EntryPricing } from './entry-pricing.ts';
import { hasPlace, partsOrNone, TournamentEntries } from './tournament-entries.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';
import { type Occupancy, TournamentRegistrationRepository } from './tournament-registration.repository.ts';

type EntryForm = RpcInput<typeof enterTournament>;

/** Throws `price_changed` where the form showed less than the entry costs. */
const checkShown = ({ shownPrice }: Pick<EntryForm, 'shownPrice'>, { amount }: { readonly amount: number }): void => {
  if (shownPrice !== undefined && amount > shownPrice)
    throw new DomainError('price_changed', {
      message: `The price is now ${formatCentsShort(amount)}. Send the form again to enter at this price.`,
    });
};

/**
 * Enters a person for a tournament, or adds them to its waitlist. A free entry is paid immediately and needs no promo code. An
 * account takes over an unpaid entry that was made without its token, and a guest one of an account that has not verified the
 * mailbox. A released entry is replaced by a new one. Throws `address_refused`, `registration_exists`, `registration_closed`,
 * `price_changed`, `too_many_unpaid` where the mailbox is unverified and has too many unpaid entries, or its network has (of a free tournament,
 * within a day), `not_found`, `idempotency_conflict`, and `invalid_request` for a division
 * or competitions or answers that its set-up does not take.
 */
@Injectable()
export class EnterTournament {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly events: EventRepository,
    private readonly members: MemberRepository,
    private readonly entries: TournamentEntries,
    private readonly pricing: EntryPricing,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly claims: ClaimRepository,
    private readonly erased: ErasedAccounts,
    private readonly notices: EventNoticeSignal,
    private readonly clock: Clock,
  ) {}

  @Handles(enterTournament)
  async execute({ idempotency, ...form }: EntryForm): Promise<RpcOutput<typeof enterTournament>> {
    return this.transactor.run((tx) =>
      this.requests.runOnce(tx, enterTournament.name, idempotency, () => this.enter(tx, form)),
    );
  }

  private async enter(
    tx: Transaction,
    form: Omit<EntryForm, 'idempotency'>,
  ): Promise<RpcOutput<typeof enterTournament>> {
    // The account was deleted meanwhile.
    if (form.member !== null && (await this.erased.has(tx, form.member.id))) throw new DomainError('token_invalid');
    const emailKey = keyOf(form.email);
    const isMember = form.member !== null && keyOf(form.member.email) === emailKey;
    if (!isMember) await this.members.checkGuest(tx, emailKey);
    const { id } = await this.entries.tournamentOf(tx, form);
    // Locked before the tournament: a person's entries to two tournaments must not use the same bootcamp's entry.
    await this.members.lockEmails(tx, [emailKey]);
    const event = await this.events.lock(tx, id);
    this.entries.checkOpen(event);
    this.notices.placeTaken(tx, event);
    this.entries.checkDivision(event, form.division);
    this.entries.checkChoice(event, form);
    const answers = this.entries.checkAnswers(event, form.answers);
    // A place whose time is over goes to the waitlist first, also where the job has not run yet.
    const occupancy = await this.entries.endHolds(tx, event);
    const { waiting, lastWaitlistedAt } = occupancy;
    const userId = isMember ? form.member!.id : null;
    const replaceable = await this.entries.findReplaceable(tx, event, { ...form, emailKey, userId });
    if (replaceable !== null && replaceable.releasedAt === null)
      return this.takeOverEntry(tx, event, replaceable, { ...form, answers }, userId, occupancy);
    const price = await this.entries.priceOf(tx, event, form);
    checkShown(form, price);
    const now = this.clock.now();
    // A free entry for an entitled person needs no limit: their entitlement bounds it.
    const isEntitled = price.amount === 0 && priceAt(event, now) > 0;
    const refusal = isEntitled ? null : await this.entries.refusalOf(tx, event, { emailKey, userId }, form.network);
    if (refusal !== null) throw refusal;
    // All people on the waitlist with room for their entries have places now: a free one is for this person.
    const taken = await this.registrations.taken(tx, event, occupancy);
    const isWaiting = !fits(event, taken, form);
    // A person's payment must not benefit others who typed the same entry: their link ends.
    const belongsToAnother =
      replaceable !== null &&
      ((replaceable.userId !== null && replaceable.userId !== userId) ||
        (isMember && replaceable.claimMadeAt !== null));
    const payKey = belongsToAnother ? randomUUID() : replaceable?.payKey;
    const entry: TournamentRegistration = Object.assign(replaceable ?? new TournamentRegistration(), {
      ...(payKey === undefined ? {} : { payKey }),
      eventId: event.id,
      userId,
      email: form.email,
      emailKey,
      firstName: form.firstName,
      lastName: form.lastName,
      phone: form.phone,
      division: form.division,
      experienceLevel: form.experienceLevel,
      competitions: form.competitions,
      answers,
      specialRequests: form.specialRequests,
      waiverAcceptedAt: now,
      promoCode: price.amount === 0 ? null : form.promoCode,
      ...this.entries.chargeOf(price),
      pricedAt: now,
      claimMadeAt: null,
      inOtherName: false,
      networkKey: isEntitled ? null : this.entries.networkKey(event, form.network),
      correctionKey: isMember || price.amount === 0 ? null : randomUUID(),
      emailCorrections: replaceable?.emailCorrections ?? 0,
      waitlistedAt: isWaiting ? nextWaitlistTime(now, lastWaitlistedAt) : null,
      releasedAt: null,
      heldUntil: null,
      registeredAt: now,
    });
    if (!isWaiting) await this.entries.hold(tx, event, entry, 'entered');
    await this.registrations.save(tx, entry);
    if (!isMember) await this.claims.publish(tx, 'tournament_entry', [entry]);
    const position = isWaiting ? waiting + 1 : null;
    await this.entries.publish(
      tx,
      event,
      entry,
      'entered',
      position,
      replaceable === null ? undefined : `again-${now.toISOString()}`,
    );
    const isInOtherName = price.amount > 0 && isMember && (await this.pricing.isUnpricedFor(tx, form.member!.id, form));
    const full = isWaiting ? partsOrNone(fullPartsFor(event, taken, form)) : undefined;
    return { ...this.entries.answerOf(event, entry, position), full, ...(isInOtherName ? { isInOtherName } : {}) };
  }

  /**
   * Replaces the details of an account's unpaid entry that was made without its token, perhaps by another person, with the
   * account's; or the whole entry of an unverified account with a guest's. Earlier links and payment pages end.
   */
  private async takeOverEntry(
    tx: Transaction,
    event: Event,
    entry: TournamentRegistration,
    form: Omit<EntryForm, 'idempotency' | 'answers'> & { readonly answers: Answers },
    userId: string | null,
    occupancy: Occupancy,
  ): Promise<RpcOutput<typeof enterTournament>> {
    const before = { ...entry };
    const { phone, division, experienceLevel, competitions, answers, specialRequests, promoCode } = form;
    const price = await this.entries.priceOf(tx, event, form);
    const changesOwner = entry.userId !== userId;
    // The account's membership or bootcamp may include its own entry, but not another person's.
    if (changesOwner || price.amount < (entry.paymentAmount ?? event.price))
      Object.assign(entry, this.entries.chargeOf(price));
    checkShown(form, { amount: entry.paymentAmount ?? event.price });
    const typedFields = {
      phone,
      division,
      experienceLevel,
      competitions,
      answers,
      specialRequests,
      promoCode: entry.paymentAmount === 0 ? null : promoCode,
    };
    Object.assign(entry, {
      ...typedFields,
      waiverAcceptedAt: this.clock.now(),
      claimMadeAt: null,
      inOtherName: false,
      correctionKey: userId === null ? randomUUID() : null,
      payKey: randomUUID(),
    });
    if (changesOwner) {
      const { email, firstName, lastName } = form;
      Object.assign(entry, { userId, email, firstName, lastName, pricedAt: this.clock.now() });
      if (entry.waitlistedAt === null) await this.entries.hold(tx, event, entry, 'entered');
    }
    if (hasPlace(before)) {
      const others = withEntry(await this.registrations.taken(tx, event, occupancy), before, -1);
      if (!fits(event, others, entry))
        Object.assign(entry, {
          waitlistedAt: nextWaitlistTime(this.clock.now(), occupancy.lastWaitlistedAt),
          heldUntil: null,
        });
    }
    await this.registrations.save(tx, entry);
    await this.purchases.withdrawOpenedUntilNow(tx, entry.id);
    // Its former competitions are free for others, and there may be room for its new ones.
    if (hasLimitedParts(event)) await this.entries.moveUp(tx, event);
    const current = (await this.registrations.find(tx, entry.id))!;
    if (userId === null) await this.claims.publish(tx, 'tournament_entry', [entry]);
    const position = await this.registrations.position(current, tx);
    // One that has just moved up is emailed about its place.
    if (entry.waitlistedAt === null || position !== null)
      await this.entries.publish(tx, event, current, 'entered', position, `own-${entry.payKey}`);
    const full = position === null ? undefined : partsOrNone(await this.entries.fullPartsFor(tx, event, current));
    return { ...this.entries.answerOf(event, current, position), full };
  }
}
