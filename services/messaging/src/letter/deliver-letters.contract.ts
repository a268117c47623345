import { job } from '@lectern/service-kit/jobs/job';

/** Looks for letters that are due. Its lane is the worker process's, so that posting never takes time from answering. */
export const deliverLetters = job({
  service: 'messaging',
  name: 'deliver-letters',
  lane: 'mail',
  everySeconds: 15,
  attempts: 3,
});
