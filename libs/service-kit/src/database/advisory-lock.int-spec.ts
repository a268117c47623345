import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { testLogger } from '../testing/test-logger.ts';
import { AdvisoryLock } from './advisory-lock.ts';

let database: TestDatabase;
let admin: pg.Client;
const locks: AdvisoryLock[] = [];

/** As in a separate replica. */
const replica = (waitLimitMs?: number): AdvisoryLock => {
  const limit = waitLimitMs === undefined ? {} : { waitLimitMs };
  const lock = new AdvisoryLock({ url: database.adminUrl, processName: 'lock-test', ...limit }, testLogger());
  locks.push(lock);
  return lock;
};

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await Promise.all(locks.map((lock) => lock.onApplicationShutdown()));
  await admin.end();
  await database.drop();
});

describe('an advisory lock', () => {
  it('lets one at a time work on a key, over all replicas', async () => {
    const replicas = [replica(), replica()];
    let working = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      working += 1;
      most = Math.max(most, working);
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => replicas[index % 2]!.hold('one key', work)));
    expect(most).toBe(1);
  });

  it('does not let one key wait for another', async () => {
    const lock = replica();
    await lock.hold('a', () => lock.hold('b', async () => undefined));
  });

  it('lets more holders than connections hold two keys each', async () => {
    const lock = replica();
    const both = (index: number): Promise<number> =>
      lock.hold(`person ${index}`, () => lock.hold(`customer ${index}`, async () => index));
    const people = Array.from({ length: 20 }, (_, index) => index);
    await expect(Promise.all(people.map(both))).resolves.toEqual(people);
  });

  it('gives the holder of a key another one before callers that wait for a connection', async () => {
    const lock = replica();
    let goOn: () => void = () => undefined;
    const published = new Promise<void>((resolve) => (goOn = resolve));
    const numbers = [0, 1, 2, 3];
    const people: Promise<number>[] = [];
    const inside = numbers.map(
      (number) =>
        new Promise<void>((resolve) => {
          const work = async (): Promise<number> => {
            resolve();
            await published;
            return lock.hold(`customer ${number}`, async () => number);
          };
          people.push(lock.hold(`person ${number}`, work));
        }),
    );
    await Promise.all(inside);
    const events = numbers.map((number) => lock.hold(`customer ${number}`, async () => number));
    goOn();
    expect(await Promise.all([...people, ...events])).toEqual([...numbers, ...numbers]);
  }, 20_000);

  it('lets no kind of key wait behind a crowd of another kind', async () => {
    const lock = replica();
    const begun: string[] = [];
    let mayEnd = 0;
    /** Ends once as many may end. */
    const begin = (key: string): Promise<void> =>
      lock.hold(key, async () => {
        const place = begun.push(key);
        while (place > mayEnd) await new Promise((resolve) => setImmediate(resolve));
      });
    const crowd = Array.from({ length: 12 }, (_, index) => begin(`customer:${index}`));
    while (begun.length < 4) await new Promise((resolve) => setImmediate(resolve));
    const person = begin('account:1');
    mayEnd = 2;
    while (begun.length < 6) await new Promise((resolve) => setImmediate(resolve));
    mayEnd = Infinity;
    await Promise.all([...crowd, person]);
    expect(begun.slice(4, 6)).toContain('account:1');
  }, 20_000);

  it('is refused where no turn comes in time, as when a provider hangs', async () => {
    const lock = replica(50);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const holders = [0, 1, 2, 3].map((number) => lock.hold(`customer:${number}`, () => ended));
    let hasRun = false;
    const refused = lock
      .hold('account:1', async () => void (hasRun = true))
      .catch((error: { code: string }) => error.code);
    expect(await refused).toBe('service_unavailable');
    end();
    await Promise.all(holders);
    expect(hasRun).toBe(false);
  });

  it('is free again after work that failed', async () => {
    const lock = replica();
    const failing = lock.hold('key', async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(lock.hold('key', async () => 'next')).resolves.toBe('next');
  });

  it('survives the loss of its connection during work, and serves the next caller', async () => {
    const lock = replica();
    const result = await lock.hold('key', async () => {
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lock-test-lock' AND datname = current_database()`,
      );
      // The connection is cut while no query runs on it.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return 'done';
    });
    expect(result).toBe('done');
    await expect(lock.hold('key', async () => 'next')).resolves.toBe('next');
  });
});
