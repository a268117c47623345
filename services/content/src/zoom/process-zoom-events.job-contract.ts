import { job } from '@lectern/service-kit/jobs/job';

/** Looks after stored webhook events. Woken by each new one, and by itself in case a wake-up was lost. */
export const processZoomEvents = job({ service: 'content', name: 'process-zoom-events', everySeconds: 5 });
