import { Inject, Injectable } from '@nestjs/common';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import { Clock } from '@lectern/service-kit/time/clock';
import { seatPrice } from '../bootcamp-registration/payable.ts';
import type { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { seatOf } from '../bootcamp-registration/seat.ts';
import { RegistrationsConfig } from '../config.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { placeToken } from '../registration-key/place-token.ts';
import { nameKeyOf } from '@lectern/service-kit/person/name-key';
import type { PriceReason } from '../tournament-registration/entry-price.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import type { TournamentRegistration } from '../tournament-registration/tournament-registration.entity.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import type { OccupancyOfParts } from '../event/availability.ts';
import { ruleBrokenBy } from '../event/event-setup.ts';
import { fits } from '../event/places.ts';
import { refundsOf } from '../event/refunds.ts';
import { EventOccupancies } from './event-occupancies.ts';
import type { Event } from '../event/event.entity.ts';

/** An account's registration for an event. */
export interface OwnEntry {
  readonly status: 'paid' | 'pending' | 'waiting';
  /** On the waitlist, from 1; null for a registration with a place. */
  readonly position: number | null;
  /** The id and key of its emailed payment link, while it can be paid. */
  readonly payment: { readonly registrationId: string; readonly key: string } | null;
  /** Cents */
  readonly amount: number;
  /** Why {@link amount} is what it is. */
  readonly reason: PriceReason;
  /** The part of its payment that a withdrawal gives back, by date. */
  readonly refundSteps: RefundSteps[number][] | undefined;
  /** The rule that a tournament entry breaks by now, in words. */
  readonly ruleBroken: string | null;
  /** Opens the page of a tournament entry. */
  readonly entryToken: string | undefined;
  /** The name of the entry: a member may enter another person of their mailbox with their own account. */
  readonly name: Name;
}

type Name = Readonly<Record<'firstName' | 'lastName', string>>;

const RANK: readonly OwnEntry['status'][] = ['paid', 'pending', 'waiting'];

const isSame = (one: Name, other: Name): boolean => nameKeyOf(one) === nameKeyOf(other);

/** Of several entries for one event: the one in the holder's own name first, then the better one. */
const best =
  (holder: Name | null) =>
  (one: OwnEntry, other: OwnEntry): number =>
    (holder === null ? 0 : Number(isSame(other.name, holder)) - Number(isSame(one.name, holder))) ||
    RANK.indexOf(one.status) - RANK.indexOf(other.status);

/**
 * An account's own entries and seats: those made with its token. Registrations made without one under the same email are not
 * included: the email of an account may be unverified, and must not reveal another person's entry.
 */
@Injectable()
export class OwnEntries {
  constructor(
    private readonly tournaments: TournamentRegistrationRepository,
    private readonly bootcamps: BootcampRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly entries: TournamentEntries,
    private readonly occupancies: EventOccupancies,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** By the event's id; in any name for an account that is not known here yet (`holder` is null). */
  async of(userId: string, holder: Name | null, events: readonly Event[]): Promise<ReadonlyMap<string, OwnEntry>> {
    const idsOf = (type: Event['type']): string[] => events.filter((event) => event.type === type).map(({ id }) => id);
    const [entries, seats] = await Promise.all([
      this.tournaments.ofUser(userId, idsOf('tournament')),
      this.bootcamps.ofUser(userId, idsOf('bootcamp')),
    ]);
    const released = new Set(entries.filter(({ releasedAt }) => releasedAt !== null).map(({ eventId }) => eventId));
    const occupancyOf = await this.occupancies.of(
      null,
      events.filter(({ id }) => released.has(id)),
    );
    const found = await Promise.all([
      ...entries.map((entry) => this.ofEntry(entry, events, occupancyOf)),
      ...(await this.ofSeats(seats, events)),
    ]);
    const inOrder = found.filter((item) => item !== null).sort(([, one], [, other]) => best(holder)(one, other));
    // Of two with one key the later one stays.
    return new Map(inOrder.toReversed());
  }

  private async ofEntry(
    entry: TournamentRegistration,
    events: readonly Event[],
    occupancyOf: (event: Event) => OccupancyOfParts,
  ): Promise<[string, OwnEntry] | null> {
    const event = events.find(({ id }) => id === entry.eventId)!;
    // A released entry without room, or that breaks a rule, cannot be paid: the person registers again.
    const isPayable =
      fits(event, occupancyOf(event).taken, entry) && ruleBrokenBy(event, entry, this.clock.now()) === null;
    if (entry.releasedAt !== null && !isPayable) return null;
    const status = entry.waitlistedAt !== null ? 'waiting' : entry.paymentStatus === 'paid' ? 'paid' : 'pending';
    // A released one gets its place again at the price of now.
    const price =
      status === 'pending' && entry.releasedAt !== null
        ? await this.entries.priceNow(null, event, entry)
        : { amount: entry.paymentAmount ?? event.price, reason: entry.priceReason };
    return [
      event.id,
      {
        status,
        position: await this.tournaments.position(entry),
        payment:
          status === 'pending' && this.entries.servesEntered(event)
            ? { registrationId: entry.id, key: entry.payKey }
            : null,
        amount: price.amount,
        reason: price.reason,
        refundSteps: refundsOf(event, entry),
        ruleBroken: ruleBrokenBy(event, entry, this.clock.now()),
        entryToken: placeToken(this.config.CALENDAR_FEED_SECRET, 'entry', entry),
        name: entry,
      },
    ];
  }

  private async ofSeats(
    seats: readonly BootcampRegistration[],
    events: readonly Event[],
  ): Promise<Promise<[string, OwnEntry] | null>[]> {
    const purchases = await this.purchases.ofAny(seats.map(({ id }) => id));
    return seats.map(async (registration): Promise<[string, OwnEntry] | null> => {
      // The current state, also where the job that frees lapsed seats has not run yet.
      const seat = seatOf(
        registration,
        purchases.filter(({ reference }) => reference === registration.id),
        this.clock.now(),
      );
      if (seat === 'released') return null;
      const event = events.find(({ id }) => id === registration.eventId)!;
      const status = seat === 'taken' ? 'paid' : seat === 'waiting' ? 'waiting' : 'pending';
      return [
        registration.eventId,
        {
          status,
          position: seat === 'waiting' ? await this.bootcamps.position(null, registration) : null,
          payment: status === 'pending' ? { registrationId: registration.id, key: registration.payKey } : null,
          amount: seatPrice(event, registration),
          reason: 'standard',
          refundSteps: refundsOf(event, registration),
          ruleBroken: null,
          entryToken: undefined,
          name: registration,
        },
      ];
    });
  }
}
