import { job } from '@lectern/service-kit/jobs/job';

/* The jobs that others wake. */

/** Decides which email each request for a link gets. Each request wakes it. */
export const answerLinkRequests = job({ service: 'identity', name: 'answer-link-requests', everySeconds: 15 });
