import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { TournamentEntries } from './tournament-entries.ts';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

export const endHolds = job({ service: 'registrations', name: 'end-holds', everySeconds: 30 });

/** Gives the places of entries that were not paid in time to the waitlist, and ends waitlists at the deadline. */
@Injectable()
export class EndHolds {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly entries: TournamentEntries,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(endHolds)
  async run(): Promise<void> {
    for (const eventId of await this.registrations.eventsWithDueWork(this.clock.now())) {
      await this.transactor.run(async (tx) => this.entries.endHolds(tx, await this.events.lock(tx, eventId)));
    }
  }
}
