import { job } from '@lectern/service-kit/jobs/job';

/** Posts due emails. Its queue lane belongs to the worker process, so that posting never delays answers to requests. */
export const deliverEmails = job({
  service: 'messaging',
  name: 'deliver-emails',
  lane: 'mail',
  everySeconds: 15,
  attempts: 3,
});
