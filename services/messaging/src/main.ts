import { runService } from '@lectern/service-kit/process/run-service';
import { messagingService } from './messaging.service.ts';

await runService(messagingService, process.env);
