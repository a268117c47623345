import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import type { ServiceName } from '@lectern/contracts/rpc';
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

/** Runs a job, and waits for its end. */
export const runJob = async (system: Pick<RunningSystem, 'run'>, service: ServiceName, name: string): Promise<void> => {
  const { redisUrl } = await system.run();
  const connections = [0, 1].map(() => new Redis(redisUrl, { maxRetriesPerRequest: null })) as [Redis, Redis];
  const options = { prefix: 'lectern:queue', skipVersionCheck: true };
  const queue = new Queue(`${service}-jobs`, { connection: connections[0], ...options });
  const events = new QueueEvents(`${service}-jobs`, { connection: connections[1], ...options });
  await events.waitUntilReady();
  const job = await queue.add(name, { correlationId: 'test', data: {} }, { removeOnComplete: true, attempts: 3 });
  await job.waitUntilFinished(events, 60_000);
  await events.close();
  await queue.close();
  for (const connection of connections) connection.disconnect();
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
