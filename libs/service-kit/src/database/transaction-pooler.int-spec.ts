import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createTestCertificate } from '@lectern/test-kit/test-certificate';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { startTestPooler, type TestPooler } from '@lectern/test-kit/test-pooler';
import { testLogger } from '../testing/test-logger.ts';
import { AdvisoryLock } from './advisory-lock.ts';
import { createDataSource, type DatabaseSchema } from './data-source.ts';
import { ownTables } from '../testing/own-tables.ts';
import { migrateSchema } from './migrate.ts';

const schema: DatabaseSchema = { service: 'content', entities: [], migrations: [] };
/** One more than the locks of a process. */
const POOL_SIZE = 5;

let database: TestDatabase;
let pooler: TestPooler;
let direct: string;
let pooled: string;
let dataSource: DataSource;

beforeAll(async () => {
  [database, pooler] = await Promise.all([createTestDatabase(), startTestPooler({ poolSize: POOL_SIZE })]);
  direct = database.urlFor('content');
  pooled = pooler.through(direct);
  await migrateSchema(schema, { DATABASE_URL: direct, DATABASE_ADMIN_URL: database.adminUrl });
  await ownTables(database, 'content');
  dataSource = await createDataSource(schema, { url: pooled, poolSize: 20, processName: 'test' }).initialize();
  await dataSource.query('CREATE TABLE counted (id int PRIMARY KEY, backend int NOT NULL)');
});
afterAll(async () => {
  await dataSource.destroy();
  await pooler.stop();
  await database.drop();
});

const show = async (source: Pick<DataSource, 'query'>, name: string): Promise<string | undefined> =>
  (await source.query<Record<string, string>[]>(`SHOW ${name}`))[0]?.[name];

describe('a service behind a transaction pooler', () => {
  it('has the limits of requests and its own tables', async () => {
    expect(
      await Promise.all(
        ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'search_path'].map((name) =>
          show(dataSource, name),
        ),
      ),
    ).toEqual(['15s', '0', '30s', 'content, public']);
  });

  it('runs more transactions than Postgres has connections', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, id) =>
        dataSource.transaction(async (manager) => {
          await manager.query('INSERT INTO counted (id, backend) VALUES ($1, pg_backend_pid())', [id]);
          await manager.query('SELECT count(*) FROM counted WHERE id = $1', [id]);
        }),
      ),
    );
    const [row] = await dataSource.query<{ rows: string; backends: string }[]>(
      'SELECT count(*) AS rows, count(DISTINCT backend) AS backends FROM counted',
    );
    expect(Number(row?.rows)).toBe(60);
    expect(Number(row?.backends)).toBeGreaterThan(1);
    expect(Number(row?.backends)).toBeLessThanOrEqual(POOL_SIZE);
  });

  it('lets one holder of a lock work at a time, with limits that end with the lock', async () => {
    const replicas = [1, 2].map(() => new AdvisoryLock({ url: pooled, processName: 'lock-test' }, testLogger()));
    try {
      let working = 0;
      let most = 0;
      const work = async (): Promise<void> => {
        most = Math.max(most, ++working);
        await dataSource.query('SELECT 1');
        working -= 1;
      };
      await Promise.all(Array.from({ length: 40 }, (_, index) => replicas[index % 2]!.hold('one key', work)));
      expect(most).toBe(1);
      // As many as a process may hold, each with a concurrent query.
      await Promise.all(
        ['a', 'b', 'c', 'd'].map((key) => replicas[0]!.hold(key, () => dataSource.query('SELECT pg_sleep(0.05)'))),
      );
      const limits = await Promise.all(Array.from({ length: 20 }, () => show(dataSource, 'lock_timeout')));
      expect(new Set(limits)).toEqual(new Set(['0']));
    } finally {
      await Promise.all(replicas.map((replica) => replica.onApplicationShutdown()));
    }
  });

  it('waits for a lock longer than a request may take', async () => {
    const [first, second] = [1, 2].map(
      () => new AdvisoryLock({ url: pooled, processName: 'lock-test' }, testLogger()),
    ) as [AdvisoryLock, AdvisoryLock];
    // For every connection that is opened from here on.
    const impatient = await startTestPooler({ poolSize: POOL_SIZE });
    const url = impatient.through(direct);
    await dataSource.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database.name} SET statement_timeout = '100ms'`);
    const waiting = new AdvisoryLock({ url, processName: 'lock-test' }, testLogger());
    try {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await expect(client.query('SELECT pg_sleep(1)')).rejects.toThrow('statement timeout');
      await client.end();
      const order: string[] = [];
      await Promise.all([
        first.hold('long', async () => {
          await second.hold('other', () => dataSource.query<unknown>('SELECT pg_sleep(0.5)'));
          order.push('holder');
        }),
        dataSource
          .query('SELECT pg_sleep(0.1)')
          .then(() => waiting.hold('long', async () => void order.push('waiter'))),
      ]);
      expect(order).toEqual(['holder', 'waiter']);
    } finally {
      await dataSource.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database.name} SET statement_timeout = '15s'`);
      await Promise.all([first, second, waiting].map((lock) => lock.onApplicationShutdown()));
      await impatient.stop();
    }
  });

  it('refuses to migrate, and names the variable to change', async () => {
    await expect(
      migrateSchema(schema, { DATABASE_URL: direct, DATABASE_ADMIN_URL: pooler.through(database.adminUrl) }),
    ).rejects.toThrow('DATABASE_ADMIN_URL must lead migrations to Postgres itself');
    expect(await migrateSchema(schema, { DATABASE_URL: pooled, DATABASE_ADMIN_URL: database.adminUrl })).toEqual([]);
  });

  it('does not start with limits of a connection, which poolers refuse', async () => {
    const limited = createDataSource(schema, {
      url: pooled,
      poolSize: 1,
      processName: 'test',
      limits: { statementMs: 1_000, lockMs: 0 },
    });
    await expect(limited.initialize()).rejects.toThrow('unsupported startup parameter');
  });
});

describe('a database connection over TLS', () => {
  let folder: string;
  let secured: TestPooler;
  const authority = async (name: string, pem: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, pem);
    return file;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-authorities-'));
  });
  afterAll(async () => {
    await secured.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('reaches a server whose certificate authority the URL names, and no other', async () => {
    const [own, other] = await Promise.all([createTestCertificate(), createTestCertificate()]);
    secured = await startTestPooler({ poolSize: POOL_SIZE, tls: own });
    const verified = async (file: string): Promise<unknown> => {
      const source = createDataSource(schema, {
        url: `${secured.through(direct)}?sslmode=verify-full&sslrootcert=${file}`,
        poolSize: 1,
        processName: 'test',
      });
      await source.initialize();
      return source.query('SELECT 1 AS one').finally(() => source.destroy());
    };
    expect(await verified(await authority('own.crt', own.certificate))).toEqual([{ one: 1 }]);
    await expect(verified(await authority('other.crt', other.certificate))).rejects.toThrow(/self-signed certificate/);
    const plain = createDataSource(schema, { url: secured.through(direct), poolSize: 1, processName: 'test' });
    await expect(plain.initialize()).rejects.toThrow(/SSL required|server requires/i);
  });
});
