import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './queues-http.ts';

const queueName = 'content-jobs';
export const queuesDocs = {
  listQueues: {
    summary: 'Lists the queues of events and jobs with the number of jobs in each state.',
    response: {
      queues: [{ queue: queueName, waiting: 0, active: 1, delayed: 2, failed: 0, schedules: ['publish-articles'] }],
    },
  },
  retryGivenUp: {
    summary: 'Retries every failed job of a queue.',
    description: 'A job that had its effect already has no second one. The retry is recorded as an action.',
    errors: ['not_found'],
    body: { queue: queueName },
    response: { retried: 2, message: '2 jobs are tried again.' },
  },
  listJobs: {
    summary: 'Lists the jobs of a queue in one state, newest first, without personal data.',
    errors: ['not_found'],
    params: { queue: queueName },
    query: { state: 'failed', page: 1 },
    response: {
      jobs: [
        {
          id: '41',
          name: 'publish-articles',
          createdAt: '2026-09-01T12:00:00.000Z',
          attempts: 3,
          nextAt: null,
          error: 'Error: The connection was closed',
          data: { correlationId: 'schedule-publish-articles', data: {} },
        },
      ],
      hasMore: false,
    },
  },
} satisfies DocsOf<typeof http>;
