import { runService } from '@lectern/service-kit/process/run-service';
import { contentService } from './content.service.ts';

await runService(contentService, process.env);
