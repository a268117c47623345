import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '@lectern/contracts/registry';
import type { RouteContract } from '@lectern/contracts/route';
import {
  callApi,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from '../testing/person.ts';
import { sharedSystem } from '../testing/start-system.ts';

/*
 * Two members never see each other's anything. Every route of members is tried, those that are to come included;
 * their ids in addresses are in authorization.int-spec.
 */
const MEMBER_ROUTES = ROUTES.filter(({ audience }) => audience === 'member');
const nameOf = ({ method, path }: RouteContract): string => `${method} ${path}`;

interface Person {
  readonly token: string;
  readonly id: string;
  /** Texts that occur only in the responses to this member. */
  readonly marks: readonly string[];
  readonly slotId: string;
  readonly calendarUrl: string;
}

const system = await sharedSystem();
let ann: Person;
let ben: Person;

const api = <T = Record<string, unknown>>(method: string, path: string, options: Parameters<typeof callApi>[3] = {}) =>
  callApi<T>(system, method, path, options);

/** A member with data in every service. */
const join = async (firstName: string): Promise<Person> => {
  const registration = {
    ...newRegistration(),
    email: `${firstName.toLowerCase()}@example.com`,
    firstName,
    lastName: `${firstName}sdottir`,
  };
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
  const topic = `Only ${firstName} would like to work on this`;
  const startsAt = slots.find(({ isTaken }) => !isTaken)?.startsAt;
  const { body: booked } = await api<{ request: { id: string } }>('POST', '/api/office-hours', {
    token,
    body: { startsAt, topic },
  });
  const { body: feed } = await api<{ url: string }>('POST', '/api/calendar-feed', { token });
  const entry = {
    firstName,
    lastName: registration.lastName,
    email: registration.email,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  };
  expect((await api('POST', '/api/tournament/register', { token, body: entry })).status).toBe(201);
  const payUrl = (await get<{ entry: { payUrl: string | null } | null }[]>('/api/events/mine')).find(
    (event) => event.entry !== null,
  )?.entry?.payUrl;
  expect(payUrl).toMatch(/token=/);
  return {
    token,
    id,
    slotId: booked.request.id,
    calendarUrl: feed.url,
    marks: [
      id,
      registration.email,
      registration.lastName,
      referralCode,
      payment?.invoice_url ?? 'no invoice',
      topic,
      booked.request.id,
      feed.url,
      payUrl ?? 'no link',
    ],
  };
};

beforeAll(async () => {
  // A fresh system is ready before the provider knows its prices; until then a checkout answers 503.
  ann = await patiently('Ann joining', () => join('Ann'));
  ben = await join('Ben');
});
const READS = MEMBER_ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

describe('a member’s own data', () => {
  it('has every mark of that member somewhere', async () => {
    const answers = (await Promise.all(READS.map(({ path }) => api<unknown>('GET', path, { token: ann.token }))))
      .map(({ body }) => textOf(body))
      .join('\n');
    for (const mark of ann.marks) expect(answers).toContain(mark);
  });

  it.each(READS.map((route) => [nameOf(route), route.path]))(
    '%s: nothing of another’s, also when it is asked for',
    async (_name, path) => {
      for (const asked of [
        path,
        `${path}?userId=${ann.id}`,
        `${path}?id=${ann.id}`,
        `${path}?email=ann%40example.com`,
      ]) {
        const { status, body } = await api<unknown>('GET', asked, { token: ben.token });
        expect([200, 400]).toContain(status);
        for (const mark of ann.marks) expect(textOf(body)).not.toContain(mark);
      }
    },
  );

  it('is in the calendar by their own address alone', async () => {
    const read = async (url: string): Promise<string> => (await fetch(url)).text();
    expect(await read(ann.calendarUrl)).toContain('Only Ann');
    for (const mark of ann.marks) expect(await read(ben.calendarUrl)).not.toContain(mark);
  });
});

describe('another member’s id in a request', () => {
  it.each(
    MEMBER_ROUTES.filter(({ body }) => body !== undefined).map((route) => [nameOf(route), route.method, route.path]),
  )('%s takes none beside its fields', async (_name, method, path) => {
    for (const field of ['userId', 'id', 'memberId', 'subscriptionStatus']) {
      // The id of an offer is its own, and Ben has none.
      const isOwnField = field === 'id' && path === '/api/subscription/cancel/offer/accept';
      expect(await api(method, path, { token: ben.token, body: { [field]: ann.id } })).toMatchObject(
        isOwnField ? { status: 404, body: { code: 'not_found' } } : { status: 400, body: { code: 'invalid_request' } },
      );
    }
  });
});
