import { runService } from '@lectern/service-kit/process/run-service';
import { billingService } from './billing.service.ts';

await runService(billingService, process.env);
