import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { keepBootcampSeats } from './bootcamp-registration/keep-bootcamp-seats.job.ts';
import { publishClaims } from './claim/publish-claims.job.ts';
import { RegistrationsConfig } from './config.ts';
import { publishContacts } from './contact/publish-contacts.job.ts';
import { registrationsSchema } from './database/schema.ts';
import { sendEventNotices } from './event-notice/event-notice-signal.ts';
import { publishPersonRecords } from './person-record/publish-person-records.job.ts';
import { pruneAfterADay } from './prune-after-a-day.job.ts';
import { compactCounts } from './registration-count/compact-counts.job.ts';
import { endHolds } from './tournament-registration/end-holds.job.ts';
import { forgetNetworks } from './tournament-registration/forget-networks.job.ts';
import { registrationsModule } from './registrations.module.ts';

export const registrationsService: ServiceDefinition<RegistrationsConfig> = {
  schema: registrationsSchema,
  Config: RegistrationsConfig,
  module: registrationsModule,
  answers: true,
  jobs: [
    compactCounts,
    endHolds,
    forgetNetworks,
    keepBootcampSeats,
    pruneAfterADay,
    publishClaims,
    publishContacts,
    publishPersonRecords,
    sendEventNotices,
  ],
};
