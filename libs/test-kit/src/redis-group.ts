import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedProcess, startProcess } from '@lectern/tools/process/started-process';
import { freePorts } from '@lectern/tools/servers/free-port';
import { findRedisProgram } from '@lectern/tools/servers/redis-program';
import type { TestCertificate } from './test-certificate.ts';

export interface RedisGroup {
  /** Through the sentinels, over TLS. */
  url: string;
  /** A direct URL of the server that was the primary at first. */
  primaryUrl: string;
  /** Ends the first primary as a power cut would; the sentinels make the replica the primary. */
  killPrimary(): Promise<void>;
  stop(): Promise<void>;
}

const NAME = 'lectern';
/** After how long sentinels consider a silent primary dead; their default is 30 s. */
const DOWN_AFTER_MS = 2_000;

/**
 * A primary, its replica and three sentinels of a real Redis 7 or newer on 127.0.0.1, all of which accept and open only
 * TLS connections and require a password.
 */
export const startRedisGroup = async ({
  password,
  sentinelPassword,
  tls,
}: {
  password: string;
  sentinelPassword: string;
  tls: TestCertificate;
}): Promise<RedisGroup> => {
  const [program, folder, ports] = await Promise.all([
    findRedisProgram((text) => console.log(text)),
    mkdtemp(join(tmpdir(), 'lectern-redis-group-')),
    freePorts(5),
  ]);
  const [primaryPort, replicaPort, ...sentinelPorts] = ports as [number, number, ...number[]];
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  await Promise.all([writeFile(key, tls.key, { mode: 0o600 }), writeFile(certificate, tls.certificate)]);
  const started: StartedProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };

  const start = async (
    port: number,
    ready: RegExp,
    settings: string[],
    args: string[] = [],
  ): Promise<StartedProcess> => {
    const serverFolder = join(folder, String(port));
    await mkdir(serverFolder);
    const secured = [
      'port 0',
      `tls-port ${port}`,
      `tls-key-file ${key}`,
      `tls-cert-file ${certificate}`,
      `tls-ca-cert-file ${certificate}`,
      'tls-auth-clients no',
      'tls-replication yes',
    ];
    await writeFile(
      join(serverFolder, 'redis.conf'),
      [...secured, 'bind 127.0.0.1', `dir ${serverFolder}`, ...settings, ''].join('\n'),
      {
        mode: 0o600,
      },
    );
    const server = await startProcess({
      command: program.command,
      args: [join(serverFolder, 'redis.conf'), ...args],
      cwd: serverFolder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', ...program.env },
      stopSignals: [['SIGTERM', 10_000]],
      ready,
      readyMilliseconds: 30_000,
      onLine: () => undefined,
    });
    started.push(server);
    return server;
  };

  try {
    const kept = [
      `requirepass ${password}`,
      `masterauth ${password}`,
      'save ""',
      'maxmemory-policy noeviction',
      'repl-diskless-sync-delay 0',
    ];
    const primary = await start(primaryPort, /Ready to accept connections/, kept);
    await start(replicaPort, /Finished with success/, [...kept, `replicaof 127.0.0.1 ${primaryPort}`]);
    await Promise.all(
      sentinelPorts.map((port) =>
        start(
          port,
          // Knows the replica and another sentinel: from then on the two can elect a primary.
          /\+sentinel sentinel/,
          [
            `requirepass ${sentinelPassword}`,
            `sentinel sentinel-pass ${sentinelPassword}`,
            `sentinel monitor ${NAME} 127.0.0.1 ${primaryPort} 2`,
            `sentinel auth-pass ${NAME} ${password}`,
            `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
            `sentinel failover-timeout ${NAME} 10000`,
          ],
          ['--sentinel'],
        ),
      ),
    );
    const sentinels = sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',');
    return {
      url: `rediss://:${password}@${NAME}/0?sentinels=${sentinels}&sentinelPassword=${sentinelPassword}&ca=${certificate}`,
      primaryUrl: `rediss://:${password}@127.0.0.1:${primaryPort}/0?ca=${certificate}`,
      killPrimary: async () => {
        primary.kill();
        await primary.ended;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
