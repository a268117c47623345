import { job } from '@lectern/service-kit/jobs/job';

/** Syncs customers for whom something of ours changed. Woken by each, and by itself in case that was lost. */
export const syncDueCustomers = job({ service: 'billing', name: 'sync-due-customers', everySeconds: 15 });
