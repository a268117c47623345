import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '@lectern/contracts/registry';
import type { RouteContract } from '@lectern/contracts/route';
import { callApi, logInPerson, membershipOf, newRegistration, patiently, payAt, registerPerson } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Two members never see each other's anything. Every route of members is tried, those that are to come included: one that takes
 * an id and is not named here fails.
 */
const MEMBER_ROUTES = ROUTES.filter(({ audience }) => audience === 'member');
const nameOf = ({ method, path }: RouteContract): string => `${method} ${path}`;

interface Person {
  readonly token: string;
  readonly id: string;
  /** What stands in nobody's answers but their own. */
  readonly marks: readonly string[];
  readonly slotId: string;
  readonly calendarUrl: string;
}

let system: RunningSystem;
let ann: Person;
let ben: Person;

const api = <T = Record<string, unknown>>(method: string, path: string, options: Parameters<typeof callApi>[3] = {}) => callApi<T>(system, method, path, options);

/** A member of whom every part of the system knows something. */
const join = async (firstName: string): Promise<Person> => {
  const registration = { ...newRegistration(), email: `${firstName.toLowerCase()}@example.com`, firstName, lastName: `${firstName}sdottir` };
  await payAt(await registerPerson(system, registration));
  const token = await logInPerson(system, registration);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });
  const get = async <T>(path: string): Promise<T> => (await api<T>('GET', path, { token })).body;
  const { id } = await get<{ id: string }>('/api/auth/user');
  const { referralCode } = await get<{ referralCode: string }>('/api/referrals/my-code');
  const [payment] = await get<{ invoice_url: string }[]>('/api/subscription/payment-history');
  const { slots } = await get<{ slots: { startsAt: string; isTaken: boolean }[] }>('/api/office-hours');
  const topic = `What ${firstName} alone would like to work on`;
  const startsAt = slots.find(({ isTaken }) => !isTaken)?.startsAt;
  const { body: booked } = await api<{ request: { id: string } }>('POST', '/api/office-hours', { token, body: { startsAt, topic } });
  const { body: feed } = await api<{ url: string }>('POST', '/api/calendar-feed', { token });
  const entry = { firstName, lastName: registration.lastName, email: registration.email, events: ['prepared_speech'], division: 'development', waiver: true };
  expect((await api('POST', '/api/tournament/register', { token, body: entry })).status).toBe(201);
  const payUrl = (await get<{ entry: { payUrl: string | null } | null }[]>('/api/events/mine')).find((event) => event.entry !== null)?.entry?.payUrl;
  expect(payUrl).toMatch(/key=/);
  return {
    token,
    id,
    slotId: booked.request.id,
    calendarUrl: feed.url,
    marks: [id, registration.email, registration.lastName, referralCode, payment?.invoice_url ?? 'no invoice', topic, booked.request.id, feed.url, payUrl ?? 'no link'],
  };
};

beforeAll(async () => {
  system = await startSystem();
  // A fresh system is ready before the provider knows its prices; until then a checkout answers 503.
  ann = await patiently('Ann joining', () => join('Ann'));
  ben = await join('Ben');
});
afterAll(async () => {
  await system.stop();
});

const READS = MEMBER_ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

describe('what one member reads', () => {
  it('is their own: every mark of theirs stands somewhere', async () => {
    const answers = (await Promise.all(READS.map(({ path }) => api<unknown>('GET', path, { token: ann.token })))).map(({ body }) => textOf(body)).join('\n');
    for (const mark of ann.marks) expect(answers).toContain(mark);
  });

  it.each(READS.map((route) => [nameOf(route), route.path]))('%s: nothing of another’s, also when it is asked for', async (_name, path) => {
    for (const asked of [path, `${path}?userId=${ann.id}`, `${path}?id=${ann.id}`, `${path}?email=ann%40example.com`]) {
      const { status, body } = await api<unknown>('GET', asked, { token: ben.token });
      expect([200, 400]).toContain(status);
      for (const mark of ann.marks) expect(textOf(body)).not.toContain(mark);
    }
  });

  it('is in the calendar by their own address alone', async () => {
    const read = async (url: string): Promise<string> => (await fetch(url)).text();
    expect(await read(ann.calendarUrl)).toContain('What Ann alone');
    for (const mark of ann.marks) expect(await read(ben.calendarUrl)).not.toContain(mark);
  });
});

/** Routes with an id in their address: what another's id is answered, and what a public thing's is. */
const BY_ID: Readonly<Record<string, { theirs: (person: Person) => string; answer: { status: number; code?: string } }>> = {
  'DELETE /api/office-hours/:id': { theirs: ({ slotId }) => slotId, answer: { status: 404, code: 'not_found' } },
  // A document is nobody's own; a person's id names none.
  'POST /api/documents/:key/link': { theirs: ({ id }) => id, answer: { status: 404, code: 'document_unknown' } },
};

describe('another member’s id', () => {
  it('is refused by every route that takes one, like one that never was', async () => {
    const byId = MEMBER_ROUTES.filter(({ path }) => path.includes(':'));
    expect(byId.map(nameOf).sort()).toEqual(Object.keys(BY_ID).sort());
    for (const { method, path } of byId) {
      const { theirs, answer } = BY_ID[`${method} ${path}`]!;
      const tried = await api(method, path.replace(/:\w+/, theirs(ann)), { token: ben.token });
      const missing = await api(method, path.replace(/:\w+/, '00000000-0000-4000-8000-000000000000'), { token: ben.token });
      expect(tried).toMatchObject({ status: answer.status, body: { code: answer.code } });
      expect({ status: missing.status, code: missing.body['code'] }).toEqual({ status: tried.status, code: tried.body['code'] });
    }
    const { body } = await api<{ mine: { id: string } | null }>('GET', '/api/office-hours', { token: ann.token });
    expect(body.mine?.id).toBe(ann.slotId);
  });

  it.each(MEMBER_ROUTES.filter(({ body }) => body !== undefined).map((route) => [nameOf(route), route.method, route.path]))(
    '%s takes none beside its fields',
    async (_name, method, path) => {
      for (const field of ['userId', 'id', 'memberId', 'subscriptionStatus']) {
        expect(await api(method, path, { token: ben.token, body: { [field]: ann.id } })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      }
    },
  );
});

describe('a token that has ended', () => {
  it.each(MEMBER_ROUTES.map((route) => [nameOf(route), route.method, route.path]))('opens nothing: %s', async (_name, method, path) => {
    const address = path.replace(/:\w+/, ann.slotId);
    expect(await api(method, address, { token: await endedToken() })).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  });

  let ended: Promise<string> | undefined;
  /** Of a member who has logged out everywhere. */
  const endedToken = (): Promise<string> =>
    (ended ??= (async () => {
      const registration = newRegistration();
      await registerPerson(system, registration);
      const token = await logInPerson(system, registration);
      expect((await api('POST', '/api/auth/logout-all', { token })).status).toBe(200);
      return token;
    })());
});
