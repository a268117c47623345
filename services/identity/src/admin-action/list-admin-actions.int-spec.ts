import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listAdminActions, loginAdmin, recordAdminAction } from '@lectern/contracts/identity/rpc';
import { adminActed as actedInRegistrations } from '@lectern/contracts/registrations/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { ADMIN, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const origin = { ipAddress: '192.0.2.7', userAgent: 'test' };

describe('the record of administrators’ actions', () => {
  let system: TestIdentity;
  beforeAll(async () => {
    system = await startIdentity();
    const { admin } = await system.rpc.call(loginAdmin, { ...ADMIN, origin });
    await system.database.query('DELETE FROM admin_actions');
    for (let number = 1; number <= 25; number++) {
      const action = number === 7 ? 'create_promo_code' : 'synced_registration';
      const details = number === 9 ? { email: '100%_sure@example.com' } : { email: `person${number}@example.com` };
      await system.rpc.call(recordAdminAction, { by: { adminId: admin.id, origin }, action, details });
    }
  });
  afterAll(() => system.close());

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
