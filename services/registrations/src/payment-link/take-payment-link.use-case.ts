import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { type RegistrationKey, readRegistrationToken } from '@lectern/contracts/registrations/registration-token';
import { takePaymentLink } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { payableOf } from '../bootcamp-registration/payable.ts';
import { hasRoom } from '../bootcamp-registration/seat.ts';
import { ruleBrokenBy } from '../event/event-setup.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { holdLimitReached } from '../registration-key/hold-limit-reached.ts';
import { isSameKey } from '../registration-key/is-same-key.ts';
import type { Network } from '../registration-key/unpaid-limit.ts';
import { payByOf } from '../tournament-registration/hold.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { RemovedLinks } from './removed-links.query.ts';
import { DEACTIVATED, entryClosedBecause, seatClosedBecause } from './closed-because.ts';

type Taken = RpcOutput<typeof takePaymentLink>;

/**
 * Prepares the registration of a payment link for its payment: a bootcamp seat is held for as long as a checkout takes, and a
 * tournament entry that somebody typed for the caller's account becomes its own, at its price. Repeating it changes nothing
 * more. Throws `payment_link_unknown`, `purchase_exists`, `payment_link_closed` and `too_many_unpaid`.
 */
@Injectable()
export class TakePaymentLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly entries: TournamentEntries,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly seats: BootcampSeats,
    private readonly members: MemberRepository,
    private readonly removedLinks: RemovedLinks,
    private readonly clock: Clock,
  ) {}

  @Handles(takePaymentLink)
  async execute({ token, network, callerId }: RpcInput<typeof takePaymentLink>): Promise<Taken> {
    const link = readRegistrationToken(token);
    // A refusal is a result here, not an error, so that lapsed holds are written all the same.
    const taken =
      link === null
        ? null
        : await this.transactor.run(async (tx) => {
            const found =
              (await this.takeEntry(tx, link, network, callerId)) ?? (await this.takeSeat(tx, link, network));
            return found === null || found instanceof DomainError || callerId === undefined
              ? found
              : this.asCaller(tx, found, callerId);
          });
    if (taken === null)
      throw link === null ? new DomainError('payment_link_unknown') : await this.removedLinks.unknownBecause(link);
    if (taken instanceof DomainError) throw taken;
    return taken;
  }

  /**
   * Anybody may have a link: only its own account pays as that account, and every other caller pays for the mailbox. Where the
   * account has verified the mailbox, no other caller ends the account's open page.
   */
  private async asCaller(tx: Transaction, taken: Taken, callerId: string | null): Promise<Taken> {
    const { userId, email } = taken;
    if (userId === null || userId === callerId) return taken;
    const isKept = await this.members.isKeptFor(tx, { userId, emailKey: keyOf(email) }, callerId);
    return { ...taken, userId: null, ...(isKept ? { holderId: userId } : {}) };
  }

  private async takeEntry(
    tx: Transaction,
    { registrationId, key }: RegistrationKey,
    network: Network | undefined,
    callerId: string | null | undefined,
  ): Promise<Taken | DomainError | null> {
    const found = await this.registrations.find(tx, registrationId);
    if (found === null || !isSameKey(found.payKey, key)) return null;
    const isHolders = ({ userId, claimMadeAt }: TournamentRegistration): boolean =>
      callerId != null && userId === callerId && claimMadeAt !== null;
    // Before the tournament, as for every entry that may use up a bootcamp's.
    if (isHolders(found)) await this.members.lockEmails(tx, [found.emailKey]);
    const event = await this.events.lock(tx, found.eventId);
    // A place whose time is over goes to the waitlist first, also where the job has not run yet: a new page does not prolong it.
    await this.entries.endHolds(tx, event);
    const entry = await this.registrations.find(tx, registrationId);
    if (entry === null) return null;
    if (entry.paymentStatus === 'paid') return new DomainError('purchase_exists');
    if (await this.members.isDeactivated(entry.userId, tx))
      return new DomainError('payment_link_closed', { message: DEACTIVATED });
    if (isHolders(found) && isHolders(entry) && (await this.entries.adopt(tx, event, entry)))
      return new DomainError('purchase_exists');
    const isServed = this.entries.servesEntered(event);
    const refusal =
      entry.releasedAt !== null && isServed ? await this.entries.refusalOf(tx, event, entry, network) : null;
    if (refusal !== null) return refusal;
    // Priced as an offer of this moment: the person may have gained a lower price, or have used the membership's price for another entry.
    if (entry.releasedAt !== null && isServed && (await this.entries.followPriceOf(tx, event, entry, true)))
      return new DomainError('purchase_exists');
    const broken = ruleBrokenBy(event, entry, this.clock.now());
    const isIn = entry.releasedAt === null || (isServed && (await this.entries.retake(tx, event, entry, network)));
    const message = entryClosedBecause(entry, { title: event.title, isServed, hasRoom: isIn, ruleBroken: broken });
    if (message !== null) return new DomainError('payment_link_closed', { message });
    const payBy = payByOf(event, entry);
    if (payBy <= this.clock.now()) return holdLimitReached();
    return {
      product: 'tournaments',
      registrationId: entry.id,
      userId: entry.userId,
      email: entry.email,
      firstName: entry.firstName,
      lastName: entry.lastName,
      title: event.title,
      beginsAt: event.datetime.toISOString(),
      amount: entry.paymentAmount ?? event.price,
      payBy: payBy.toISOString(),
      promoCode: entry.promoCode,
    };
  }

  private async takeSeat(
    tx: Transaction,
    { registrationId, key }: RegistrationKey,
    network: Network | undefined,
  ): Promise<Taken | DomainError | null> {
    const found = await this.seats.lockOf(tx, registrationId);
    if (found === null || found.registration.hiddenAt !== null || !isSameKey(found.registration.payKey, key))
      return null;
    const { run, registration } = found;
    await this.seats.settle(tx, run, registration);
    if (registration.seat === 'taken') return new DomainError('purchase_exists');
    if (await this.members.isDeactivated(registration.userId, tx))
      return new DomainError('payment_link_closed', { message: DEACTIVATED });
    const occupancy = await this.seats.updateSeats(tx, run);
    const message = seatClosedBecause(registration, {
      title: run.title,
      isServed: this.seats.servesRegistered(run),
      hasRoom: hasRoom(run, occupancy),
    });
    if (message !== null) return new DomainError('payment_link_closed', { message });
    const refusal = await this.seats.admit(tx, run, registration, registration.userId, network);
    if (refusal !== null) return refusal;
    await this.seats.hold(tx, registration);
    return { product: 'bootcamps', ...payableOf(run, registration) };
  }
}
