import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import pg from 'pg';
import { ROUTES } from '@lectern/contracts/registry';
import type { RouteContract } from '@lectern/contracts/route';
import { type KnownValues } from '@lectern/test-kit/arbitrary-of';
import {
  callApi,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
  membershipOf,
} from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';
import { changedBetween, type Stored, StoredRows } from './testing/stored-rows.ts';
import {
  faultsOf,
  type PlainAnswer,
  requestsOf,
  type Sender,
  send,
  type StrangeRequest,
  described,
} from './testing/strange-requests.ts';

/*
 * Random requests to every route: no failure of ours, no internal details, and no row changed by a refused request.
 *
 * FUZZ_RUNS says how many requests each route gets (3 by default; the long run is 150); FUZZ_SEED repeats a run.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 3);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

vi.setConfig({ testTimeout: RUNS > 3 ? 3_600_000 : 600_000 });

/** They end the session that asks: each gets people of its own. */
const ENDS_SESSIONS = new Set(['POST /api/auth/logout', 'POST /api/auth/logout-all', 'POST /api/admin/logout']);

/** A refused request has changed something when it has done so this often. */
const TRIES = 3;

const nameOf = ({ method, path }: RouteContract): string => `${method} ${path}`;

let system: RunningSystem;
let database: pg.Pool;
let rows: StoredRows;
let known: KnownValues;
let tokens: Record<Sender, string | undefined>;
let spare: Record<Sender, string | undefined>;
let sent = 0;

const newMember = async (): Promise<string> => {
  const registration = newRegistration();
  await payAt(await registerPerson(system, registration));
  const token = await logInPerson(system, registration);
  await patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });
  return token;
};

beforeAll(async () => {
  process.stderr.write(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}\n`);
  system = await startSystem({
    APP_CLOCK: '2026-09-01T12:00:00Z',
    RATE_LIMIT_SCALE: '10000',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const run = await system.run();
  database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });
  rows = new StoredRows(database);
  const logInAdmin = async (): Promise<string> =>
    (await callApi<{ token: string }>(system, 'POST', '/api/admin/login', { body: run.admin })).body.token;
  const member = await patiently('joining', newMember);
  tokens = { nobody: undefined, member, admin: await logInAdmin() };
  spare = { nobody: undefined, member: await newMember(), admin: await logInAdmin() };
  const other = newRegistration();
  await registerPerson(system, other);
  const admin = tokens.admin!;
  const userId = (
    await callApi<{ id: string }>(system, 'GET', '/api/auth/user', { token: await logInPerson(system, other) })
  ).body.id;
  await callApi(system, 'POST', '/api/newsletter', { body: { email: other.email } });
  await callApi(system, 'POST', '/api/admin/promo-codes', {
    token: admin,
    body: { code: 'KNOWN', name: 'Known', discountType: 'percentage', discountValue: 10 },
  });
  const get = async <T>(path: string): Promise<T> => (await callApi<T>(system, 'GET', path, { token: admin })).body;
  const ids = (
    await Promise.all(
      ['promo-codes', 'events', 'newsletter-subscribers', 'articles', 'testimonials'].map((list) =>
        get<{ id: string }[]>(`/api/admin/${list}`),
      ),
    )
  ).flatMap((list) => list.slice(0, 3).map(({ id }) => id));
  const programs = await get<{ stripePriceIdMonthly: string | null }[]>('/api/programs');
  known = {
    id: ids,
    userId: [userId],
    email: [other.email],
    customerEmail: [other.email],
    code: ['KNOWN'],
    promoCode: ['KNOWN'],
    priceId: programs.flatMap(({ stripePriceIdMonthly }) => stripePriceIdMonthly ?? []),
    slug: (await get<{ slug: string }[]>('/api/blog')).slice(0, 3).map(({ slug }) => slug),
    key: (await get<{ key: string }[]>('/api/documents')).slice(0, 3).map(({ key }) => key),
    version: [1, 2],
  };
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

interface Quiet {
  readonly stored: Stored;
  readonly moment: string;
}

/** The stored rows once no process writes any more. */
const quiet = async (): Promise<Quiet> => {
  for (let moment = await rows.moment(); ;) {
    await pause(50);
    const stored = await rows.now();
    const now = await rows.moment();
    if (now === moment) return { stored, moment };
    moment = now;
  }
};

const isRefused = ({ status, location }: PlainAnswer): boolean =>
  status >= 400 || (status === 303 && location.includes('link='));

/** Sends it, and returns its faults: of the response, or of rows that changed although it was refused. */
const wrongWith = async (
  request: StrangeRequest,
  route: RouteContract,
  before: Quiet,
  over = send,
): Promise<{ faults: string[]; after: Quiet }> => {
  sent += 1;
  const address = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`;
  const token = (ENDS_SESSIONS.has(nameOf(route)) ? spare : tokens)[request.sender];
  const sendIt = (): Promise<PlainAnswer> =>
    over(
      system.siteUrl,
      { ...request, headers: { 'x-forwarded-for': `unknown, ${address}`, ...request.headers } },
      token,
    );
  const answer = await sendIt();
  const faults = faultsOf(request.method, answer);
  let after = before;
  let refused = isRefused(answer);
  for (let tries = 1; (await rows.moment()) !== after.moment; tries += 1) {
    const changed = changedBetween(after.stored, await rows.now());
    after = await quiet();
    if (!refused || changed.length === 0) break;
    // Earlier accepted requests may still cause writes (emails, the provider's messages): repeat once all is quiet.
    if (tries === TRIES) {
      faults.push(`is refused and changes ${changed.join(', ')}`);
      break;
    }
    refused = isRefused(await sendIt());
  }
  return { faults: faults.map((fault) => `${fault}\n    ${described(request, answer)}`), after };
};

describe('a faulty answer', () => {
  const ours = {
    status: 400,
    type: 'application/json',
    location: '',
    text: JSON.stringify({ code: 'invalid_request', message: 'No.', correlationId: 'x', fields: { a: 'b' } }),
  };

  it.each([
    ['a failure of ours', { ...ours, status: 500 }],
    [
      'a stack',
      {
        ...ours,
        text: JSON.stringify({
          code: 'internal',
          message: 'x\n    at Object.run (/srv/app/main.js:1:2)',
          correlationId: 'x',
        }),
      },
    ],
    [
      'words of the database',
      {
        ...ours,
        text: JSON.stringify({
          code: 'internal',
          message: 'column "a" of relation "b" does not exist',
          correlationId: 'x',
        }),
      },
    ],
    ['another shape', { ...ours, text: JSON.stringify({ statusCode: 400, error: 'Bad Request' }) }],
    ['a code that is none', { ...ours, text: JSON.stringify({ code: 'oops', message: 'No.', correlationId: 'x' }) }],
    ['no words', { ...ours, text: '' }],
  ])('is %s', (_what, answer) => {
    expect(faultsOf('GET', ours)).toEqual([]);
    expect(faultsOf('GET', answer)).not.toEqual([]);
  });

  it('is a refusal that has changed a row, in whatever table', async () => {
    const before = await quiet();
    expect(before.stored.size).toBeGreaterThan(40);
    const refusesAndWrites = async (): Promise<PlainAnswer> => {
      await database.query(
        `UPDATE registrations.events SET title = title || '.' WHERE id = (SELECT id FROM registrations.events LIMIT 1)`,
      );
      return { ...ours, status: 404 };
    };
    const request = { sender: 'nobody', method: 'GET', path: '/api/events', headers: {}, body: undefined } as const;
    const { faults } = await wrongWith(request, ROUTES[0]!, before, refusesAndWrites);
    expect(faults).toEqual([expect.stringContaining('is refused and changes registrations.events')]);
  });
});

describe('a random request', () => {
  /** As the request before left it. */
  let before: Quiet;
  beforeAll(async () => {
    before = await quiet();
  });

  it.each(ROUTES.map((route, index) => [nameOf(route), index] as const))(
    '%s: is answered, and changes nothing when it is refused',
    async (_name, index) => {
      const route = ROUTES[index]!;
      const wrong: string[] = [];
      for (const request of fc.sample(requestsOf(route, known), { numRuns: RUNS, seed: SEED + index })) {
        const { faults, after } = await wrongWith(request, route, before);
        before = after;
        wrong.push(...faults);
      }
      if (wrong.length > 0)
        throw new Error(
          `FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}\n${wrong
            .slice(0, 4)
            .map((line) => `  - ${line}`)
            .join('\n')}`,
        );
    },
  );

  it('leaves every process running', async () => {
    expect(sent).toBeGreaterThanOrEqual(RUNS * ROUTES.length);
    expect(
      (await system.run()).processes.filter(({ pid, restarts }) => pid === 0 || restarts > 0).map(({ name }) => name),
    ).toEqual([]);
  });
});
