import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { announcedPostgresUrl } from './test-servers-env.ts';

export interface TestDatabase {
  name: string;
  /** The superuser's, naming this database. */
  adminUrl: string;
  /**
   * The URL for a role of this database only, `<role>_<database's suffix>`: roles belong to the whole server, which
   * other suites use at the same time. The role is not created; migrations or the suite create it.
   */
  urlFor(role: string): string;
  /** Ends its connections and removes it with its roles. */
  drop(): Promise<void>;
}

/** An empty database of this suite only. Drop it in `afterAll`; a forgotten one is removed with the run's server. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const serverUrl = announcedPostgresUrl();
  const suffix = randomBytes(5).toString('hex');
  const password = randomBytes(16).toString('hex');
  const name = `test_${suffix}`;
  // From template0: it accepts no connections, so suites do not wait for each other.
  await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const adminUrl = withParts(serverUrl, { pathname: `/${name}` });
  return {
    name,
    adminUrl,
    urlFor: (role) => withParts(adminUrl, { username: `${role}_${suffix}`, password }),
    drop: async () => {
      await query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      const roles = await query(serverUrl, `SELECT rolname FROM pg_roles WHERE rolname LIKE '%\\_${suffix}'`);
      for (const { rolname } of roles) await query(serverUrl, `DROP ROLE ${pg.escapeIdentifier(rolname ?? '')}`);
    },
  };
};

const withParts = (url: string, parts: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>): string => {
  return Object.assign(new URL(url), parts).href;
};

const query = async (url: string, sql: string): Promise<Record<string, string>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(sql)).rows;
  } finally {
    await client.end();
  }
};
