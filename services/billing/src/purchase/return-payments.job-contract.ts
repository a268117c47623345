import { job } from '@lectern/service-kit/jobs/job';

/** Pays refused payments back and ends withdrawn pages. Woken by each, and by itself in case that was lost. */
export const returnPayments = job({ service: 'billing', name: 'return-payments', everySeconds: 30 });
