import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import jwt from 'jsonwebtoken';
import { ROUTES } from '@lectern/contracts/registry';
import type { RouteContract } from '@lectern/contracts/route';
import { arbitraryOf } from '@lectern/test-kit/arbitrary-of';
import { until } from '@lectern/test-kit/until';
import {
  type Answer,
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from './testing/person.ts';
import { newStaff } from './testing/staff.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Access to each route: every route of the running gateway's own table × all kinds of callers × the ids that they might name. The audience
 * that a route declares determines the expected result of each cell. New routes are covered automatically; a route with an id in its path
 * fails until OWNERS names the owner of that id.
 */
const MISSING = '00000000-0000-4000-8000-000000000000';
const SEED = 5;

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;
const hasIds = ({ path }: RouteContract): boolean => path.includes(':');

/** The result of a cell: let in, however the route then answers the call, or turned away with this code. */
type Cell =
  'in' | '401 token_missing' | '401 token_invalid' | '403 audience_wrong' | '403 membership_required' | '403 view_only';
const TURNED_AWAY: ReadonlySet<unknown> = new Set([
  'token_missing',
  'token_invalid',
  'audience_wrong',
  'membership_required',
  'view_only',
]);

/**
 * `knowing` is public and knows members by their token; `active` is for members whose membership is open; `viewable` is a member's route
 * that an administrator may read as the member.
 */
type Kind = 'admin' | 'member' | 'active' | 'viewable' | 'public' | 'knowing' | 'webhook';

const MISSED = '401 token_missing';
const INVALID = '401 token_invalid';
const WRONG = '403 audience_wrong';
const ofToken = { public: 'in', webhook: 'in' } as const;
/** A token without a key, time, session or account of ours opens nothing, whatever its claims. */
const ofMembers = <C extends Cell>(cell: C) => ({ member: cell, active: cell, viewable: cell, knowing: cell }) as const;
const opensNothing = { ...ofToken, admin: INVALID, ...ofMembers(INVALID) } as const;
const isForOthers = { ...ofToken, admin: WRONG, ...ofMembers(WRONG) } as const;

/** All callers, and their result for each kind of route. Forged tokens claim the audience that the route asks for. */
const ROLES = {
  nobody: { ...ofToken, admin: MISSED, ...ofMembers(MISSED), knowing: 'in' },
  'who makes a token up': opensNothing,
  'a member without a membership': {
    ...ofToken,
    admin: WRONG,
    ...ofMembers('in'),
    active: '403 membership_required',
  },
  'an active member': { ...ofToken, admin: WRONG, ...ofMembers('in') },
  'a deactivated member': { ...opensNothing, admin: WRONG },
  'a signed-out member': { ...opensNothing, admin: WRONG },
  'an administrator': { ...isForOthers, admin: 'in' },
  'a signed-out administrator': { ...isForOthers, admin: INVALID },
  'an expired token': opensNothing,
  'a token signed by another key': opensNothing,
  'a token signed by nobody (alg none)': opensNothing,
  'a token signed with our public key (HS256)': opensNothing,
  'a token of another issuer': opensNothing,
  'a token for another audience': isForOthers,
  'a token of another type': opensNothing,
  'a token of an earlier session': opensNothing,
  'a token of no account': opensNothing,
  'a member’s id in an administrator’s token, and the other way round': opensNothing,
  'a token without a session': opensNothing,
  'an administrator who sees the site as a member': {
    ...ofToken,
    admin: INVALID,
    ...ofMembers('403 view_only'),
    viewable: 'in',
  },
  'a view of an administrator who logged out': opensNothing,
  'a view of an administrator who may view nobody any more': opensNothing,
  'a view of a deactivated administrator': opensNothing,
  'a view as a member who deleted the account': opensNothing,
  'an expired view': opensNothing,
  'a view that claims to be a member’s token': { ...opensNothing, admin: WRONG },
  'a member’s token that claims to be a view': opensNothing,
} satisfies Record<string, Record<Kind, Cell>>;
type Role = keyof typeof ROLES;
const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Members' routes that require an open membership. */
const ACTIVE_ONLY = new Set(['POST /api/documents/:key/link', 'POST /api/office-hours']);

/** The routes that an administrator reads as a member. Not derived from the gateway's own list. */
const VIEWABLE = new Set([
  'GET /api/announcements',
  'GET /api/auth/user',
  'GET /api/events/mine',
  'GET /api/meeting-places',
  'GET /api/office-hours',
  'GET /api/practice-topics',
  'GET /api/recordings',
  'GET /api/referrals/my-code',
  'GET /api/subscription/details',
  'GET /api/subscription/credit',
  'GET /api/subscription/payment-history',
  'GET /api/workshops',
]);

const kindOf = (route: RouteContract): Kind => {
  if (VIEWABLE.has(nameOf(route))) return 'viewable';
  if (route.audience === 'member') return ACTIVE_ONLY.has(nameOf(route)) ? 'active' : 'member';
  return route.audience === 'public' && route.recognizesMembers === true ? 'knowing' : route.audience;
};

interface Member {
  readonly token: string;
  readonly id: string;
  readonly slotId: string;
  readonly paymentId: string;
}

/** The owners of the things that members name by an id: a member's own id, and the answer to an id of another member or of nothing. */
const OWNERS: Readonly<Record<string, { idOf: (member: Member) => string; refusal: string }>> = {
  'DELETE /api/office-hours/:id': { idOf: ({ slotId }) => slotId, refusal: '404 not_found' },
  'GET /api/subscription/payments/:id/receipt': { idOf: ({ paymentId }) => paymentId, refusal: '404 not_found' },
  // A document has no owner; a person's id names no document.
  'POST /api/documents/:key/link': { idOf: ({ id }) => id, refusal: '404 document_unknown' },
};

/** Routes with an id: the reason why any caller may name any id. */
const ANYBODYS: Readonly<Record<string, string>> = {
  'GET /api/checkout-sessions/:sessionId':
    'a session shows its own payment; whose it is, nobody else is shown: moved-mailboxes.int-spec',
  'GET /api/referrals/validate/:code': 'members share their codes',
  'GET /api/calendar/:key': 'the address is the key: members.int-spec',
  'GET /api/mail/click/:token/:index': 'the token is signed: campaign-emails.int-spec',
  'GET /api/mail/open/:token': 'the token is signed: campaign-emails.int-spec',
  'GET /api/newsletters/:id': 'what was sent to everybody',
  'GET /api/blog/:slug': 'what is published',
  'GET /api/logos/:id': 'pages show the logo to everybody',
  'GET /api/pictures/:id/:file': 'pictures of articles are for everybody: site-texts.int-spec',
  'GET /api/documents/:key': 'public documents, and members’ by a signed link: content.int-spec',
  'POST /api/workshops/:id/seat': 'it names a workshop; the seat is the caller’s own: workshops.int-spec',
  'DELETE /api/workshops/:id/seat': 'as above',
};

/** They end the session that asks, so they come last. */
const ENDS_SESSIONS = ['POST /api/auth/logout', 'POST /api/auth/logout-all', 'POST /api/admin/logout'];

let system: RunningSystem;
let table: { method: string; path: string; audience: string }[];
let ann: Member;
let ben: Member;
/** By role, for a route of this audience. */
let tokens: Record<Role, (audience: 'member' | 'admin') => string | undefined>;
/** An id of each list that administrators have. */
let existing: Record<string, string>;

let caller = 0;
/** As anybody, from an address of their own, so that no limit of one address speaks instead of the route. */
const api = <T = Record<string, unknown>>(
  method: string,
  path: string,
  options: Parameters<typeof callApi>[3] = {},
) => {
  caller += 1;
  const address = `10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`;
  return callApi<T>(system, method, path, { ...options, headers: { 'x-forwarded-for': address, ...options.headers } });
};

/** Values for fields that must lie in the future. */
const AHEAD: Record<string, unknown> = {
  registrationDeadline: '2027-03-01T10:00:00.000Z',
  datetime: '2027-03-02T10:00:00.000Z',
  endsAt: '2027-03-02T12:00:00.000Z',
  scheduledAt: '2027-03-01T10:00:00.000Z',
  // Before the event, which was moved.
  refundSteps: [],
};
const CONFIRMED = ['/api/admin/administrators', '/api/admin/members/:userId/change-email'];
/** Of the administrator. A wrong one is refused before the id is looked at, and counts for the session. */
let adminPassword: string;
/** A body that the route takes. */
const bodyOf = (route: RouteContract): object => {
  if (route.body === undefined) return {};
  if (route.takesFile?.[0] !== undefined) {
    return { body: 'email\nx@example.com\n', headers: { 'content-type': route.takesFile[0] } };
  }
  const made = fc.sample(arbitraryOf(route.body), { numRuns: 1, seed: SEED })[0] as object;
  const known: Record<string, unknown> = CONFIRMED.some((path) => route.path.startsWith(path))
    ? { ...AHEAD, currentPassword: adminPassword }
    : AHEAD;
  return {
    body: Object.fromEntries(Object.entries(made).map(([name, value]) => [name, known[name] ?? value])),
  };
};

const joinAs = async (firstName: string): Promise<Member> => {
  const registration = { ...newRegistration(), firstName };
  const checkoutUrl = await registerPerson(system, registration);
  await payAt(checkoutUrl);
  const token = await logInPerson(system, registration);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });
  const { id } = (await api<{ id: string }>('GET', '/api/auth/user', { token })).body;
  const { slots } = (
    await api<{ slots: { startsAt: string; isTaken: boolean }[] }>('GET', '/api/office-hours', { token })
  ).body;
  const booked = await api<{ request: { id: string } }>('POST', '/api/office-hours', {
    token,
    body: { startsAt: slots.find(({ isTaken }) => !isTaken)?.startsAt, topic: 'A first rebuttal' },
  });
  const [payment] = (await api<{ id: string }[]>('GET', '/api/subscription/payment-history', { token })).body;
  return { token, id, slotId: booked.body.request.id, paymentId: payment!.id };
};

const register = async (registration = newRegistration()): Promise<{ token: string; id: string }> => {
  await registerPerson(system, registration);
  const token = await logInPerson(system, registration);
  return { token, id: (await api<{ id: string }>('GET', '/api/auth/user', { token })).body.id };
};

interface Claims {
  readonly sub: string;
  readonly jti: string;
  readonly sv: number;
  readonly iat: number;
  readonly exp: number;
  readonly iss: string;
  readonly aud: string;
}

/** Tokens that say what a real one says but for one thing. With our own key: what holds is then the rule, not the signature. */
const forge = (real: Readonly<Record<'member' | 'admin', string>>, privateKey: string) => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  const claimsOf = (audience: 'member' | 'admin'): Claims => jwt.decode(real[audience]) as Claims;
  const signed = (claims: object, header: object = {}, key: string | Buffer = privateKey): string =>
    jwt.sign(claims, key, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', ...header } });
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const changed =
    (change: (claims: Claims, audience: 'member' | 'admin') => object, header?: object) =>
    (audience: 'member' | 'admin') => {
      const claims = claimsOf(audience);
      const merged: Record<string, unknown> = { ...claims, ...change(claims, audience) };
      for (const [name, value] of Object.entries(merged)) if (value === undefined) delete merged[name];
      return signed(merged, header);
    };
  return {
    'an expired token': changed(({ iat }) => ({ iat: iat - 100_000_000, exp: iat - 1 })),
    'a token signed by another key': (audience: 'member' | 'admin') =>
      signed(claimsOf(audience), { kid: jwt.decode(real[audience], { complete: true })?.header.kid }, other),
    'a token signed by nobody (alg none)': (audience: 'member' | 'admin') =>
      `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(claimsOf(audience))}.`,
    'a token signed with our public key (HS256)': (audience: 'member' | 'admin') => {
      const unsigned = `${encoded({ alg: 'HS256', typ: 'at+jwt' })}.${encoded(claimsOf(audience))}`;
      return `${unsigned}.${createHmac('sha256', publicKey).update(unsigned).digest('base64url')}`;
    },
    'a token of another issuer': changed(() => ({ iss: 'somebody-else' })),
    'a token for another audience': changed(() => ({ aud: 'lectern:nobody' })),
    'a token of another type': changed(() => ({}), { typ: 'JWT' }),
    'a token of an earlier session': changed(({ sv }) => ({ sv: sv - 1 })),
    'a token of no account': changed(() => ({ sub: randomUUID() })),
    'a member’s id in an administrator’s token, and the other way round': changed((_claims, audience) => ({
      sub: claimsOf(audience === 'member' ? 'admin' : 'member').sub,
    })),
    'a token without a session': changed(() => ({ jti: undefined, sv: undefined })),
  } satisfies Partial<Record<Role, unknown>>;
};

/** The token with which an administrator sees the site as a member. */
const viewAs = async (id: string, token: string): Promise<string> => {
  const { status, body } = await api<{ token: string }>('POST', `/api/admin/members/${id}/view`, { token, body: {} });
  expect(status).toBe(200);
  return body.token;
};

/** Views that open nothing any more, because of what happened since they began. */
const endedViews = async (owner: string, password: string, privateKey: string) => {
  const leaving = newRegistration();
  const [gone, viewer, deactivated] = [
    await register(leaving),
    await newStaff(system, 'manager'),
    await newStaff(system, 'manager'),
  ];
  const [ofDeleted, byViewer, byDeactivated] = [
    await viewAs(gone.id, owner),
    await viewAs(ann.id, viewer.token),
    await viewAs(ann.id, deactivated.token),
  ];
  const ending = [
    await api('POST', '/api/account/delete', { token: gone.token, body: { currentPassword: leaving.password } }),
    await api('PUT', `/api/admin/administrators/${viewer.id}/role`, {
      token: owner,
      body: { role: 'director', currentPassword: password },
    }),
    await api('PUT', `/api/admin/administrators/${deactivated.id}`, {
      token: owner,
      body: { isActive: false, currentPassword: password },
    }),
  ];
  expect(ending.map(({ status }) => status)).toEqual([200, 200, 200]);
  const signed = (token: string, changes: object, typ: string): string =>
    jwt.sign({ ...(jwt.decode(token) as object), ...changes }, privateKey, {
      algorithm: 'ES256',
      header: { alg: 'ES256', typ },
    });
  const view = await viewAs(ann.id, owner);
  return {
    'an administrator who sees the site as a member': view,
    'a view of an administrator who may view nobody any more': byViewer,
    'a view of a deactivated administrator': byDeactivated,
    'a view as a member who deleted the account': ofDeleted,
    'an expired view': signed(view, { iat: 1, exp: 2 }, 'view+jwt'),
    'a view that claims to be a member’s token': signed(view, { aud: 'lectern:member', sv: 1 }, 'at+jwt'),
    'a member’s token that claims to be a view': signed(ann.token, { aud: 'lectern:view' }, 'view+jwt'),
  };
};

/** One of each thing that administrators change by its id. */
/** An annual member's seat in a workshop. */
const signUpForAWorkshop = async (token: string): Promise<void> => {
  const { registrationDeadline, datetime, endsAt } = AHEAD;
  const form = { title: 'Cross-Examination', description: 'Questions.', type: 'workshop', division: null, price: 0 };
  const place = { timezone: 'America/New_York', location: 'Zoom', zoomLink: null, capacity: null, isActive: true };
  const made = await api<{ event: { id: string } }>('POST', '/api/admin/events', {
    token,
    body: { ...form, ...place, registrationDeadline, datetime, endsAt },
  });
  const annual = { ...newRegistration(), plan: 'annual' as const };
  await payAt(await registerPerson(system, annual));
  const member = await logInPerson(system, annual);
  await patiently('the seat', async () => {
    const { status } = await api('POST', `/api/workshops/${made.body.event.id}/seat`, { token: member });
    if (status !== 201) throw new Error(`Signing up answered ${status}`);
  });
};

const makeOneOfEach = async (token: string): Promise<Record<string, string>> => {
  const firstOf = async (list: string): Promise<string> => {
    const { status, body } = await api<{ id: string }[]>('GET', `/api/admin/${list}`, { token });
    if (status !== 200 || body[0] === undefined) throw new Error(`There is none of ${list}: ${status}`);
    return body[0].id;
  };
  const made = async (path: string, as: string | undefined = token): Promise<void> => {
    const contract = ROUTES.find((route) => nameOf(route) === `POST ${path}`)!;
    const { status, body } = await api('POST', path, {
      ...bodyOf(contract),
      ...(as === undefined ? {} : { token: as }),
    });
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  };
  const lists = ['promo-codes', 'debate-club-registrations', 'email-campaigns', 'articles', 'testimonials'];
  for (const list of lists) await made(`/api/admin/${list}`);
  await api('POST', '/api/newsletter', { body: { email: 'reader@example.com' } });
  const entry = {
    firstName: 'Ada',
    lastName: 'Okafor',
    email: 'entry@example.com',
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  };
  await api('POST', '/api/tournament/register', { body: entry });
  await api('POST', '/api/bootcamp-checkout', {
    body: { firstName: 'Ada', lastName: 'Okafor', email: 'place@example.com', experienceLevel: 'beginner' },
  });
  await signUpForAWorkshop(token);
  const ids = Object.fromEntries(
    await Promise.all(
      [
        ...lists,
        'events',
        'newsletter-subscribers',
        'tournament-registrations',
        'bootcamp-registrations',
        'workshop-registrations',
      ].map(async (list) => [`/api/admin/${list}`, await firstOf(list)] as const),
    ),
  );
  const ended = await fetch(`${system.sandboxUrl}/zoom/test_helpers/recordings`, {
    method: 'POST',
    body: JSON.stringify({ topic: 'Sunday session', startTime: '2026-08-30T16:00:00Z' }),
  });
  if (!ended.ok) throw new Error(`Ending a meeting answered ${ended.status}`);
  const recording = await patiently('the recording', () => firstOf('recordings'));
  const imported = await api<{ id: string }>('POST', '/api/admin/imports/newsletter?name=list.csv', {
    token,
    body: 'email\nx@example.com\n',
    headers: { 'content-type': 'text/csv' },
  });
  const note = randomUUID();
  await api('POST', '/api/admin/people/notes', {
    token,
    body: { id: note, email: 'reader@example.com', note: 'A note' },
  });
  const erasure = randomUUID();
  await api('POST', '/api/newsletter', { body: { email: 'erased@example.com' } });
  await api('POST', '/api/admin/people/erase', {
    token,
    body: { id: erasure, email: 'erased@example.com' },
  });
  const merge = randomUUID();
  for (const email of ['merged@example.com', 'kept@example.com'])
    await patiently(`the subscription of ${email}`, async () => {
      const { status } = await api('POST', '/api/newsletter', { body: { email } });
      if (status !== 200) throw new Error(`Subscribing answered ${status}`);
    });
  await patiently('the list of people', async () => {
    const body = { id: merge, oldEmail: 'merged@example.com', newEmail: 'kept@example.com' };
    const { status } = await api('POST', '/api/admin/people/merge', { token, body });
    if (status !== 200) throw new Error(`Merging answered ${status}`);
  });
  const cannedReply = randomUUID();
  await api('POST', '/api/admin/canned-replies', { token, body: { id: cannedReply, name: 'A name', reply: 'A text' } });
  await api('POST', '/api/contact', {
    body: { name: 'Ada Okafor', email: 'reader@example.com', message: 'When does it begin?' },
  });
  return {
    ...ids,
    '/api/admin/people/erasures': erasure,
    '/api/admin/people/merges': merge,
    '/api/admin/conversations': await firstOf('conversations'),
    '/api/admin/canned-replies': cannedReply,
    '/api/admin/people/notes': note,
    '/api/admin/registrations/tournament': ids['/api/admin/tournament-registrations']!,
    '/api/admin/recordings': recording,
    '/api/admin/imports/newsletter': imported.body.id,
  };
};

beforeAll(async () => {
  system = await startSystem({
    APP_CLOCK: '2026-09-01T12:00:00Z',
    RATE_LIMIT_SCALE: '10000',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const run = await system.run();
  const gateway = run.processes.find(({ name }) => name === 'gateway')!;
  table = (await (await fetch(`${gateway.opsUrl}/routes`)).json()) as typeof table;
  ann = await patiently('Ann joining', () => joinAs('Ann'));
  ben = await joinAs('Ben');
  const [inactive, deactivated, signedOut, somebody] = [
    await register(),
    await register(),
    await register(),
    await register(),
  ];
  adminPassword = run.admin.password;
  const logInAdmin = async (): Promise<string> =>
    (await api<{ token: string }>('POST', '/api/admin/login', { body: run.admin })).body.token;
  const [admin, signedOutAdmin] = [await logInAdmin(), await logInAdmin()];
  const signedOutView = await viewAs(ann.id, signedOutAdmin);
  for (const [path, token] of [
    ['/api/auth/logout', signedOut.token],
    ['/api/admin/logout', signedOutAdmin],
  ] as const)
    expect((await api('POST', path, { token })).status).toBe(200);
  expect(
    (
      await api('POST', `/api/admin/members/${deactivated.id}/deactivate`, {
        token: admin,
        body: { reason: 'They asked for it' },
      })
    ).status,
  ).toBe(200);
  const { jwtPrivateKey } = JSON.parse(await readFile(join(run.dataDir, 'secrets.json'), 'utf8')) as {
    jwtPrivateKey: string;
  };
  const always = (token: string | undefined) => () => token;
  const ended = await endedViews(admin, adminPassword, jwtPrivateKey);
  const views = Object.fromEntries(Object.entries(ended).map(([role, token]) => [role, always(token)])) as Record<
    keyof typeof ended,
    () => string
  >;
  tokens = {
    nobody: always(undefined),
    'who makes a token up': always('nonsense'),
    'a member without a membership': always(inactive.token),
    'an active member': always(ann.token),
    'a deactivated member': always(deactivated.token),
    'a signed-out member': always(signedOut.token),
    'an administrator': always(admin),
    'a signed-out administrator': always(signedOutAdmin),
    'a view of an administrator who logged out': always(signedOutView),
    ...forge({ member: ann.token, admin }, jwtPrivateKey),
    ...views,
  };
  const { slots } = (
    await api<{ slots: { startsAt: string; isTaken: boolean }[] }>('GET', '/api/office-hours', { token: ann.token })
  ).body;
  AHEAD['startsAt'] = slots.find(({ isTaken }) => !isTaken)!.startsAt;
  const [administrator] = (await api<{ items: { id: string }[] }>('GET', '/api/admin/administrators', { token: admin }))
    .body.items;
  const view = await api<{ view: { id: string } }>('POST', '/api/admin/views', {
    token: admin,
    body: { list: 'events', name: 'Open', isShared: true, definition: { q: '', filters: [], hidden: [] } },
  });
  const movement = await until('a payment to be listed', async () => {
    const { body } = await api<{ items: { id: string }[] }>('GET', '/api/admin/payments?limit=1', { token: admin });
    return body.items[0];
  });
  const made = await makeOneOfEach(admin);
  const offline = await api<{ id: string }>('POST', '/api/admin/offline-payments', {
    token: admin,
    body: {
      ...{ id: randomUUID(), registrationId: made['/api/admin/tournament-registrations'], method: 'cash' },
      ...{ amount: 4_000, receivedOn: '2026-08-01', reference: '', note: '' },
    },
  });
  expect(offline).toMatchObject({ status: 201 });
  existing = {
    ...made,
    '/api/admin/offline-payments/payable': made['/api/admin/tournament-registrations']!,
    '/api/admin/offline-payments': offline.body.id,
    '/api/admin/payments': movement.id,
    '/api/admin/views': view.body.view.id,
    '/api/admin/members': somebody.id,
    '/api/admin/administrators': administrator!.id,
  };
});
afterAll(async () => {
  await system.stop();
});

type Ids = 'own' | 'another’s' | 'missing' | 'existing' | 'none';

/** A list for each parameter that names one. */
const LIST_OF: Readonly<Record<string, string>> = {
  ':kind': 'newsletter',
  ':list': 'tournament',
  ':notice': 'one_day',
};

/** The addresses at which a route is tried, by the owner of the id in them. */
const addressesOf = (route: RouteContract): readonly (readonly [Ids, string])[] => {
  const { path } = route;
  if (!hasIds(route)) return [['none', path]];
  const filled = (id: string): string => path.replace(/:\w+/g, (word) => LIST_OF[word] ?? encodeURIComponent(id));
  const owner = OWNERS[nameOf(route)];
  if (owner !== undefined)
    return [
      ['own', filled(owner.idOf(ann))],
      ['another’s', filled(owner.idOf(ben))],
      ['missing', filled(nameOf(route).includes('checkout') ? 'cs_test_missing' : MISSING)],
    ];
  if (route.audience !== 'admin') return [['missing', filled(MISSING)]];
  const id = existing[path.replace(/:(kind|list)(?=\/:)/, (word) => LIST_OF[word]!).split('/:')[0]!];
  return id === undefined
    ? [['missing', filled(MISSING)]]
    : [
        ['existing', filled(id)],
        ['missing', filled(MISSING)],
      ];
};

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
const cellOf = ({ status, body }: Answer): string => {
  const code = codeOf(body);
  return TURNED_AWAY.has(code) || status >= 500 || status === 429 ? `${status} ${String(code)}` : 'in';
};

const tokenOf = (route: RouteContract, role: Role): string | undefined =>
  tokens[role](route.audience === 'admin' ? 'admin' : 'member');

/** Calls the route, with a body that it takes where only some may call it. */
const tryOne = (route: RouteContract, token: string | undefined, address: string): Promise<Answer> => {
  const isOpen = route.audience === 'public' || route.audience === 'webhook';
  return api(route.method, address, {
    ...(token === undefined ? {} : { token }),
    ...(isOpen ? (route.method === 'GET' ? {} : { body: {} }) : bodyOf(route)),
  });
};

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of left) await work(item);
    }),
  );
};

const expected = (route: RouteContract, role: Role): Cell => ROLES[role][kindOf(route)];

/** Cells in which a caller who has to be turned away is let in, gets another code, or learns more than that. */
const holes = async (
  cells: readonly { readonly route: RouteContract; readonly role: Role }[],
  tokenFor = tokenOf,
): Promise<string[]> => {
  const wrong: string[] = [];
  await inParallel(cells, async ({ route, role }) => {
    const declared = expected(route, role);
    for (const [index, [ids, address]] of addressesOf(route).entries()) {
      // Any member may learn that a document does not exist.
      if (declared === '403 membership_required' && ids !== 'none') continue;
      const token = tokenFor(route, role);
      const answers = [await tryOne(route, token, address)];
      // A member without an open membership may learn that the request is invalid; other callers who are turned away may not.
      if (declared !== '403 membership_required' && index === 0)
        answers.push(await api(route.method, `${address}?limit=none`, token === undefined ? {} : { token }));
      for (const answer of answers) {
        const cell = cellOf(answer);
        const reported = Object.keys(answer.body).join();
        if (
          cell !== declared ||
          reported !== 'code,message,correlationId' ||
          answer.headers.get('x-total-count') !== null
        )
          wrong.push(`${nameOf(route)} (${ids} id), ${role}: ${cell}, shown ${reported}`);
      }
    }
  });
  return wrong;
};

describe('access to routes', () => {
  it('is tested for every route that the gateway serves, by its audience', () => {
    expect(table.map((route) => `${nameOf(route)} ${route.audience}`).toSorted()).toEqual(
      ROUTES.map((route) => `${nameOf(route)} ${route.audience}`).toSorted(),
    );
    expect(table.length).toBeGreaterThan(130);
  });

  it('has an owner for every id that a member or visitor may name, and a row to try in every list of administrators', () => {
    const named = ROUTES.filter((route) => hasIds(route) && route.audience !== 'admin').map(nameOf);
    expect(named.toSorted()).toEqual([...Object.keys(OWNERS), ...Object.keys(ANYBODYS)].toSorted());
    const untried = ROUTES.filter(
      (route) => route.audience === 'admin' && hasIds(route) && addressesOf(route).length < 2,
    ).map(nameOf);
    expect(untried.toSorted()).toEqual([
      // They name a document by its word: site-texts.int-spec.
      'GET /api/admin/documents/:key',
      'GET /api/admin/documents/:key/versions',
      'GET /api/admin/documents/:key/versions/:version/file',
      // They name a list by its word, not a thing by its id.
      'GET /api/admin/export/:kind',
      // It names a queue: queues.journey.
      'GET /api/admin/queues/:queue/jobs',
      // They name a text by its word: site-texts.int-spec.
      'GET /api/admin/site/:key',
      'GET /api/admin/site/:key/versions',
      'GET /api/admin/site/:key/versions/:version',
      'POST /api/admin/documents/:key/restore',
      'POST /api/admin/imports/:kind',
      // A person's own, and no one else's: passkey.int-spec.
      'POST /api/admin/passkeys/:id/remove',
      'POST /api/admin/site/:key/restore',
      'PUT /api/admin/documents/:key',
    ]);
  });

  it('is as declared for every caller who is turned away, whatever id they name, and shows them nothing else', async () => {
    const cells = ROUTES.flatMap((route) =>
      ROLE_NAMES.filter((role) => expected(route, role) !== 'in').map((role) => ({ route, role })),
    );
    expect(cells.length).toBeGreaterThan(1_500);
    expect(await holes(cells)).toEqual([]);
  });

  it('as a member shows nothing that opens without a session, is no session of the member, and is in their file', async () => {
    const entry = { firstName: 'Ann', lastName: 'Okafor', events: ['prepared_speech'], division: 'development' };
    const { email } = (await api<{ email: string }>('GET', '/api/auth/user', { token: ann.token })).body;
    const registered = await api('POST', '/api/tournament/register', {
      token: ann.token,
      body: { ...entry, email, waiver: true },
    });
    expect(registered.status).toBe(201);
    const view = tokens['an administrator who sees the site as a member']('member');
    const secretsFor = async (token: string | undefined): Promise<string[]> => {
      const read = async <T>(path: string) => (await api<T>('GET', path, token === undefined ? {} : { token })).body;
      const events = await read<{ entry: { payUrl: string | null } | null }[]>('/api/events/mine');
      const payments = await read<{ invoice_url: string | null }[]>('/api/subscription/payment-history');
      return [
        ...events.flatMap(({ entry: own }) => own?.payUrl ?? []),
        ...payments.flatMap(({ invoice_url }) => invoice_url ?? []),
      ];
    };
    expect(await secretsFor(ann.token)).toHaveLength(2);
    expect(await secretsFor(view)).toEqual([]);
    const { sessions } = (await api<{ sessions: unknown[] }>('GET', '/api/account/sessions', { token: ann.token }))
      .body;
    expect(sessions).toHaveLength(1);
    const { body: file } = await api('GET', '/api/account/data', { token: ann.token });
    expect(JSON.stringify(file)).toContain('"action":"view_as_member"');
  });

  it('is seen when it is not as declared', async () => {
    const dashboard = ROUTES.find((route) => nameOf(route) === 'GET /api/admin/dashboard')!;
    const letIn = await holes([{ route: dashboard, role: 'nobody' }], () => tokens['an administrator']('admin'));
    expect(letIn).toEqual([
      expect.stringMatching(/^GET \/api\/admin\/dashboard \(none id\), nobody: in, shown /),
      expect.stringMatching(/: in, shown /),
    ]);
  });

  it('is as declared for every caller who is let in; another’s id is answered like one that never existed', async () => {
    const wrong: string[] = [];
    const letIn = ROUTES.flatMap((route) =>
      ROLE_NAMES.filter((role) => expected(route, role) === 'in').map((role) => ({ route, role })),
    );
    const order = ({ method, path }: RouteContract): number =>
      ENDS_SESSIONS.includes(`${method} ${path}`) ? 3 : method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1;
    const ofOwners: Record<string, Partial<Record<Ids, string>>> = {};
    for (const turn of [0, 1, 2, 3]) {
      await inParallel(
        letIn.filter(({ route }) => order(route) === turn && nameOf(route) !== 'POST /api/auth/logout-all'),
        async ({ route, role }) => {
          // The last of these two would let the other in no more.
          const addresses = turn === 2 ? addressesOf(route).toReversed() : addressesOf(route);
          for (const [ids, address] of addresses) {
            const answer = await tryOne(route, tokenOf(route, role), address);
            const cell = cellOf(answer);
            if (cell !== 'in') wrong.push(`${nameOf(route)} (${ids} id), ${role}: ${cell}`);
            const said = `${answer.status} ${String(codeOf(answer.body))}`;
            if (route.audience === 'admin' && hasIds(route)) {
              if (ids === 'missing' && addresses.length > 1 && answer.status !== 404)
                wrong.push(`${nameOf(route)} of an id that is missing: ${said}`);
              if (ids === 'existing' && answer.status === 404)
                wrong.push(`${nameOf(route)} of an id that exists: ${said}`);
            }
            if (role === 'an active member' && OWNERS[nameOf(route)] !== undefined)
              (ofOwners[nameOf(route)] ??= {})[ids] = said;
          }
        },
      );
    }
    expect(wrong).toEqual([]);
    for (const [name, { refusal }] of Object.entries(OWNERS))
      expect({ name, ...ofOwners[name] }).toMatchObject({ name, 'another’s': refusal, missing: refusal });
    for (const name of ['DELETE /api/office-hours/:id', 'GET /api/subscription/payments/:id/receipt'])
      expect({ name, ...ofOwners[name] }).toMatchObject({ name, own: '200 undefined' });
    // Ben's is still his.
    expect(
      (await api<{ mine: { id: string } | null }>('GET', '/api/office-hours', { token: ben.token })).body.mine?.id,
    ).toBe(ben.slotId);
  });
});
