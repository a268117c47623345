import { runService } from '@lectern/service-kit/process/run-service';
import { registrationsService } from './registrations.service.ts';

await runService(registrationsService, process.env);
