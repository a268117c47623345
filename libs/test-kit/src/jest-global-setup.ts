import { startBackingServers } from './backing-servers.ts';
import { runningServers } from './jest-running-servers.ts';
import { announceServers } from './test-servers-env.ts';

/** Jest's `globalSetup` of the integration project: servers once for the run. */
export default async function setUp(): Promise<void> {
  const servers = await startBackingServers();
  announceServers(servers);
  runningServers.add(servers);
}
