import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { ServiceName } from '@lectern/contracts/rpc';
import { PINGS } from '@lectern/contracts/system/rpc';
import type { BoundRpcHandler } from '../rpc/redis-rpc-server.ts';

/** Waits for a turn in the thread pool, which reads files, resolves names, hashes passwords and draws pictures. */
const turnInThreadPool = async (): Promise<void> => void (await promisify(randomBytes)(1));

/**
 * Answers a service's ping with whether its database answers. Where work occupies every thread of the process's pool, there is no
 * answer until a thread is free: such a service cannot do its work, although its event loop is idle.
 */
export const pingHandler = (
  service: ServiceName,
  database: { query(sql: string): Promise<unknown> },
): BoundRpcHandler => ({
  contract: PINGS[service],
  handle: async () => {
    const [answers] = await Promise.all([
      database.query('SELECT 1').then(
        () => true,
        () => false,
      ),
      turnInThreadPool(),
    ]);
    return { database: answers };
  },
});
