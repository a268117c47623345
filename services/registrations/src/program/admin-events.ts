import { Injectable } from '@nestjs/common';
import type { AdminEvent, AdminEventState } from '@lectern/contracts/registrations/admin-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { availabilityOf, type EventOccupancy } from '../event/availability.ts';
import { setupOf } from '../event/event-setup.ts';
import { EventOccupancies } from './event-occupancies.ts';
import type { Event } from '../event/event.entity.ts';

const OF_AVAILABILITY = { open: 'open', closed: 'closed', full: 'sold_out' } as const;

/** The state of an event at `now`. `EventRepository.page` filters by the same rules. */
export const adminStateOf = (
  event: Event,
  occupancy: Pick<EventOccupancy, 'filled' | 'waiting'>,
  now: Date,
): AdminEventState => {
  if (event.endsAt <= now) return 'over';
  if (!event.isActive) return 'hidden';
  return OF_AVAILABILITY[availabilityOf(event, occupancy, now).state];
};

/** Administrators' view of events. */
@Injectable()
export class AdminEvents {
  constructor(
    private readonly occupancies: EventOccupancies,
    private readonly clock: Clock,
  ) {}

  /** In the same order. In a transaction, or by committed rows where there is none. */
  async of(tx: Transaction | null, events: readonly Event[]): Promise<AdminEvent[]> {
    const now = this.clock.now();
    const occupancyOf = await this.occupancies.of(tx, events);
    return events.map((event) => {
      const occupancy = occupancyOf(event);
      return {
        id: event.id,
        title: event.title,
        description: event.description,
        type: event.type,
        division: event.division,
        datetime: event.datetime.toISOString(),
        endsAt: event.endsAt.toISOString(),
        timezone: event.timezone,
        location: event.location,
        zoomLink: event.zoomLink,
        capacity: event.capacity,
        registrationDeadline: event.registrationDeadline.toISOString(),
        price: event.price,
        isActive: event.isActive,
        setup: event.type === 'tournament' ? setupOf(event) : null,
        refundSteps: [...event.refundSteps],
        closedAt: event.closedAt?.toISOString() ?? null,
        state: adminStateOf(event, occupancy, now),
        counts: {
          entries: occupancy.filled,
          waiting: occupancy.waiting,
          paid: occupancy.paid,
          placesLeft: availabilityOf(event, occupancy, now).placesLeft,
        },
        version: event.version,
      };
    });
  }

  async one(tx: Transaction | null, event: Event): Promise<AdminEvent> {
    return (await this.of(tx, [event]))[0]!;
  }
}
