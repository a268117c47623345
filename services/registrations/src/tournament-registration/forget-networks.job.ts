import { Injectable } from '@nestjs/common';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { TournamentRegistrationRepository } from './tournament-registration.repository.ts';

export const forgetNetworks = job({ service: 'registrations', name: 'forget-networks', everySeconds: 3_600 });

/** Clears the networks of free entries once they no longer count. */
@Injectable()
export class ForgetNetworks {
  constructor(
    private readonly registrations: TournamentRegistrationRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(forgetNetworks)
  async run(): Promise<void> {
    await this.registrations.clearNetworksOfFreeEntries(this.clock.now());
  }
}
