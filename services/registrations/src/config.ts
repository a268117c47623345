import { DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';

export class RegistrationsConfig extends DatabaseProcessConfig {}
