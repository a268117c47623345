import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { ServiceName } from '@lectern/contracts/rpc';
import { until } from '@lectern/test-kit/until';
import { patiently } from './person.ts';
import type { RunningSystem } from './start-system.ts';

/** Wakes a job, as a service does, so that no test waits for its schedule. */
export const wakeJob = async (
  system: Pick<RunningSystem, 'run'>,
  service: ServiceName,
  name: string,
): Promise<void> => {
  const connection = new Redis((await system.run()).redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(`${service}-jobs`, { connection, prefix: 'lectern:queue', skipVersionCheck: true });
  await queue.add(name, { correlationId: 'test', data: {} }, { removeOnComplete: true, attempts: 3 });
  await queue.close();
  connection.disconnect();
};

/** Runs a job, and waits for its end: by its state, as an event may come before anybody listens. */
export const runJob = async (system: Pick<RunningSystem, 'run'>, service: ServiceName, name: string): Promise<void> => {
  const connection = new Redis((await system.run()).redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(`${service}-jobs`, { connection, prefix: 'lectern:queue', skipVersionCheck: true });
  const keep = { age: 600 };
  const options = { removeOnComplete: keep, removeOnFail: keep, attempts: 3 };
  const job = await queue.add(name, { correlationId: 'test', data: {} }, options);
  await until(`the end of ${name}`, async () => {
    const state = await job.getState();
    if (state === 'failed') throw new Error(`${name} failed`);
    return state === 'completed';
  });
  await queue.close();
  connection.disconnect();
};

/** Tries until it works, as `patiently` does, what needs the registrations in the audiences of emails: these are sent there every few seconds. */
export const patientlyInAudiences = <T>(
  system: Pick<RunningSystem, 'run'>,
  what: string,
  attempt: () => Promise<T>,
): Promise<T> =>
  patiently(what, async () => {
    try {
      return await attempt();
    } catch (error) {
      await wakeJob(system, 'registrations', 'publish-contacts');
      throw error;
    }
  });
