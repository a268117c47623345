import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAdminActions, loginAdmin } from '@lectern/contracts/identity/rpc';
import { VIEWS_MAX } from '@lectern/contracts/identity/saved-view';
import { changeView, deleteView, listSavedViews, saveView } from '@lectern/contracts/identity/saved-view-rpc';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import type { RpcInput } from '@lectern/contracts/rpc';
import { ADMIN, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const origin = { ipAddress: '192.0.2.7', userAgent: 'test' };
const definition = {
  q: 'ada',
  filters: [{ key: 'status', value: 'pending' }],
  sort: 'registeredAt',
  hidden: ['experience'],
};
const content = { name: 'Unpaid', isShared: false, definition };

let system: TestIdentity;
let owner: string;
let other: string;

beforeAll(async () => {
  system = await startIdentity();
  owner = (await system.rpc.call(loginAdmin, { ...ADMIN, origin })).admin.id;
  other = randomUUID();
  await system.database.query(
    `INSERT INTO admins (id, email, email_key, name, role, password_hash, created_at)
     SELECT $1, 'other@lectern.test', 'other@lectern.test', 'Another Administrator', 'owner', password_hash, now() FROM admins WHERE id = $2`,
    [other, owner],
  );
});
afterAll(() => system.close());
beforeEach(async () => {
  await system.database.query('DELETE FROM saved_views');
  await system.database.query(`DELETE FROM admin_actions WHERE action LIKE '%_view'`);
});

const by = (adminId: string, role: StaffRole = 'owner') => ({ adminId, role, origin });
const save = (adminId: string, changes: Partial<RpcInput<typeof saveView>> = {}) =>
  system.rpc.call(saveView, { by: by(adminId, 'manager'), list: 'tournaments', ...content, ...changes });
const seenBy = async (adminId: string) =>
  (await system.rpc.call(listSavedViews, { by: by(adminId), list: 'tournaments' })).map(({ name, isOwn }) => ({
    name,
    isOwn,
  }));
const recorded = async () =>
  (await system.rpc.call(listAdminActions, { q: '_view', limit: 10 })).items.map(({ action, details }) => ({
    action,
    details,
  }));

describe('a saved view', () => {
  it('comes back as it was saved, to its owner alone, for its list alone', async () => {
    const saved = await save(owner);
    expect(saved).toMatchObject({ list: 'tournaments', ...content, isOwn: true });
    await save(owner, { list: 'events', name: 'Open' });
    expect(await system.rpc.call(listSavedViews, { by: by(owner), list: 'tournaments' })).toEqual([saved]);
    expect(await seenBy(other)).toEqual([]);
  });

  it('is seen by all administrators while it is shared, and changed by its owner alone', async () => {
    const { id } = await save(owner, { isShared: true });
    expect(await seenBy(other)).toEqual([{ name: 'Unpaid', isOwn: false }]);
    const change = { by: by(other, 'manager'), id, ...content, name: 'Mine' };
    await expect(system.rpc.call(changeView, change)).rejects.toMatchObject({ code: 'view_not_own' });
    await expect(system.rpc.call(deleteView, { by: by(other, 'manager'), id })).rejects.toMatchObject({
      code: 'view_not_own',
    });
    expect(await system.rpc.call(changeView, { ...change, by: by(owner), isShared: false })).toMatchObject({
      name: 'Mine',
      isShared: false,
    });
    // No longer shared, it does not exist for others.
    await expect(system.rpc.call(changeView, change)).rejects.toMatchObject({ code: 'not_found' });
    await expect(system.rpc.call(deleteView, { by: by(other), id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await seenBy(owner)).toEqual([{ name: 'Mine', isOwn: true }]);
  });

  it('is deleted by an owner as well while it is shared, also one of a deactivated administrator, and the record says whose it was', async () => {
    const { id } = await save(other, { isShared: true });
    const change = { by: by(owner), id, ...content, name: 'Mine' };
    await expect(system.rpc.call(changeView, change)).rejects.toMatchObject({ code: 'view_not_own' });
    await system.database.query('UPDATE admins SET is_active = false WHERE id = $1', [other]);
    expect(await system.rpc.call(deleteView, { by: by(owner), id })).toEqual({ name: 'Unpaid' });
    await system.database.query('UPDATE admins SET is_active = true WHERE id = $1', [other]);
    expect(await seenBy(other)).toEqual([]);
    expect((await recorded())[0]).toEqual({
      action: 'delete_view',
      details: { viewId: id, list: 'tournaments', shared: true, savedBy: 'Another Administrator' },
    });
    // One that is not shared is no owner’s business.
    const { id: own } = await save(other);
    await expect(system.rpc.call(deleteView, { by: by(owner), id: own })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is of a list that its reader may see', async () => {
    const refused = { code: 'permission_missing' };
    const { id } = await save(owner, { list: 'debate-club', isShared: true });
    for (const list of ['debate-club', 'activity'] as const) {
      const reader = by(other, 'editor');
      await expect(system.rpc.call(listSavedViews, { by: reader, list })).rejects.toMatchObject(refused);
      await expect(system.rpc.call(saveView, { by: reader, list, ...content })).rejects.toMatchObject(refused);
    }
    const demoted = { by: by(owner, 'editor'), id };
    await expect(system.rpc.call(changeView, { ...demoted, ...content })).rejects.toMatchObject(refused);
    expect(await system.rpc.call(listSavedViews, { by: by(other, 'viewer'), list: 'debate-club' })).toHaveLength(1);
    // Views from a former role can be removed.
    expect(await system.rpc.call(deleteView, demoted)).toEqual({ name: 'Unpaid' });
  });

  it('has a name that its owner gave to no other one of the list, in any letter case', async () => {
    const { id } = await save(owner);
    await expect(save(owner, { name: 'UNPAID' })).rejects.toMatchObject({ code: 'view_name_taken' });
    await save(owner, { list: 'events' });
    await save(other);
    const second = await save(owner, { name: 'Waiting' });
    await expect(
      system.rpc.call(changeView, { by: by(owner), id: second.id, ...content, name: 'unpaid' }),
    ).rejects.toMatchObject({ code: 'view_name_taken' });
    // Its own name in another letter case is free.
    expect(await system.rpc.call(changeView, { by: by(owner), id, ...content, name: 'unpaid' })).toMatchObject({
      name: 'unpaid',
    });
  });

  it('is saved once by two requests at the same moment', async () => {
    const results = await Promise.allSettled([save(owner), save(owner), save(owner)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'view_name_taken' });
    expect(await seenBy(owner)).toHaveLength(1);
  });

  it('is refused above the limit of an administrator', async () => {
    await system.database.query(
      `INSERT INTO saved_views (id, admin_id, list, name, is_shared, definition, created_at)
       SELECT gen_random_uuid(), $1, 'events', 'View ' || n, false, '{}', now() FROM generate_series(1, $2::int) n`,
      [owner, VIEWS_MAX],
    );
    await expect(save(owner)).rejects.toMatchObject({ code: 'too_many_views' });
    await save(other);
  });

  it('is recorded with each change', async () => {
    const { id } = await save(owner);
    await system.rpc.call(changeView, { by: by(owner), id, ...content, isShared: true });
    expect(await system.rpc.call(deleteView, { by: by(owner), id })).toEqual({ name: 'Unpaid' });
    // Neither the name nor the search, in which a person may be.
    const details = { viewId: id, list: 'tournaments' };
    expect(await recorded()).toEqual([
      { action: 'delete_view', details: { ...details, shared: true } },
      { action: 'change_view', details: { ...details, shared: true } },
      { action: 'save_view', details: { ...details, shared: false } },
    ]);
    // A second deletion changes and records nothing.
    await expect(system.rpc.call(deleteView, { by: by(owner), id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await recorded()).toHaveLength(3);
  });

  it('goes with its administrator', async () => {
    const leaving = randomUUID();
    await system.database.query(
      `INSERT INTO admins (id, email, email_key, name, role, password_hash, created_at)
       SELECT $1, 'leaving@lectern.test', 'leaving@lectern.test', 'Leaving', 'viewer', password_hash, now() FROM admins WHERE id = $2`,
      [leaving, owner],
    );
    await save(leaving, { isShared: true });
    expect(await seenBy(owner)).toHaveLength(1);
    await system.database.query('DELETE FROM admin_actions WHERE admin_id = $1', [leaving]);
    await system.database.query('DELETE FROM admins WHERE id = $1', [leaving]);
    expect(await seenBy(owner)).toEqual([]);
  });
});
