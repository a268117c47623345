import { job } from '@lectern/service-kit/jobs/job';

/** Processes stored webhook events. Each new one wakes it; it also runs by itself in case that was lost. */
export const processStripeEvents = job({ service: 'billing', name: 'process-stripe-events', everySeconds: 5 });
