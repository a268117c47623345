import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EventRepository } from '../event/event.repository.ts';
import { BootcampPlaces } from './bootcamp-places.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration.repository.ts';

export const keepBootcampPlaces = job({ service: 'registrations', name: 'keep-bootcamp-places', everySeconds: 30 });

/** Frees places that are held or offered beyond their time, and offers them to the waitlist. */
@Injectable()
export class KeepBootcampPlaces {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly registrations: BootcampRegistrationRepository,
    private readonly places: BootcampPlaces,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(keepBootcampPlaces)
  async run(): Promise<void> {
    for (const eventId of await this.registrations.runsToLookAfter(this.clock.now())) {
      await this.transactor.run(async (tx) => {
        await this.places.lookAfter(tx, await this.events.lock(tx, eventId));
      });
    }
  }
}
