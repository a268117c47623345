import { job } from '@lectern/service-kit/jobs/job';

/** Looks after stored webhook events. Woken by each new one, and by itself in case a wake-up was lost. */
export const processStripeEvents = job({ service: 'billing', name: 'process-stripe-events', everySeconds: 5 });
