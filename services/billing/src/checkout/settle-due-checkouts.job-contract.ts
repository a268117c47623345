import { job } from '@lectern/service-kit/jobs/job';

/** Ends checkouts whose time is over. Each early end wakes it; it also runs by itself in case that was lost. */
export const settleDueCheckouts = job({ service: 'billing', name: 'settle-due-checkouts', everySeconds: 60 });
