import { job } from '@lectern/service-kit/jobs/job';

/** Tells the provider changed names and addresses. Woken by each, and by itself in case that was lost. */
export const updateRemoteCustomers = job({ service: 'billing', name: 'update-remote-customers', everySeconds: 60 });
