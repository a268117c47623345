import { runProcess } from '@lectern/service-kit/process/run-process';
import { startGateway } from './gateway.ts';

await runProcess('gateway', process.env, startGateway);
