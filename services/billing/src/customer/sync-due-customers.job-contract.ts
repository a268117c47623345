import { job } from '@lectern/service-kit/jobs/job';

/** Syncs customers that are due because of a change of ours. Each change wakes it; it also runs by itself in case that was lost. */
export const syncDueCustomers = job({ service: 'billing', name: 'sync-due-customers', everySeconds: 15 });
