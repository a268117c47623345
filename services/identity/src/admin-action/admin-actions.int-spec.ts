import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, beforeEach } from 'vitest';
import { listActionNames, listAdminActions, loginAdmin, recordAdminAction } from '@lectern/contracts/identity/rpc';
import { adminActed as actedInRegistrations } from '@lectern/contracts/registrations/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { until, untilNoneLeft } from '@lectern/test-kit/until';
import { ADMIN, startIdentity, type TestIdentity } from '../testing/start-identity.ts';
import { shortenOrigins } from './shorten-origins.job.ts';

const origin = { ipAddress: '192.0.2.7', userAgent: 'test' };

const DAY_MS = 24 * 3_600_000;
const BATCH = 500;

let system: TestIdentity;
beforeAll(async () => {
  system = await startIdentity();
});
afterAll(() => system.close());

describe('the record of administrators’ actions', () => {
  beforeAll(async () => {
    const { admin } = await system.rpc.call(loginAdmin, { ...ADMIN, origin });
    await system.database.query('DELETE FROM admin_actions');
    for (let number = 1; number <= 25; number++) {
      const action = number === 7 ? 'create_promo_code' : 'synced_registration';
      const details = number === 9 ? { email: '100%_sure@example.com' } : { email: `person${number}@example.com` };
      await system.rpc.call(recordAdminAction, { by: { adminId: admin.id, role: 'owner', origin }, action, details });
    }
  });

  const list = (query: RpcInput<typeof listAdminActions>) => system.rpc.call(listAdminActions, query);

  it('comes newest first, and page after page without a gap', async () => {
    const all = (await list({})).items;
    expect(all).toHaveLength(25);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 10, cursor });
      expect(page.total).toBe(25);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it('is limited to one administrator and to one action, page after page, and names every action', async () => {
    const created = await list({ action: 'create_promo_code' });
    expect([created.total, created.items.map(({ action }) => action)]).toEqual([1, ['create_promo_code']]);
    const adminId = created.items[0]!.adminId!;
    expect((await list({ adminId })).total).toBe(25);
    expect((await list({ adminId, action: 'synced_registration', q: 'person12@' })).total).toBe(1);
    const first = await list({ adminId, action: 'synced_registration', limit: 20 });
    const second = await list({ adminId, action: 'synced_registration', limit: 20, cursor: first.nextCursor! });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([20, 4, null]);
    expect((await list({ adminId: randomUUID() })).items).toEqual([]);
    expect(await system.rpc.call(listActionNames, {})).toEqual(['create_promo_code', 'synced_registration']);
  });

  it.each([
    ['an action as it is shown', 'Create promo', 1],
    ['an action as it is kept', 'create_promo', 1],
    ['an address among the details', 'PERSON12@example', 1],
    ['signs that mean something to the database', '100%_sure', 1],
    ['such a sign where it is none of the text', 'person1%', 0],
    ['what nobody did', randomUUID(), 0],
  ])('is searched for %s', async (_what, q, found) => {
    expect(await list({ q, limit: 10 })).toMatchObject({ total: found });
  });

  it('is searched for an administrator', async () => {
    const [newest] = (await list({ limit: 1 })).items;
    expect(await list({ q: newest?.adminName.toUpperCase(), limit: 10 })).toMatchObject({ total: 25 });
    expect(newest?.adminName).not.toBe('');
  });

  it('accepts from a service its own actions alone', async () => {
    const { admin } = await system.rpc.call(loginAdmin, { ...ADMIN, origin });
    const connection = patientRedis(system.redis.url, 'test');
    await connection.connect();
    const eventDelivery = new TestEventDelivery(connection, 'identity');
    const did = (action: string) =>
      eventDelivery.deliverAndWait(actedInRegistrations, {
        by: { adminId: admin.id, origin },
        action: action as 'create_event',
        details: { email: 'planted@example.com' },
        at: new Date().toISOString(),
      });
    await did('create_event');
    const others = await Promise.allSettled(['create_administrator', 'create_promo_code'].map(did));
    await eventDelivery.close();
    connection.disconnect();
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await list({ q: 'planted@example.com' })).items.map(({ action }) => action)).toEqual(['create_event']);
  });

  it('has no statuses', async () => {
    await expect(list({ status: 'active' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('the origin of an administrator’s action', () => {
  beforeEach(() => system.database.query('DELETE FROM admin_actions'));

  const add = async (daysAgo: number, ipAddress: string | null, count = 1): Promise<string> => {
    const action = randomUUID();
    await system.database.query(
      `INSERT INTO admin_actions (action, ip_address, user_agent, created_at)
       SELECT $1, $2, 'A browser', $3::timestamptz - number * interval '1 second' FROM generate_series(1, $4::int) AS number`,
      [action, ipAddress, new Date(Date.now() - daysAgo * DAY_MS), count],
    );
    return action;
  };
  const left = async (action: string) => {
    const rows = await system.database.query<{ ip_address: string | null; user_agent: string | null }[]>(
      'SELECT ip_address, user_agent FROM admin_actions WHERE action = $1',
      [action],
    );
    return rows.map(({ ip_address: address, user_agent: agent }) => [address, agent]);
  };
  /** Resolves once no old action has a full origin: the job has run then. */
  const look = async () => {
    const mark = await add(200, '198.51.100.9');
    await system.wake(shortenOrigins);
    await until('the job to have run', async () => (await left(mark))[0]?.[1] === null);
  };

  it('is its network alone after ninety days, and all of it before', async () => {
    const young = await add(89, '192.0.2.7');
    const old = await Promise.all(
      ['192.0.2.7', '2001:db8:1:2::3', '::ffff:192.0.2.7', 'not an address', null].map((address) => add(91, address)),
    );
    await look();
    expect(await left(young)).toEqual([['192.0.2.7', 'A browser']]);
    expect((await Promise.all(old.map(left))).flat()).toEqual(
      ['192.0.2.0', '2001:db8:1::', '192.0.2.0', null, null].map((network) => [network, null]),
    );
  });

  it('counts the days by the product’s clock', async () => {
    const young = await add(89, '192.0.2.7');
    await system.setClockAhead(2 * DAY_MS);
    await look();
    expect(await left(young)).toEqual([['192.0.2.0', null]]);
    await system.setClockAhead(0);
  });

  it('is shown as what is left', async () => {
    await add(89, '192.0.2.7');
    await add(91, '192.0.2.7');
    await look();
    const { items } = await system.rpc.call(listAdminActions, { limit: 2 });
    expect(
      items.map(({ ipAddress, userAgent, isOriginShortened }) => [ipAddress, userAgent, isOriginShortened]),
    ).toEqual([
      ['192.0.2.7', 'A browser', false],
      ['192.0.2.0', null, true],
    ]);
  });

  it('is not touched a second time', async () => {
    const old = await add(91, '192.0.2.7', 3);
    const writers = () =>
      system.database.query<unknown[]>('SELECT xmin, ip_address FROM admin_actions WHERE action = $1 ORDER BY id', [
        old,
      ]);
    await look();
    const firstWriters = await writers();
    await look();
    expect(await writers()).toEqual(firstWriters);
  });

  it('of thousands of actions is shortened a few hundred at a time, run after run', async () => {
    await add(100, '192.0.2.7', 3_000);
    await system.wake(shortenOrigins);
    await untilNoneLeft('all of them to be shortened', async () => {
      const [row] = await system.database.query<[{ whole: number }]>(
        'SELECT count(*)::int AS whole FROM admin_actions WHERE NOT is_origin_shortened',
      );
      return row.whole;
    });
    const [most] = await system.database.query<[{ most: number }]>(
      'SELECT max(count)::int AS most FROM (SELECT count(*) FROM admin_actions GROUP BY xmin::text) AS transactions',
    );
    expect(most).toEqual({ most: BATCH });
  });

  it('skips an action that another transaction locks, and is shortened there afterwards', async () => {
    const holder = system.database.createQueryRunner();
    /** A run that began in the test before may be first. */
    const addLocked = async (): Promise<string> => {
      const action = await add(300, '192.0.2.7');
      await holder.startTransaction();
      await holder.query('SELECT 1 FROM admin_actions WHERE action = $1 FOR UPDATE', [action]);
      if ((await left(action))[0]?.[1] !== null) return action;
      await holder.rollbackTransaction();
      return addLocked();
    };
    const held = await addLocked();
    await look();
    expect(await left(held)).toEqual([['192.0.2.7', 'A browser']]);
    await holder.rollbackTransaction();
    await holder.release();
    await look();
    expect(await left(held)).toEqual([['192.0.2.0', null]]);
  });

  it('is found by an index', async () => {
    await add(100, '192.0.2.7', 5_000);
    await system.database.query('UPDATE admin_actions SET is_origin_shortened = true');
    await system.database.query('VACUUM ANALYZE admin_actions');
    const plan = await system.database.query<{ 'QUERY PLAN': string }[]>(
      'EXPLAIN SELECT id FROM admin_actions WHERE NOT is_origin_shortened AND created_at < now() ORDER BY created_at LIMIT 500 FOR UPDATE SKIP LOCKED',
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('admin_actions_whole_origin');
  });
});
