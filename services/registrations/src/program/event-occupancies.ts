import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import type { OccupancyOfParts } from '../event/availability.ts';
import type { Event } from '../event/event.entity.ts';
import { hasLimitedParts } from '../event/places.ts';
import { WorkshopRegistrationRepository } from '../workshop-registration/workshop-registration.repository.ts';

/** How full events are, of every type. */
@Injectable()
export class EventOccupancies {
  constructor(
    private readonly tournaments: TournamentRegistrationRepository,
    private readonly bootcamps: BootcampRegistrationRepository,
    private readonly workshops: WorkshopRegistrationRepository,
  ) {}

  /** By event; zeros where nobody is registered. In a transaction, or by committed rows where there is none. */
  async of(tx: Transaction | null, events: readonly Event[]): Promise<(event: Event) => OccupancyOfParts> {
    const idsOf = (type: Event['type']): string[] => events.filter((event) => event.type === type).map(({ id }) => id);
    // One after the other: a transaction has one connection.
    const occupancies = [
      ...(await this.tournaments.occupancyOf(tx, idsOf('tournament'))),
      ...(await this.bootcamps.occupancyOf(tx, idsOf('bootcamp'))),
      ...(await this.workshops.occupancyOf(tx, idsOf('workshop'))),
    ];
    const parts = await this.tournaments.takenParts(
      tx,
      events.filter(hasLimitedParts).map(({ id }) => id),
    );
    const byId = new Map(occupancies.map((occupancy) => [occupancy.eventId, occupancy]));
    return ({ id }) => {
      const { filled, waiting, paid } = byId.get(id) ?? { filled: 0, waiting: 0, paid: 0 };
      return { filled, waiting, paid, taken: new Map([...(parts.get(id) ?? []), ['event', filled]]) };
    };
  }
}
