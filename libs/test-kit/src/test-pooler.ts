import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningServer } from '@lectern/tools/process/started-process';
import { type PgBouncerOptions, startPgBouncer } from '@lectern/tools/servers/pgbouncer';
import { announcedPostgresUrl } from './test-servers-env.ts';

export interface TestPooler {
  /** The same role, password and database, through the pooler. */
  through(url: string): string;
  /** Ends it as a crash would, and starts it again on the same port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** A PgBouncer of this suite only, pooling by transaction, in front of the run's Postgres or of `postgresUrl`. */
export const startTestPooler = async (
  options: Pick<PgBouncerOptions, 'poolSize' | 'tls'> & { postgresUrl?: string },
): Promise<TestPooler> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pooler-'));
  // When root starts it, it runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const start = (port?: number): Promise<RunningServer> =>
    startPgBouncer({
      postgresUrl: announcedPostgresUrl(),
      ...options,
      ...(port === undefined ? {} : { port }),
      folder: join(folder, 'pgbouncer'),
      onProgress: (text) => console.log(text),
    });
  try {
    let pooler = await start();
    const { host } = new URL(pooler.url);
    return {
      through: (url) => Object.assign(new URL(url), { host }).href,
      crash: async () => {
        pooler.kill();
        await pooler.ended;
        pooler = await start(pooler.port);
      },
      stop: async () => {
        await pooler.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
