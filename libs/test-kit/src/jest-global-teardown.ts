import { runningServers } from './jest-running-servers.ts';

/** Jest's `globalTeardown` of the integration project. */
export default async function tearDown(): Promise<void> {
  for (const servers of runningServers) {
    await servers.stop();
    runningServers.delete(servers);
  }
}
