import { constants, setPriority } from 'node:os';
import { runService } from '@lectern/service-kit/process/run-service';
import { messagingWorker } from './messaging-worker.service.ts';

// Readers come first; the rest of ADR 0026 holds for Postgres and for workers in a container of their own.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

await runService(messagingWorker, process.env);
