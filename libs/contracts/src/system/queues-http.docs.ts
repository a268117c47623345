import type { DocsOf } from '../openapi/route-docs.ts';
import type * as http from './queues-http.ts';

const queueName = 'content-jobs';
const ofQueue = { params: { queueName }, errors: ['not_found'] } as const;
const ofJob = { params: { queueName, jobId: '41' }, errors: ['not_found'] } as const;

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
  boardQueues: {
    summary: 'Reads the queues, and a page of the jobs of one, as the job board shows them.',
    query: { activeQueue: queueName, status: 'failed' },
    response: { queues: [] },
  },
  boardSchedules: {
    summary: 'Reads the schedules of repeating jobs, as the job board shows them.',
    query: { queueName },
    response: { schedulers: [] },
  },
  boardMetrics: { summary: 'Reads the throughput of a queue, as the job board shows it.', ...ofQueue, response: {} },
  boardRateLimit: { summary: 'Reads the rate limit of a queue, as the job board shows it.', ...ofQueue, response: {} },
  boardJob: { summary: 'Reads a job, without personal data.', ...ofJob, response: { job: { id: '41' } } },
  boardJobLogs: { summary: 'Reads the log of a job.', ...ofJob, response: ['Started'] },
  boardJobFlow: { summary: 'Reads the jobs that a job waits for.', ...ofJob, response: {} },
} satisfies DocsOf<typeof http>;
