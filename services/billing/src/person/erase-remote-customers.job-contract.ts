import { job } from '@lectern/service-kit/jobs/job';

/** Removes erased persons from the provider's records. Each deletion wakes it; it also runs by itself until that is done. */
export const eraseRemoteCustomers = job({ service: 'billing', name: 'erase-remote-customers', everySeconds: 60 });
