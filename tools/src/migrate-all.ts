import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { errorMessage } from './error-code.ts';
import type { MigrationOrder, MigrationOutcome } from './local/database-setup.ts';

/** What `services/<name>/dist/migrate.js` offers. */
interface MigrateModule {
  migrate(env: Record<string, string | undefined>): Promise<string[]>;
  /** Idempotent. */
  seed?(env: Record<string, string | undefined>): Promise<void>;
}

process.once('disconnect', () => process.exit(1));
process.once('message', (order) => {
  void run(order as MigrationOrder)
    .catch((error: unknown): MigrationOutcome => {
      console.error(error);
      return { failure: errorMessage(error) };
    })
    .then((outcome) => process.send?.(outcome, () => process.exit(0)));
});

const run = async ({ databaseAdminUrl, migrations }: MigrationOrder): Promise<MigrationOutcome> => {
  const [loaded] = await Promise.all([
    Promise.all(
      migrations.map(async ({ entry, ...spec }) => ({
        ...spec,
        module: (await import(pathToFileURL(entry).href)) as MigrateModule,
      })),
    ),
    ensureDatabase(databaseAdminUrl),
  ]);
  const applied: string[] = [];
  // One after the other: grants on one database from two connections make Postgres refuse one of them.
  for (const { name, env, module } of loaded) {
    const names = await module.migrate(env).catch((error: unknown) => {
      throw new Error(`${name}: ${errorMessage(error)}`, { cause: error });
    });
    applied.push(...names.map((it) => `${name}/${it}`));
  }
  await Promise.all(
    loaded.map(async ({ name, env, module }) => {
      try {
        await module.seed?.(env);
      } catch (error) {
        throw new Error(`${name}, seed: ${errorMessage(error)}`, { cause: error });
      }
    }),
  );
  return { applied };
};

const ensureDatabase = async (adminUrl: string): Promise<void> => {
  const url = new URL(adminUrl);
  const name = decodeURIComponent(url.pathname.slice(1));
  const client = new pg.Client({ connectionString: Object.assign(url, { pathname: '/postgres' }).href });
  try {
    await client.connect();
  } catch {
    // Not every server has it; if the system's database is missing too, the migrations say so.
    return;
  }
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
};
