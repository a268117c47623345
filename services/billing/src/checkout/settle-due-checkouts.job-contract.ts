import { job } from '@lectern/service-kit/jobs/job';

/** Ends checkouts whose time is over. Woken where it is over sooner, and by itself in case that was lost. */
export const settleDueCheckouts = job({ service: 'billing', name: 'settle-due-checkouts', everySeconds: 60 });
