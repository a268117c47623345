import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { reserveBootcampSeat } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { acceptsNewPeople } from '../event/availability.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { BootcampSeats } from './bootcamp-seats.ts';
import { BootcampRegistration } from './bootcamp-registration.entity.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration.repository.ts';
import { payableOf } from './payable.ts';
import { hasRoom } from './seat.ts';

const CLOSED = 'No bootcamp is open for registration right now. Please look again soon, or write to us.';

/**
 * Holds a seat in the next run for a person for as long as a checkout takes, or adds them to its waitlist. Repeating it answers
 * the same seat or position. Throws `address_refused`, `registration_closed`, `registration_exists`, and `too_many_unpaid` where
 * the mailbox is unverified and has too many unpaid registrations, or its network has.
 */
@Injectable()
export class ReserveBootcampSeat {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly registrations: BootcampRegistrationRepository,
    private readonly seats: BootcampSeats,
    private readonly members: MemberRepository,
    private readonly claims: ClaimRepository,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
  ) {}

  @Handles(reserveBootcampSeat)
  async execute(form: RpcInput<typeof reserveBootcampSeat>): Promise<RpcOutput<typeof reserveBootcampSeat>> {
    if (form.userId === null) await this.members.checkGuest(null, keyOf(form.email));
    const next = await this.events.nextOpen(null, 'bootcamp', this.clock.now());
    if (next === null) throw new DomainError('registration_closed', { message: CLOSED });
    return this.transactor.run(async (tx) => {
      // The account was deleted meanwhile.
      if (form.userId !== null && (await this.erased.has(tx, form.userId))) throw new DomainError('token_invalid');
      const run = await this.events.lock(tx, next.id);
      // The run may have been closed while this waited for its lock.
      if (!acceptsNewPeople(run, this.clock.now())) throw new DomainError('registration_closed', { message: CLOSED });
      const occupancy = await this.seats.updateSeats(tx, run);
      const registration = await this.registrationOf(tx, run, form);
      if (registration.seat === 'taken') {
        throw new DomainError('registration_exists', { message: 'You are already registered for this bootcamp.' });
      }
      if (registration.seat === 'waiting') {
        await this.registrations.save(tx, registration);
        await this.claim(tx, registration);
        return { waitlisted: true, position: await this.registrations.position(tx, registration) };
      }
      const refusal = await this.seats.admit(tx, run, registration, form.userId, form.network);
      if (refusal !== null) throw refusal;
      if (registration.seat === 'released' && !hasRoom(run, occupancy)) {
        const position = await this.seats.wait(tx, run, registration, occupancy);
        await this.claim(tx, registration);
        return { waitlisted: true, position };
      }
      await this.seats.hold(tx, registration);
      await this.claim(tx, registration);
      // The account's payment page for its own registration; otherwise a guest's, even where another account has the registration.
      return {
        held: true,
        eventId: run.id,
        ...payableOf(run, registration),
        userId: registration.userId === form.userId ? form.userId : null,
        ...((await this.members.isKeptFor(tx, registration, form.userId)) ? { holderId: registration.userId! } : {}),
      };
    });
  }

  private async claim(tx: Transaction, registration: BootcampRegistration): Promise<void> {
    if (registration.userId === null && registration.claimMadeAt === null)
      await this.claims.publish(tx, 'bootcamp_registration', [registration]);
  }

  /**
   * The registration of this name and email for the run, or a new one without a seat. Has the form's details unless it is kept
   * for its account (`MemberRepository.isKeptFor`) or a guest is about to pay for it.
   */
  private async registrationOf(
    tx: Transaction,
    run: Event,
    form: RpcInput<typeof reserveBootcampSeat>,
  ): Promise<BootcampRegistration> {
    const emailKey = keyOf(form.email);
    const before = await this.registrations.findOfPerson(tx, run.id, { ...form, emailKey });
    if (before?.seat === 'taken') return before;
    if (before !== null && (await this.members.isKeptFor(tx, before, form.userId))) return before;
    // A guest's seat or waitlist position belongs to the mailbox: an account gets it by verifying that.
    const isForMailbox =
      before !== null &&
      before.userId === null &&
      before.seat !== 'released' &&
      !(await this.members.hasVerified(tx, form.userId, emailKey));
    // A promo code gets a payment page of its own.
    if (isForMailbox && before.seat === 'held') return Object.assign(before, { promoCode: form.promoCode });
    const isReleased = before !== null && before.userId !== null && before.userId !== form.userId;
    const registration: BootcampRegistration =
      before ??
      Object.assign(new BootcampRegistration(), {
        eventId: run.id,
        emailKey,
        userId: null,
        seat: 'released' as const,
        waitlistedAt: null,
        heldSince: null,
        heldUntil: null,
        offeredUntil: null,
        paymentStatus: 'pending' as const,
        stripeCheckoutSessionId: null,
        stripePaymentIntentId: null,
        registeredAt: this.clock.now(),
        hiddenAt: null,
        claimMadeAt: null,
        inOtherName: false,
        networkKey: null,
      });
    const { userId, network: _network, ...fields } = form;
    return Object.assign(registration, fields, {
      userId: isForMailbox ? null : userId,
      paymentAmount: run.price,
      ...(isReleased ? { payKey: randomUUID(), claimMadeAt: null, inOtherName: false } : {}),
      // The former holder's time does not count for the next person.
      ...(isReleased && before.seat === 'held' ? { heldSince: this.clock.now() } : {}),
    });
  }
}
