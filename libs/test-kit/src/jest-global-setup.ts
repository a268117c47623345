import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackingServers } from './backing-servers.ts';
import { runningServers } from './jest-running-servers.ts';
import { announceServers, announceSharedSystems } from './test-servers-env.ts';

/** Jest's `globalSetup` of the integration project: servers once for the run. */
export default async function setUp(): Promise<void> {
  const servers = await startBackingServers();
  announceServers(servers);
  runningServers.add(servers);
  const shared = await mkdtemp(join(tmpdir(), 'lectern-shared-'));
  // When root starts Postgres, it runs as another user, who needs access to the folder.
  await chmod(shared, 0o711);
  announceSharedSystems(shared);
}
