import { job } from '@lectern/service-kit/jobs/job';

/** Decides which email each request for a link gets. Each request wakes it. */
export const answerLinkRequests = job({ service: 'identity', name: 'answer-link-requests', everySeconds: 15 });
