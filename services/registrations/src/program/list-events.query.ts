import { Inject, Injectable } from '@nestjs/common';
import { priceAt } from '@lectern/contracts/registrations/event-prices';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { listEvents } from '@lectern/contracts/registrations/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { availabilityOf, acceptsNewPeople } from '../event/availability.ts';
import { setupOf } from '../event/event-setup.ts';
import { hasLimitedParts, isLimited, partsWithPlaces } from '../event/places.ts';
import { EventOccupancies } from './event-occupancies.ts';
import { EventRepository } from '../event/event.repository.ts';

/** Active events that are not over, soonest first, each with its availability for a new person. */
@Injectable()
export class ListEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly occupancies: EventOccupancies,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(listEvents)
  async execute(): Promise<PublicEvent[]> {
    const now = this.clock.now();
    const events = await this.events.upcoming(now);
    const occupancyOf = await this.occupancies.of(
      null,
      events.filter((event) => isLimited(event)),
    );
    const next = new Set(
      (['tournament', 'bootcamp'] as const).map((type) =>
        events.find((event) => event.type === type && acceptsNewPeople(event, now)),
      ),
    );
    return events.map((event) => {
      const price = priceAt(event, now);
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
        capacity: event.capacity,
        registrationDeadline: event.registrationDeadline.toISOString(),
        price,
        memberPrice: event.type === 'tournament' ? Math.min(this.config.TOURNAMENT_MEMBER_PRICE, price) : null,
        ...availabilityOf(event, occupancyOf(event), now),
        ...(hasLimitedParts(event) ? { places: partsWithPlaces(event, occupancyOf(event).taken) } : {}),
        isNext: next.has(event),
        setup: event.type === 'tournament' ? setupOf(event) : null,
        refundSteps: [...event.refundSteps],
        sequence: event.sequence,
        now: now.toISOString(),
      };
    });
  }
}
