import { job } from '@lectern/service-kit/jobs/job';

/** Sends changed names and addresses to the provider. Each change wakes it; it also runs by itself in case that was lost. */
export const updateRemoteCustomers = job({ service: 'billing', name: 'update-remote-customers', everySeconds: 60 });
