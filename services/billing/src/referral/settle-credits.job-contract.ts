import { job } from '@lectern/service-kit/jobs/job';

/**
 * Settles credits that are owed, or to be withdrawn, at the provider. Each of them wakes it; it also runs by itself in case that was lost.
 */
export const settleCredits = job({ service: 'billing', name: 'settle-credits', everySeconds: 30 });
