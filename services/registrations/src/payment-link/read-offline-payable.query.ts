import { Injectable } from '@nestjs/common';
import type { OfflinePayable } from '@lectern/contracts/billing/offline-payment';
import { DomainError } from '@lectern/contracts/errors';
import { readOfflinePayable } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { seatPrice } from '../bootcamp-registration/payable.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { hasRoom, seatOf } from '../bootcamp-registration/seat.ts';
import type { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';
import { ruleBrokenBy } from '../event/event-setup.ts';
import { fits } from '../event/places.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { EventOccupancies } from '../program/event-occupancies.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';

interface State {
  readonly paymentStatus: string;
  readonly isWaiting: boolean;
  /** Whether it has a place, or there is room for it. */
  readonly isIn: boolean;
  /** The rule of its tournament that it breaks, where it needs a new place. */
  readonly ruleBroken?: string | null;
  readonly isOver: boolean;
  readonly isDeactivated: boolean;
}

/**
 * Why staff cannot record a payment for a registration; null where they can, also after the deadline, until its event is over. The same rules
 * refuse a payment that arrives after all.
 */
const problemOf = ({ paymentStatus, isWaiting, isIn, ruleBroken, isOver, isDeactivated }: State): string | null => {
  if (paymentStatus === 'paid') return 'It is paid already.';
  if (paymentStatus === 'refunded')
    return 'It has ended: its payment was refunded, or its person withdrew it. The person can register again.';
  if (isDeactivated) return 'The account that it belongs to is deactivated.';
  if (isOver) return 'Its event has begun, or is not shown on the site.';
  if (isWaiting) return 'It is on the waitlist: there is nothing to pay until a place is free for it.';
  if (ruleBroken != null) return `It was not paid in time, and needs a new place. ${ruleBroken}`;
  return isIn ? null : 'It was not paid in time, and its place is taken by now.';
};

/** The price and the person of an entry or a seat, for staff. */
@Injectable()
export class ReadOfflinePayable {
  constructor(
    private readonly events: EventRepository,
    private readonly entries: TournamentEntries,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly seats: BootcampRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly occupancies: EventOccupancies,
    private readonly members: MemberRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(readOfflinePayable)
  async execute({ registrationId: id }: RpcInput<typeof readOfflinePayable>): Promise<OfflinePayable> {
    const found = (await this.entryOf(id)) ?? (await this.seatOf(id));
    // The registration of an erased person has no email.
    if (found === null || found.email === '')
      throw new DomainError('not_found', { message: 'There is no such registration.' });
    return found;
  }

  private async entryOf(id: string): Promise<OfflinePayable | null> {
    const entry = await this.registrations.find(null, id);
    if (entry === null) return null;
    const event = (await this.events.find(null, entry.eventId))!;
    const occupancy = (await this.occupancies.of(null, [event]))(event);
    const problem = problemOf({
      paymentStatus: entry.paymentStatus,
      isWaiting: entry.waitlistedAt !== null,
      isIn: entry.releasedAt === null || fits(event, occupancy.taken, entry),
      ruleBroken: entry.releasedAt === null ? null : ruleBrokenBy(event, entry, this.clock.now()),
      isOver: event.datetime <= this.clock.now() || !event.isActive,
      isDeactivated: await this.members.isDeactivated(entry.userId),
    });
    const isRepriced = entry.releasedAt !== null && problem === null;
    const amount = isRepriced
      ? (await this.entries.priceNow(null, event, entry)).amount
      : (entry.paymentAmount ?? event.price);
    return { product: 'tournaments', ...ofPerson(entry), ...ofEvent(event), amount, problem };
  }

  private async seatOf(id: string): Promise<OfflinePayable | null> {
    const seat = await this.seats.find(null, id);
    if (seat === null || seat.hiddenAt !== null) return null;
    const run = (await this.events.find(null, seat.eventId))!;
    const now = this.clock.now();
    const state = seatOf(seat, await this.purchases.ofAny([id]), now);
    const problem = problemOf({
      paymentStatus: state === 'taken' ? 'paid' : seat.paymentStatus,
      isWaiting: state === 'waiting',
      isIn: state !== 'released' || hasRoom(run, (await this.occupancies.of(null, [run]))(run)),
      isOver: run.endsAt <= now || !run.isActive,
      isDeactivated: await this.members.isDeactivated(seat.userId),
    });
    const amount = state === 'taken' ? seat.paymentAmount : seatPrice(run, seat);
    return { product: 'bootcamps', ...ofPerson(seat), ...ofEvent(run), amount, problem };
  }
}

type Person = Pick<OfflinePayable, 'userId' | 'email' | 'firstName' | 'lastName'> & { readonly id: string };

const ofPerson = ({ id, userId, email, firstName, lastName }: Person) => ({
  registrationId: id,
  ...{ userId, email, firstName, lastName },
});

const ofEvent = ({ title, datetime }: Event) => ({ title, beginsAt: datetime.toISOString() });
