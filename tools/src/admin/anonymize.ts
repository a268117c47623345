// Makes a copy of the database one for testing: `deploy/anonymize.ts <database>` in the image, with the addresses that migrations are run
// with, of which the name of the database is replaced. Read by Node itself: types that can be stripped and nothing of this workspace.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** What `services/<name>/dist/migrate.js` and `…/anonymize.js` offer. */
interface ServiceModules {
  migrate(env: Record<string, string | undefined>): Promise<string[]>;
  anonymize(env: Record<string, string | undefined>): Promise<void>;
}

const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'];
/** The comment on a database that may be anonymized (deploy/anonymized-copy.sh), and on one that was. */
const COPY = 'lectern: a copy to be anonymized';
const ANONYMIZED = 'lectern: an anonymized copy';

const published = (name: string): string => {
  const url = process.env[name];
  if (!url) throw new Error(`${name} must be set`);
  return url;
};
const naming = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

const importOf = async <M>(service: string, file: string): Promise<M> =>
  (await import(pathToFileURL(join(process.cwd(), 'services', service, 'dist', file)).href)) as M;

/** A database in use is never changed: this requires another name than the system's, the mark, and no other connections. */
const refuseUnlessCopy = async (client: pg.Client, database: string): Promise<void> => {
  const { rows } = await client.query<{ comment: string | null; others: number }>(
    `SELECT shobj_description(oid, 'pg_database') AS comment, (SELECT count(*)::int FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()) AS others
     FROM pg_database WHERE datname = $1`,
    [database],
  );
  if (rows[0]?.comment !== COPY)
    throw new Error(`${database} is not marked as a copy to be anonymized. Nothing was changed.`);
  if (rows[0].others > 0) throw new Error(`${database} is in use by ${rows[0].others} others. Nothing was changed.`);
};

const run = async (): Promise<void> => {
  const [database, ...others] = process.argv.slice(2);
  if (database === undefined || others.length > 0 || !/^[a-z][a-z0-9_]{0,62}$/.test(database))
    throw new Error('Name one database: anonymize.ts lectern_copy');
  const adminUrl = published('DATABASE_ADMIN_URL');
  const urls = Object.fromEntries(
    SERVICES.map((service) => [service, published(`${service.toUpperCase()}_DATABASE_URL`)]),
  );
  if ([adminUrl, ...Object.values(urls)].some((url) => new URL(url).pathname === `/${database}`))
    throw new Error(`${database} is the database that serves. Nothing was changed.`);
  const client = new pg.Client({ connectionString: naming(adminUrl, database) });
  await client.connect();
  try {
    await refuseUnlessCopy(client, database);
    const environmentOf = (service: string) => ({
      ...process.env,
      DATABASE_URL: naming(urls[service] as string, database),
      DATABASE_ADMIN_URL: naming(adminUrl, database),
    });
    // The copy may be of an earlier version.
    for (const service of SERVICES)
      await (await importOf<ServiceModules>(service, 'migrate.js')).migrate(environmentOf(service));
    // Nothing that waited to be sent is sent from a copy.
    await client.query(readFileSync(join(process.cwd(), 'deploy', 'hold-mail.sql'), 'utf8'));
    // Known to this process alone, and gone with it.
    const key = randomBytes(32).toString('hex');
    for (const service of SERVICES) {
      await (
        await importOf<ServiceModules>(service, 'anonymize.js')
      ).anonymize({ ...environmentOf(service), ANONYMIZE_KEY: key });
      process.stdout.write(`${service}: anonymized\n`);
    }
    // The files of the tables still contain the rows' former versions.
    await client.query('VACUUM FULL');
    await client.query(`COMMENT ON DATABASE ${pg.escapeIdentifier(database)} IS ${pg.escapeLiteral(ANONYMIZED)}`);
  } finally {
    await client.end();
  }
};

try {
  await run();
  // Connections that a module left open must not delay the exit.
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
