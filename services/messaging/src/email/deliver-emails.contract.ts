import { job } from '@lectern/service-kit/jobs/job';

/** Looks for emails that are due. Its lane is the worker process's, so that posting never takes time from answering. */
export const deliverEmails = job({
  service: 'messaging',
  name: 'deliver-emails',
  lane: 'mail',
  everySeconds: 15,
  attempts: 3,
});
