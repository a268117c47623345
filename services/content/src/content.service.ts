import type { ServiceDefinition } from '@lectern/service-kit/process/run-service';
import { ContentConfig } from './config.ts';
import { contentModule } from './content.module.ts';
import { contentSchema } from './database/schema.ts';
import { removeUnusedPictures } from './picture/remove-unused-pictures.job.ts';
import { syncRecordings } from './recording/sync-recordings.job.ts';
import { processZoomEvents } from './jobs.ts';

export const contentService: ServiceDefinition<ContentConfig> = {
  schema: contentSchema,
  Config: ContentConfig,
  module: contentModule,
  answers: true,
  jobs: [processZoomEvents, syncRecordings, removeUnusedPictures],
};
