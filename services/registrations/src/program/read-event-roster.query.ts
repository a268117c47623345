import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventRoster } from '@lectern/contracts/registrations/admin-model';
import { readEventRoster } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EVENT_GONE } from '../event/event-fields.ts';
import { setupOf } from '../event/event-setup.ts';
import { EventRepository } from '../event/event.repository.ts';
import {
  type RosterPart,
  TournamentRegistrationRepository,
} from '../tournament-registration/tournament-registration.repository.ts';

const NONE = { entered: 0, paid: 0, waiting: 0, withdrawn: 0 };

/** The places left of a limit; null where there is none. */
const leftOf = (capacity: number | null | undefined, entered: number): number | null =>
  capacity == null ? null : Math.max(0, capacity - entered);

@Injectable()
export class ReadEventRoster {
  constructor(
    private readonly events: EventRepository,
    private readonly registrations: TournamentRegistrationRepository,
  ) {}

  /** Throws `not_found`. */
  @Handles(readEventRoster)
  async execute({ id }: RpcInput<typeof readEventRoster>): Promise<EventRoster> {
    const event = await this.events.find(null, id);
    if (event?.type !== 'tournament') throw new DomainError('not_found', { message: EVENT_GONE });
    const parts = await this.registrations.rosterOf(id);
    const countsOf = (competition: string | null, division: RosterPart['division']) => {
      const part = parts.find((one) => one.competition === competition && one.division === division);
      return part === undefined
        ? NONE
        : { entered: part.entered, paid: part.paid, waiting: part.waiting, withdrawn: part.withdrawn };
    };
    const { competitions, divisionCapacities } = setupOf(event);
    const whole = { id: null, name: event.title, capacity: event.capacity };
    const rows = [...competitions, whole].map(({ id: competition, name, capacity }) => {
      const development = countsOf(competition, 'development');
      const professional = countsOf(competition, 'professional');
      const placesLeft = leftOf(capacity, development.entered + professional.entered);
      return { id: competition, name, development, professional, placesLeft };
    });
    const { development, professional } = rows.at(-1)!;
    return {
      rows,
      divisionPlacesLeft: {
        development: leftOf(divisionCapacities?.development, development.entered),
        professional: leftOf(divisionCapacities?.professional, professional.entered),
      },
    };
  }
}
