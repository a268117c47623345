import { runService } from '@lectern/service-kit/process/run-service';
import { messagingWorker } from './messaging-worker.service.ts';

await runService(messagingWorker, process.env);
