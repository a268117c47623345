import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '@lectern/contracts/registry';
import { type Permission, roleMay } from '@lectern/contracts/identity/permission';
import { VIEWED_LISTS } from '@lectern/contracts/identity/saved-view';
import { STAFF_ROLES, type StaffRole } from '@lectern/contracts/identity/staff-role';
import type { RouteContract } from '@lectern/contracts/route';
import { adminTokenOf, type Answer, callApi, patiently } from './testing/person.ts';
import { newStaff, type Staff } from './testing/staff.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Every route for administrators × every role, at the running gateway. The permission that a route declares determines the expected
 * result of each cell; for routes with money, erasure, sending, staff and settings a table says it again, so that a wrong declaration
 * is seen. Callers without an administrator's session: authorization.int-spec.
 */
const MISSING = '00000000-0000-4000-8000-000000000000';
const PASSWORD_HELD = { currentPassword: 'not the password' };

const nameOf = ({ method, path }: Pick<RouteContract, 'method' | 'path'>): string => `${method} ${path}`;
const ADMIN_ROUTES = ROUTES.filter(({ audience }) => audience === 'admin');

/** Not derived from the contracts: the routes that need each of these permissions, and the roles that have it. */
const GUARDED: Partial<
  Record<Permission, { readonly roles: readonly StaffRole[]; readonly routes: readonly string[] }>
> = {
  'payments:read': {
    roles: ['owner', 'manager', 'treasurer', 'director'],
    routes: [
      'GET /api/admin/analytics/revenue',
      'GET /api/admin/members/:userId/credit',
      'GET /api/admin/offline-payments/:id',
      'GET /api/admin/payments',
      'GET /api/admin/payments/:id',
      'GET /api/admin/payments/:id/receipt',
      'GET /api/admin/payments/statement',
      'GET /api/admin/payments/statement/file',
      'GET /api/admin/payments/totals',
      'GET /api/admin/reconciliations',
    ],
  },
  'payments:refund': {
    roles: ['owner', 'manager', 'treasurer'],
    routes: ['POST /api/admin/members/:userId/credit', 'POST /api/admin/payments/:id/refunds'],
  },
  'payments:record': {
    roles: ['owner', 'manager', 'treasurer'],
    routes: [
      'GET /api/admin/offline-payments/payable/:registrationId',
      'POST /api/admin/offline-payments',
      'POST /api/admin/offline-payments/:id/corrections',
      'POST /api/admin/offline-payments/:id/undo',
    ],
  },
  'memberships:write': {
    roles: ['owner', 'manager', 'treasurer'],
    routes: [
      'GET /api/admin/cancellation-offer',
      'POST /api/admin/members/:userId/membership',
      'POST /api/admin/members/:userId/membership/preview',
      'PUT /api/admin/cancellation-offer',
    ],
  },
  'promo-codes:write': {
    roles: ['owner', 'manager', 'treasurer'],
    routes: ['DELETE /api/admin/promo-codes/:id', 'POST /api/admin/promo-codes'],
  },
  'people:erase': {
    roles: ['owner', 'manager'],
    routes: ['GET /api/admin/people/erasures/:id', 'POST /api/admin/people/erase'],
  },
  'people:view-as': { roles: ['owner', 'manager'], routes: ['POST /api/admin/members/:userId/view'] },
  'people:export': {
    roles: ['owner', 'manager', 'treasurer', 'director'],
    routes: [
      'GET /api/admin/debate-club-registrations/emails',
      'GET /api/admin/export/:kind',
      'GET /api/admin/people/data',
    ],
  },
  'email:send': {
    roles: ['owner', 'manager'],
    routes: ['cancel', 'pause', 'resume', 'schedule', 'send', 'send-to-missed', 'unschedule'].map(
      (action) => `POST /api/admin/email-campaigns/:id/${action}`,
    ),
  },
  'inbox:write': {
    roles: ['owner', 'manager', 'director'],
    routes: [
      'DELETE /api/admin/canned-replies/:id',
      'GET /api/admin/canned-replies',
      'GET /api/admin/conversations',
      'GET /api/admin/conversations/:id',
      'GET /api/admin/inbox/assignees',
      'GET /api/admin/inbox/count',
      'POST /api/admin/canned-replies',
      'POST /api/admin/conversations/:id/close',
      'POST /api/admin/conversations/:id/reopen',
      'POST /api/admin/conversations/:id/replies',
      'PUT /api/admin/canned-replies/:id',
      'PUT /api/admin/conversations/:id/assignee',
    ],
  },
  'staff:read': {
    roles: ['owner', 'manager'],
    routes: [
      'GET /api/admin/actions',
      'GET /api/admin/actions/names',
      'GET /api/admin/administrators',
      'GET /api/admin/staff-policy',
    ],
  },
  'staff:write': {
    roles: ['owner'],
    routes: [
      'POST /api/admin/administrators',
      'PUT /api/admin/administrators/:id',
      'PUT /api/admin/administrators/:id/role',
      'PUT /api/admin/staff-policy',
    ],
  },
  'settings:write': { roles: ['owner', 'manager'], routes: ['POST /api/admin/logos'] },
  'system:write': { roles: ['owner'], routes: ['POST /api/admin/queues/retry'] },
};

/** The routes that a session reaches before the second factor that its role requires. */
const BEFORE_SECOND_FACTOR = [
  'GET /api/admin/me',
  'GET /api/admin/second-factor',
  'POST /api/admin/logout',
  'POST /api/admin/second-factor/start',
  'POST /api/admin/second-factor/turn-on',
];

/** They end the session that asks: tried with a session of their own. */
const ENDS_SESSION = ['POST /api/admin/logout'];

let system: RunningSystem;
let staff: Record<StaffRole, Staff>;

beforeAll(async () => {
  system = await startSystem({ RATE_LIMIT_SCALE: '10000', TRUSTED_PROXIES: '127.0.0.1,::1' });
  const made: [StaffRole, Staff][] = [];
  for (const role of STAFF_ROLES) made.push([role, await patiently(role, () => newStaff(system, role))]);
  staff = Object.fromEntries(made) as Record<StaffRole, Staff>;
});
afterAll(() => system.stop());

let caller = 0;
/** Without valid input, so that nothing changes: a caller who is let in gets an error about it. */
const tryOne = (route: RouteContract, token: string): Promise<Answer> => {
  caller += 1;
  return callApi(system, route.method, route.path.replace(':kind', 'newsletter').replace(/:\w+/g, MISSING), {
    token,
    headers: { 'x-forwarded-for': `10.0.${caller >> 8}.${caller & 255}` },
    ...(route.body !== undefined && route.takesFile === undefined && { body: PASSWORD_HELD }),
  });
};

const cellOf = ({ status, body }: Answer): string =>
  status === 401 || status === 403 || status >= 500 ? `${status} ${String(body['code'])}` : 'in';

/** The cells of a role that are not as expected. */
const wrongCells = async (
  token: string,
  expected: (route: RouteContract) => string,
  routes: readonly RouteContract[] = ADMIN_ROUTES,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const route of routes.filter((each) => !ENDS_SESSION.includes(nameOf(each)))) {
    const answer = await tryOne(route, token);
    const cell = cellOf(answer);
    if (cell !== expected(route)) wrong.push(`${nameOf(route)}: ${cell} instead of ${expected(route)}`);
    else if (cell !== 'in' && Object.keys(answer.body).join() !== 'code,message,correlationId')
      wrong.push(`${nameOf(route)} shows ${Object.keys(answer.body).join()}`);
  }
  return wrong;
};

describe('access to administrators’ routes', () => {
  it('has the guarded permissions on the routes that the table names, and on no other', () => {
    for (const [permission, { routes }] of Object.entries(GUARDED))
      expect({
        permission,
        routes: ADMIN_ROUTES.filter((route) => route.permission === permission)
          .map(nameOf)
          .toSorted(),
      }).toEqual({ permission, routes });
    const open = ADMIN_ROUTES.filter(({ permission }) => permission === 'sign-in').map(nameOf);
    expect(open.toSorted()).toEqual(BEFORE_SECOND_FACTOR);
  });

  it.each(STAFF_ROLES)('is as declared for the role %s', async (role) => {
    const expected = ({ permission }: RouteContract): string =>
      roleMay(role, permission!) ? 'in' : '403 permission_missing';
    expect(await wrongCells(staff[role].token, expected)).toEqual([]);
    // Against the table, which does not know the contracts.
    const said = Object.values(GUARDED).flatMap(({ roles, routes }) => routes.map((name) => ({ name, roles })));
    for (const { name, roles } of said) {
      const route = ADMIN_ROUTES.find((each) => nameOf(each) === name)!;
      expect({ name, cell: cellOf(await tryOne(route, staff[role].token)) }).toEqual({
        name,
        cell: roles.includes(role) ? 'in' : '403 permission_missing',
      });
    }
  });

  it('to the saved views of a list is that to the list', async () => {
    const needed: Readonly<Record<string, readonly StaffRole[]>> = {
      'debate-club': ['owner', 'manager', 'treasurer', 'director', 'viewer'],
      tournaments: ['owner', 'manager', 'treasurer', 'director', 'viewer'],
      bootcamp: ['owner', 'manager', 'treasurer', 'director', 'viewer'],
      workshops: ['owner', 'manager', 'treasurer', 'director', 'viewer'],
      newsletter: ['owner', 'manager', 'treasurer', 'director', 'viewer'],
      people: ['owner', 'manager', 'treasurer', 'director', 'viewer'],
      payments: ['owner', 'manager', 'treasurer', 'director'],
      activity: ['owner', 'manager'],
    };
    for (const list of VIEWED_LISTS) {
      for (const role of STAFF_ROLES) {
        const { token } = staff[role];
        const definition = { q: 'ada@example.com', filters: [], hidden: [] };
        const answers = [
          await callApi(system, 'GET', `/api/admin/views?list=${list}`, { token }),
          await callApi(system, 'POST', '/api/admin/views', {
            token,
            body: { list, name: list, isShared: true, definition },
          }),
        ];
        const cell = needed[list]?.includes(role) === false ? '403 permission_missing' : 'in';
        expect({ list, role, cells: answers.map(cellOf) }).toEqual({ list, role, cells: [cell, cell] });
      }
    }
  });

  it('to a text of the site is that to settings for the association’s own data, and its links are not for every reader', async () => {
    const changing: Readonly<Record<string, readonly StaffRole[]>> = {
      team: ['owner', 'manager', 'editor'],
      weeklySession: ['owner', 'manager', 'editor'],
      profile: ['owner', 'manager'],
      meetingPlaces: ['owner', 'manager'],
    };
    const reading: Readonly<Record<string, readonly StaffRole[]>> = {
      ...Object.fromEntries(Object.keys(changing).map((key) => [key, STAFF_ROLES])),
      meetingPlaces: ['owner', 'manager', 'editor'],
    };
    for (const key of Object.keys(changing)) {
      const { body: current } = await callApi(system, 'GET', `/api/admin/site/${key}`, { token: staff.owner.token });
      for (const role of STAFF_ROLES) {
        const { token } = staff[role];
        const path = `/api/admin/site/${key}`;
        const [read, version, save, restore] = [
          await callApi(system, 'GET', path, { token }),
          await callApi(system, 'GET', `${path}/versions/1`, { token }),
          // The current words again, which save nothing.
          await callApi(system, 'PUT', '/api/admin/site', {
            token,
            body: { key, value: current['value'], version: 1 },
          }),
          await callApi(system, 'POST', `${path}/restore`, { token, body: { version: 1, restore: 1 } }),
        ].map(cellOf);
        const cell = (roles: readonly StaffRole[] = []): string =>
          roles.includes(role) ? 'in' : '403 permission_missing';
        expect({ key, role, read, version, save, restore }).toEqual({
          key,
          role,
          read: cell(reading[key]),
          version: cell(reading[key]),
          save: cell(changing[key]),
          restore: cell(changing[key]),
        });
      }
    }
  });

  it('to the Zoom link of an event is for staff who write events or content', async () => {
    const zoomLink = 'https://zoom.us/j/8005551234';
    const { body: made } = await callApi<{ event: { id: string } }>(system, 'POST', '/api/admin/events', {
      token: staff.director.token,
      body: {
        ...{ title: 'Winter Open', description: 'Three rounds.', type: 'tournament', division: null, price: 2500 },
        ...{ datetime: '2031-01-11T17:00:00Z', endsAt: '2031-01-11T23:00:00Z', timezone: 'America/New_York' },
        ...{ location: 'Zoom', zoomLink, capacity: null, registrationDeadline: '2031-01-09T17:00:00Z', isActive: true },
      },
    });
    type Linked = { id: string; zoomLink?: string };
    for (const role of STAFF_ROLES) {
      const get = async <T>(path: string): Promise<T> => {
        const { status, body } = await callApi<T>(system, 'GET', path, { token: staff[role].token });
        expect(status).toBe(200);
        return body;
      };
      const [list, page, one] = [
        await get<Linked[]>('/api/admin/events'),
        await get<{ items: Linked[] }>('/api/admin/events?limit=100'),
        await get<Linked>(`/api/admin/events/${made.event.id}`),
      ];
      const links = [...list, ...page.items, one].filter(({ id }) => id === made.event.id);
      const mayRead = ['owner', 'manager', 'director', 'editor'].includes(role);
      expect({ role, links: links.map((event) => event.zoomLink) }).toEqual({
        role,
        links: Array.from({ length: 3 }, () => (mayRead ? zoomLink : undefined)),
      });
    }
  });

  it('to the words of a message on a person’s page is for staff with the inbox', async () => {
    const email = 'ada-asks@example.com';
    const written = { name: 'Ada Okafor', email, message: 'May I bring a friend who stammers?' };
    expect((await callApi(system, 'POST', '/api/contact', { body: written })).status).toBe(201);
    type Timeline = { items: { what: string; details: { message?: string | null } }[] };
    for (const role of STAFF_ROLES.filter((one) => one !== 'editor')) {
      await patiently(`what the ${role} reads`, async () => {
        const { token } = staff[role];
        const { body } = await callApi<Timeline>(system, 'GET', `/api/admin/people/timeline?email=${email}`, { token });
        const messages = body.items
          .filter(({ what }) => what === 'contact_message')
          .map(({ details }) => details.message);
        const mayRead = ['owner', 'manager', 'director'].includes(role);
        expect({ role, messages }).toEqual({ role, messages: [mayRead ? written.message : null] });
      });
    }
  });

  it('says who may', async () => {
    const { body } = await callApi(system, 'GET', '/api/admin/analytics/revenue', { token: staff.editor.token });
    expect(body['message']).toBe(
      'Only an owner, manager, treasurer, or director may see payments, amounts and revenue.',
    );
  });

  it('follows a change of role within a second, in an open session', async () => {
    const owner = await adminTokenOf(system);
    const { admin } = await system.run();
    const setRole = (role: StaffRole) =>
      callApi(system, 'PUT', `/api/admin/administrators/${staff.viewer.id}/role`, {
        token: owner,
        body: { role, currentPassword: admin.password },
      });
    const revenue = async (): Promise<number> =>
      (await callApi(system, 'GET', '/api/admin/analytics/revenue', { token: staff.viewer.token })).status;
    expect(await revenue()).toBe(403);
    expect((await setRole('treasurer')).status).toBe(200);
    await patiently('the new role', async () => expect(await revenue()).toBe(200), 1_000);
    expect((await setRole('viewer')).status).toBe(200);
    await patiently('the old role', async () => expect(await revenue()).toBe(403), 1_000);
  });

  it('is the setup of the second factor and logout alone, where the role requires one that is off', async () => {
    const owner = await adminTokenOf(system);
    const { admin } = await system.run();
    const require = (secondFactorRoles: StaffRole[], version: number) =>
      callApi(system, 'PUT', '/api/admin/staff-policy', {
        token: owner,
        body: { secondFactorRoles, version, currentPassword: admin.password },
      });
    expect((await require(['director'], 1)).status).toBe(200);
    const expected = (route: RouteContract): string =>
      BEFORE_SECOND_FACTOR.includes(nameOf(route)) ? 'in' : '403 second_factor_missing';
    await patiently(
      'the requirement',
      async () => {
        expect(await wrongCells(staff.director.token, expected, ADMIN_ROUTES.slice(0, 5))).toEqual([]);
      },
      2_000,
    );
    expect(await wrongCells(staff.director.token, expected)).toEqual([]);
    const editor = await callApi(system, 'GET', '/api/admin/me', { token: staff.editor.token });
    expect(editor.body).toMatchObject({ role: 'editor', needsSecondFactor: false });
    expect((await require([], 2)).status).toBe(200);
  });
});

describe('the work that waits for staff', () => {
  it('is counted for a role only as far as it may act on it', async () => {
    const kinds: Readonly<Record<StaffRole, readonly string[]>> = {
      owner: ['campaigns', 'conversations', 'failedJobs', 'invitations'],
      manager: ['campaigns', 'conversations'],
      treasurer: [],
      director: ['conversations'],
      editor: [],
      viewer: [],
    };
    const waiting = async (role: StaffRole): Promise<Record<string, number>> => {
      const { status, body } = await callApi<Record<string, number>>(system, 'GET', '/api/admin/waiting', {
        token: staff[role].token,
      });
      expect(status).toBe(200);
      return body;
    };
    for (const role of STAFF_ROLES)
      expect([role, Object.keys(await waiting(role)).toSorted()]).toEqual([role, kinds[role]]);
    const before = await waiting('owner');
    const invited = await callApi(system, 'POST', '/api/admin/administrators', {
      token: staff.owner.token,
      body: { email: 'invited@example.com', name: 'Ada Okafor', role: 'viewer', currentPassword: staff.owner.password },
    });
    expect(invited.status).toBe(200);
    const email = 'asker@example.com';
    const body = { name: 'Ada Okafor', email, message: 'When does the next season begin?' };
    expect((await callApi(system, 'POST', '/api/contact', { body })).status).toBe(201);
    await patiently('the counts', async () =>
      expect(await waiting('owner')).toMatchObject({
        invitations: before['invitations']! + 1,
        conversations: before['conversations']! + 1,
      }),
    );
  });
});

describe('staff who may not see the inbox', () => {
  it('download a person’s data without messages, which is said in the file', async () => {
    const email = 'writer@example.com';
    const sent = await callApi(system, 'POST', '/api/contact', {
      body: { name: 'Ada Okafor', email, message: 'When does the next season begin?' },
    });
    expect(sent.status).toBe(201);
    const fileFor = async (role: StaffRole) =>
      (
        await callApi<{ notIncluded?: string; mail: Record<string, object[]> }>(
          system,
          'GET',
          `/api/admin/people/data?email=${email}`,
          { token: staff[role].token },
        )
      ).body;
    await patiently('the conversation', async () =>
      expect((await fileFor('director')).mail['conversations']).toHaveLength(1),
    );
    const { mail, notIncluded } = await fileFor('treasurer');
    expect(Object.keys(mail).filter((section) => /^(?:conversation|contact)/.test(section))).toEqual([]);
    expect(notIncluded).toContain('Messages');
  });
});

describe('staff who may not see payments', () => {
  it('get no amounts in lists, and no payments on a timeline', async () => {
    await callApi(system, 'POST', '/api/bootcamp-checkout', {
      body: { firstName: 'Ada', lastName: 'Okafor', email: 'seat@example.com', experienceLevel: 'beginner' },
    });
    const listOf = async (token: string): Promise<(number | null)[]> => {
      const { body } = await callApi<{ paymentAmount: number | null }[]>(
        system,
        'GET',
        '/api/admin/bootcamp-registrations',
        { token },
      );
      return body.map(({ paymentAmount }) => paymentAmount);
    };
    expect(await listOf(staff.viewer.token)).toEqual([null]);
    expect(await listOf(staff.treasurer.token)).toEqual([expect.any(Number)]);
    const timeline = (token: string) =>
      callApi<{ items: { kind: string; details: { amount?: number | null } }[]; missing: string[] }>(
        system,
        'GET',
        '/api/admin/people/timeline?email=seat@example.com',
        { token },
      );
    const [shown, hidden] = [await timeline(staff.treasurer.token), await timeline(staff.viewer.token)];
    expect(shown.body.items.find(({ kind }) => kind === 'registrations')?.details.amount).toEqual(expect.any(Number));
    expect(hidden.body.missing).toEqual([]);
    expect(hidden.body.items.filter(({ details }) => details.amount != null)).toEqual([]);
    expect(hidden.body.items.filter(({ kind }) => ['payments', 'membership', 'administration'].includes(kind))).toEqual(
      [],
    );
  });
});
