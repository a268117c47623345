import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operateOn } from './testing/operate.ts';
import { callApi, patiently } from './testing/person.ts';
import { setupCodesOf } from './testing/setup-code.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* The first start of a system whose environment names no administrator, with two replicas of each service. */

/** 30 public writes a minute. */
const RATE_LIMIT_SCALE = '3';
const PASSWORD = 'seventeen quiet llamas';

let system: RunningSystem;
let code: string;

beforeAll(async () => {
  system = await startSystem({ ADMIN_EMAIL: 'none', RATE_LIMIT_SCALE, LECTERN_REPLICAS: '2' });
});
afterAll(() => system.stop());

const form = (differences: Record<string, unknown> = {}) => ({
  setupId: 'a'.repeat(32),
  code,
  name: 'Harbor',
  fullName: 'Harbor Debate & Speech',
  founded: '2026',
  supportEmail: 'help@harbor.example',
  timeZone: 'Europe/Berlin',
  color: '#004080',
  secondColor: '#1b5e20',
  yourName: 'Noor Haddad',
  email: 'noor@example.com',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  startWith: 'empty',
  ...differences,
});
const post = (path: string, body: object) => callApi(system, 'POST', `/api/admin/setup${path}`, { body });
const read = async <T>(path: string): Promise<T> => (await callApi(system, 'GET', path)).body as T;
const leadsTo = async (path: string, siteUrl = system.siteUrl): Promise<string | null> =>
  (await fetch(siteUrl + path, { redirect: 'manual' })).headers.get('location');
const ends = async (signal: 'SIGSTOP' | 'SIGCONT', service: string): Promise<void> => {
  const { processes } = await system.run();
  for (const { pid } of processes.filter(({ name }) => name === service || name === `${service}-2`))
    process.kill(pid, signal);
};

describe('a system without an administrator', () => {
  it('leads every page of administrators to the setup, whose code one replica has written to its log', async () => {
    const codes = await setupCodesOf(system);
    expect(codes).toHaveLength(1);
    code = codes[0]!;
    for (const path of ['/admin', '/admin/login', '/admin/people']) expect(await leadsTo(path)).toBe('/admin/setup');
    expect((await fetch(`${system.siteUrl}/admin/setup`)).status).toBe(200);
    expect(await leadsTo('/about')).toBeNull();
  });

  it('gives the holder of the code alone anything, and takes the newest code alone', async () => {
    for (const path of ['/code', '']) {
      const body = path === '' ? form({ code: 'wrong' }) : { code: 'wrong' };
      expect(await post(path, body)).toMatchObject({ status: 400, body: { code: 'code_wrong' } });
    }
    expect((await post('/code', { code })).status).toBe(200);
    const { said } = await operateOn(system, ['setup-code']);
    const newer = /setup code is ([\w-]+)\./.exec(said)![1]!;
    expect(await post('/code', { code })).toMatchObject({ status: 400, body: { code: 'code_wrong' } });
    code = newer;
    expect((await post('/code', { code })).status).toBe(200);
  });

  it('refuses wrong fields by their names, and changes nothing', async () => {
    const { status, body } = await post(
      '',
      form({ color: '#ff8d7d', timeZone: 'Mars/Olympus', password: 'short', founded: '', supportEmail: 'help' }),
    );
    expect([status, Object.keys(body['fields'] as object)]).toEqual([
      400,
      ['founded', 'supportEmail', 'timeZone', 'color', 'password', 'confirmPassword'],
    ]);
    expect(await post('', form({ password: 'harbor harbor', confirmPassword: 'harbor harbor' }))).toMatchObject({
      status: 400,
      body: { code: 'password_common', fields: { password: expect.any(String) as string } },
    });
    expect(await read<object>('/api/site')).toMatchObject({ profile: { name: 'Lectern' } });
  });

  it('stays open where a service fails in the middle, and one of two browsers finishes it afterwards', async () => {
    await ends('SIGSTOP', 'content');
    const failed = await post('', form({ name: 'Early' }));
    await ends('SIGCONT', 'content');
    expect([failed.status, failed.body['code']]).toEqual([503, 'service_unavailable']);
    expect(await leadsTo('/admin')).toBe('/admin/setup');
    const other = form({ setupId: 'b'.repeat(32), name: 'Bay', email: 'sam@example.com' });
    const [mine, theirs] = await Promise.all([post('', form()), post('', other)]);
    expect([mine.status, theirs.status, theirs.body['code']]).toEqual([200, 409, 'setup_under_way']);
    expect(mine.body).toEqual({ message: 'The setup is done. Log in with noor@example.com.' });
  });

  it('is set up then: with its profile, without samples, and with an owner whose setup is recorded', async () => {
    const login = await callApi<{ token: string; admin: object }>(system, 'POST', '/api/admin/login', {
      body: { email: 'noor@example.com', password: PASSWORD },
    });
    expect(login.body).toMatchObject({ admin: { name: 'Noor Haddad', role: 'owner' } });
    await patiently('the gateways to notice', async () => {
      expect(await read<object>('/api/site')).toMatchObject({
        profile: { name: 'Harbor', timeZone: 'Europe/Berlin' },
        team: { people: [] },
      });
      expect(await read('/api/blog')).toEqual([]);
    });
    expect(await read('/api/testimonials')).toEqual([]);
    expect(await read('/api/events')).toEqual([]);
    const actions = await callApi<{ items: object[] }>(system, 'GET', '/api/admin/actions?limit=5', {
      token: login.body.token,
    });
    expect(JSON.stringify(actions.body)).toContain('complete_setup');
  });

  it('answers a repeated request of that browser as before, and everybody else as if there were no setup', async () => {
    expect((await post('', form())).status).toBe(200);
    const closed = { status: 404, body: { code: 'route_unknown' } };
    expect(await post('', form({ setupId: 'c'.repeat(32) }))).toMatchObject(closed);
    expect(await post('', form({ email: 'sam@example.com' }))).toMatchObject(closed);
    expect(await post('/code', { code })).toMatchObject(closed);
    expect(await post('/code', { code: 'wrong' })).toMatchObject(closed);
    for (const path of ['/code', '']) {
      expect(await post(path, {})).toMatchObject(closed);
      const malformed = await fetch(`${system.siteUrl}/api/admin/setup${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      });
      expect([malformed.status, await malformed.json()]).toMatchObject([404, { code: 'route_unknown' }]);
    }
    for (const siteUrl of system.siteUrls) {
      expect(await leadsTo('/admin/setup', siteUrl)).toBe('/admin/login');
      expect(await leadsTo('/admin', siteUrl)).toBeNull();
    }
    expect(await operateOn(system, ['setup-code'])).toMatchObject({
      status: 1,
      said: expect.stringContaining('An administrator exists') as string,
    });
  });

  it('limits how often a code can be tried', async () => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 31; attempt += 1) statuses.add((await post('/code', { code: 'wrong' })).status);
    expect(statuses).toContain(429);
  });
});
