import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { pruneAccountLinks } from './prune-account-links.job.ts';
import { shortenOrigins } from './admin-action/shorten-origins.job.ts';
import { IdentityConfig } from './config.ts';
import { identitySchema } from './database/schema.ts';
import { identityModule } from './identity.module.ts';
import { answerLinkRequests, keepListedPeople } from './jobs.ts';
import { resealSecondFactors } from './second-factor/reseal-second-factors.job.ts';
import { pruneSessions } from './session/prune-sessions.job.ts';

export const identityService: ServiceDefinition<IdentityConfig> = {
  schema: identitySchema,
  Config: IdentityConfig,
  module: identityModule,
  answers: true,
  jobs: [pruneSessions, pruneAccountLinks, answerLinkRequests, shortenOrigins, resealSecondFactors, keepListedPeople],
};
