import { job } from '@lectern/service-kit/jobs/job';

/** Takes who is gone out of the provider's records. Woken by each deletion, and by itself until it is done. */
export const eraseRemoteCustomers = job({ service: 'billing', name: 'erase-remote-customers', everySeconds: 60 });
