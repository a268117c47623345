import { job } from '@lectern/service-kit/jobs/job';

/* The jobs that others wake. */

/** Processes stored webhook events. Each new event wakes it, and the schedule does in case a wake-up is lost. */
export const processZoomEvents = job({ service: 'content', name: 'process-zoom-events', everySeconds: 5 });
