import { startContainerServers } from './container-servers.ts';
import { isDockerEngineThere } from './docker-engine.ts';
import { startEmbeddedServers } from './embedded-servers.ts';
import type { BackingServers } from './running-servers.ts';

/**
 * The one way to start servers for tests: Testcontainers where a Docker engine answers, the embedded servers elsewhere
 * (also when the engine cannot pull the images). `LECTERN_TEST_SERVERS=embedded|docker` overrides this.
 */
export const startBackingServers = async (env: NodeJS.ProcessEnv = process.env): Promise<BackingServers> => {
  const wanted = env['LECTERN_TEST_SERVERS'];
  if (wanted === 'embedded') return startEmbeddedServers();
  if (wanted === 'docker') return startContainerServers();
  if (wanted !== undefined && wanted !== '') {
    throw new Error(`LECTERN_TEST_SERVERS is "${wanted}"; it may be "embedded" or "docker"`);
  }
  if (!(await isDockerEngineThere(env))) return startEmbeddedServers();
  try {
    return await startContainerServers();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Docker answers, but cannot start the test servers (${reason}); using the embedded ones.`);
    return startEmbeddedServers();
  }
};
