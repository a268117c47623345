import { runService } from '@lectern/service-kit/process/run-service';
import { identityService } from './identity.service.ts';

await runService(identityService, process.env);
