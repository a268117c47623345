import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { BootcampSeats } from './bootcamp-seats.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration.repository.ts';

export const keepBootcampSeats = job({ service: 'registrations', name: 'keep-bootcamp-seats', everySeconds: 30 });

/** Releases seats that are held or offered beyond their time, and offers them to the waitlist. */
@Injectable()
export class KeepBootcampSeats {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly registrations: BootcampRegistrationRepository,
    private readonly seats: BootcampSeats,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(keepBootcampSeats)
  async run(): Promise<void> {
    for (const eventId of await this.registrations.runsToLookAfter(this.clock.now())) {
      await this.transactor.run(async (tx) => {
        await this.seats.updateSeats(tx, await this.events.lock(tx, eventId));
      });
    }
  }
}
