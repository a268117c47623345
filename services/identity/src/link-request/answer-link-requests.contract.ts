import { job } from '@lectern/service-kit/jobs/job';

/** Decides which email each asker for a link gets. Woken by each request. */
export const answerLinkRequests = job({ service: 'identity', name: 'answer-link-requests', everySeconds: 15 });
