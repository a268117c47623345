import { request, type RequestOptions } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

const PROBE_MILLISECONDS = 1000;

/** Whether a Docker engine answers within a second, at `DOCKER_HOST` or where Testcontainers looks for one. */
export const isDockerEngineThere = async (env: NodeJS.ProcessEnv = process.env): Promise<boolean> => {
  const answers = await Promise.all(engineAddresses(env).map(ping));
  return answers.includes(true);
};

const engineAddresses = (env: NodeJS.ProcessEnv): RequestOptions[] => {
  const host = env['DOCKER_HOST'];
  if (host?.startsWith('unix://')) return [{ socketPath: host.slice('unix://'.length) }];
  if (host !== undefined && host !== '') {
    const { hostname, port } = new URL(host);
    return [{ hostname, port }];
  }
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  if (env['XDG_RUNTIME_DIR']) sockets.push(join(env['XDG_RUNTIME_DIR'], 'docker.sock'));
  return sockets.map((socketPath) => ({ socketPath }));
};

const ping = (address: RequestOptions): Promise<boolean> => {
  return new Promise((resolve) => {
    const probe = request({ ...address, path: '/_ping', timeout: PROBE_MILLISECONDS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    probe.once('timeout', () => probe.destroy());
    probe.once('error', () => resolve(false));
    probe.once('close', () => resolve(false));
    probe.end();
  });
};
