import { job } from '@lectern/service-kit/jobs/job';

/* The jobs that others wake. */

/** Decides which email each request for a link gets. Each request wakes it. */
export const answerLinkRequests = job({ service: 'identity', name: 'answer-link-requests', everySeconds: 15 });

/** Makes rows of the list of people again. Tags wake it, because staff open the list by a tag. */
export const keepListedPeople = job({ service: 'identity', name: 'keep-listed-people', everySeconds: 2 });
