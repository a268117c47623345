import { Inject, Injectable } from '@nestjs/common';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { Clock } from '@lectern/service-kit/time/clock';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { RegistrationsConfig } from '../config.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { availabilityOf, type Fill } from './availability.ts';
import type { Event } from './event.entity.ts';
import { EventRepository } from './event.repository.ts';

/** Active events that are not over, soonest first, each with what somebody who comes now would find. */
@Injectable()
export class ListEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly tournaments: TournamentRegistrationRepository,
    private readonly bootcamps: BootcampRegistrationRepository,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  async execute(): Promise<PublicEvent[]> {
    const now = this.clock.now();
    const events = await this.events.upcoming(now);
    const fills = await this.fillsOf(events.filter((event) => event.capacity !== null));
    const next = new Set((['tournament', 'bootcamp'] as const).map((type) => events.find((event) => event.type === type && event.registrationDeadline > now)));
    return events.map((event) => ({
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
      price: event.price,
      memberPrice: event.type === 'tournament' ? Math.min(this.config.TOURNAMENT_MEMBER_PRICE, event.price) : null,
      ...availabilityOf(event, fills.get(event.id) ?? { filled: 0, waiting: 0 }, now),
      isNext: next.has(event),
      now: now.toISOString(),
    }));
  }

  private async fillsOf(events: readonly Event[]): Promise<ReadonlyMap<string, Fill>> {
    const idsOf = (type: Event['type']): string[] => events.filter((event) => event.type === type).map(({ id }) => id);
    const fills = await Promise.all([this.tournaments.fill(idsOf('tournament')), this.bootcamps.fill(idsOf('bootcamp'))]);
    return new Map(fills.flat().map((fill) => [fill.eventId, fill]));
  }
}
