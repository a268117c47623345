import { job } from '@lectern/service-kit/jobs/job';

/** Refunds refused payments and ends withdrawn pages. Each of them wakes it; it also runs by itself in case that was lost. */
export const returnPayments = job({ service: 'billing', name: 'return-payments', everySeconds: 30 });
