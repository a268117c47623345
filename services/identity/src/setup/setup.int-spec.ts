import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator } from '@lectern/contracts/identity/operator-rpc';
import { loginAdmin } from '@lectern/contracts/identity/rpc';
import * as setup from '@lectern/contracts/identity/setup-rpc';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };
const MINE = 'a'.repeat(32);
const OTHERS = 'b'.repeat(32);
const NOOR = { name: 'Noor Haddad', email: ' Noor@Example.com ', password: 'seventeen quiet llamas' };
const SAM = { name: 'Sam Rivera', email: 'sam@example.com', password: 'eleven loud parrots' };

let system: TestIdentity;
let code: string;

beforeAll(async () => {
  system = await startIdentity({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
});
beforeEach(async () => {
  await system.forgetFailures();
  await system.database.query('DELETE FROM admin_actions; DELETE FROM admins');
  code = (await system.rpc.call(setup.makeSetupCode, {})).code!;
});
afterAll(() => system.close());

const isOpen = async (): Promise<boolean> => (await system.rpc.call(setup.readSetup, {})).isOpen;
const begin = (administrator = NOOR, setupId = MINE, typed = code) =>
  system.rpc.call(setup.beginSetup, { setupId, code: typed, association: 'Harbor', administrator, origin });
const complete = (administrator = NOOR, setupId = MINE, typed = code) =>
  system.rpc.call(setup.completeSetup, { setupId, code: typed, administrator, startWith: 'empty', origin });
const emails = async (): Promise<string[]> =>
  (await system.database.query<{ email: string }[]>('SELECT email FROM admins')).map(({ email }) => email);

describe('the setup', () => {
  it('waits from the first start, with one code for all replicas, of which the hash alone is stored', async () => {
    const fresh = await startIdentity({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    const rows = await fresh.database.query<{ code_hash: string }[]>('SELECT code_hash FROM setup');
    expect(rows).toEqual([expect.objectContaining({ code_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })]);
    await fresh.close();
    expect(await isOpen()).toBe(true);
    expect(JSON.stringify(await system.database.query('SELECT * FROM setup'))).not.toContain(code);
  });

  it('does not wait where the environment names an administrator', async () => {
    const named = await startIdentity();
    expect(await named.rpc.call(setup.readSetup, {})).toEqual({ isOpen: false });
    expect(await named.database.query('SELECT * FROM setup')).toEqual([]);
    expect(await named.rpc.call(setup.makeSetupCode, {})).toEqual({ code: null });
    expect(await codeOf(named.rpc.call(setup.checkSetupCode, { code }))).toBe('route_unknown');
    await named.close();
  });

  it('takes its code however it is typed, and no other', async () => {
    const typed = code.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l');
    expect(await codeOf(system.rpc.call(setup.checkSetupCode, { code: typed }))).toBe('answered');
    for (const wrong of ['', '0000-0000-0000-0000', `${code}0`, code.slice(1)]) {
      expect(await codeOf(system.rpc.call(setup.checkSetupCode, { code: wrong }))).toBe('code_wrong');
      expect(await codeOf(begin(NOOR, MINE, wrong))).toBe('code_wrong');
      expect(await codeOf(complete(NOOR, MINE, wrong))).toBe('code_wrong');
    }
    expect(await emails()).toEqual([]);
  });

  it('takes no code that a newer one voided, not even of a browser that is finishing', async () => {
    await begin();
    const { code: newer } = await system.rpc.call(setup.makeSetupCode, {});
    expect(await codeOf(complete())).toBe('code_wrong');
    expect(await codeOf(begin())).toBe('code_wrong');
    await begin(SAM, OTHERS, newer!);
    await complete(SAM, OTHERS, newer!);
    expect(await emails()).toEqual([SAM.email]);
  });

  it('makes the first administrator, an owner under the announced id, recorded with the origin', async () => {
    const { adminId, isDone } = await begin();
    expect(isDone).toBe(false);
    await complete();
    const { admin } = await system.rpc.call(loginAdmin, { email: 'noor@example.com', password: NOOR.password, origin });
    expect(admin).toMatchObject({ id: adminId, name: NOOR.name, role: 'owner', email: 'Noor@Example.com' });
    expect(await system.database.query('SELECT admin_id, details, ip_address FROM admin_actions')).toContainEqual({
      admin_id: adminId,
      details: { email: 'noor@example.com', role: 'owner', startWith: 'empty' },
      ip_address: origin.ipAddress,
    });
    expect(await isOpen()).toBe(false);
  });

  it('answers nobody afterwards, but for a repeated request of the browser that finished it', async () => {
    await begin();
    await Promise.all([complete(), complete(), complete()]);
    await complete();
    expect(await begin()).toMatchObject({ isDone: true });
    expect(await emails()).toHaveLength(1);
    const { length } = await system.database.query<unknown[]>(
      `SELECT 1 FROM admin_actions WHERE action = 'complete_setup'`,
    );
    expect(length).toBe(1);
    const others = [
      begin(NOOR, OTHERS),
      begin(SAM),
      begin({ ...NOOR, password: SAM.password }),
      begin(NOOR, MINE, 'wrong'),
      complete(SAM, OTHERS),
      system.rpc.call(setup.checkSetupCode, { code }),
    ];
    expect(await Promise.all(others.map(codeOf))).toEqual(others.map(() => 'route_unknown'));
    expect(await system.rpc.call(setup.makeSetupCode, {})).toEqual({ code: null });
  });

  it('is finished by one of two browsers', async () => {
    const begun = await Promise.all([codeOf(begin()), codeOf(begin(SAM, OTHERS))]);
    expect(begun.toSorted()).toEqual(['answered', 'setup_under_way']);
    const outcomes = await Promise.all([codeOf(complete()), codeOf(complete(SAM, OTHERS))]);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    expect(await emails()).toHaveLength(1);
  });

  it('is free for another browser a minute after the last request of one that gave up', async () => {
    await begin();
    expect(await codeOf(begin(SAM, OTHERS))).toBe('setup_under_way');
    await system.database.query(`UPDATE setup SET claimed_at = claimed_at - interval '61 seconds'`);
    expect(await codeOf(begin(SAM, OTHERS))).toBe('answered');
    expect(await codeOf(complete())).toBe('setup_under_way');
    expect(await codeOf(begin())).toBe('setup_under_way');
    await complete(SAM, OTHERS);
    expect(await emails()).toEqual([SAM.email]);
  });

  it('refuses a password that is guessed from what the form says, before anything changes', async () => {
    for (const password of ['harbor harbor', 'noor.haddad.noor', 'Password1234'])
      expect(await codeOf(begin({ ...NOOR, password }))).toBe('password_common');
    expect(await system.database.query('SELECT claimed_by FROM setup')).toEqual([{ claimed_by: null }]);
  });

  it('closes when an operator makes an administrator', async () => {
    await begin();
    await system.rpc.call(createAdministrator, SAM);
    expect(await codeOf(complete())).toBe('route_unknown');
    expect(await emails()).toEqual([SAM.email]);
  });
});
