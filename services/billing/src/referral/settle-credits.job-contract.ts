import { job } from '@lectern/service-kit/jobs/job';

/** Brings credits that are owed, or to be taken back, to the provider. Woken by each, and by itself in case that was lost. */
export const settleCredits = job({ service: 'billing', name: 'settle-credits', everySeconds: 30 });
