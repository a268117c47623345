import type { ComposeProject, Replica } from './compose-project.ts';

/** The metric that counts a process's own kind of work; see service-kit's metrics. */
const WORK: Record<string, string> = {
  gateway: 'lectern_http_duration_seconds_count',
  'messaging-worker': 'lectern_jobs_total',
};
const REQUESTS_OF_SERVICES = 'lectern_rpc_duration_seconds_count';

const PRINT_METRICS = "fetch('http://127.0.0.1:9090/metrics').then(async (it) => console.log(await it.text()))";

/** How much a replica has done since it started: requests, or jobs of the worker. */
export const workOf = async (project: ComposeProject, replica: Replica): Promise<number> => {
  const metrics = await project.exec(replica, ['node', '--eval', PRINT_METRICS]);
  const name = WORK[replica.service] ?? REQUESTS_OF_SERVICES;
  return metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
};
