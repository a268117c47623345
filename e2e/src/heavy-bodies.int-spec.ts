import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { stripeWebhook } from '@lectern/contracts/billing/http';
import { createArticle } from '@lectern/contracts/content/admin-http';
import { login, updateProfile } from '@lectern/contracts/identity/http';
import { IMPORT_LIMIT_BYTES } from '@lectern/contracts/list-import';
import { ROUTES } from '@lectern/contracts/registry';
import { BODY_LIMIT_BYTES, type RouteContract } from '@lectern/contracts/route';
import { readImport } from '@lectern/contracts/system/http';
import type { RunningProcess } from '@lectern/tools/local/run-file';
import { newNetwork } from './testing/browsers.ts';
import { adminTokenOf, callApi, logInPerson, newRegistration, patiently, registerPerson } from './testing/person.ts';
import { growthOf, psOf } from './testing/process-status.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Large, dense and slow bodies cost no memory: what a route does not take is refused by its head, what it takes is no longer than its
 * contract says, and an administrator's file is read as it arrives.
 */
const MB = 1024 * 1024;
const BODY_BYTES = 20 * MB;
/** The limit of a gateway's memory growth: less than one of the bodies, several of which are sent together. */
const GROWTH_BYTES = 15 * MB;
const TOGETHER = 8;

const TYPES: Readonly<Record<NonNullable<RouteContract['takes']>, string>> = {
  json: 'application/json',
  signed: 'application/json',
  'signed-form': 'multipart/form-data; boundary=x',
  'one-click': 'application/x-www-form-urlencoded',
};
/** The densest JSON: parsed, each two bytes become an object of their own. */
const DENSE = Buffer.from(`[${'[],'.repeat(MB / 3)}`.slice(0, MB));

let system: RunningSystem;
let gateway: RunningProcess;
let database: pg.Pool;

beforeAll(async () => {
  system = await startSystem({ RATE_LIMIT_SCALE: '10000' });
  const { processes, database: servers } = await system.run();
  gateway = processes.find(({ name }) => name === 'gateway')!;
  database = new pg.Pool({ connectionString: servers.adminUrl, max: 1 });
});
afterAll(async () => {
  await database?.end();
  await system?.stop();
});

const gatewayGrowth = (work: () => Promise<void>): Promise<number> => growthOf(gateway.pid, work);

const CLOSE = 'Connection: close';
const connected = async (localAddress?: string): Promise<Socket> => {
  const { hostname: host, port } = new URL(system.siteUrl);
  const socket = connect({ host, port: Number(port), localAddress });
  await once(socket, 'connect');
  // A gateway that has answered ends the connection, whatever is still on its way.
  socket.on('error', () => undefined);
  return socket;
};
const open = (route: RouteContract, ...headers: string[]): Promise<Socket> => openFrom(undefined, route, ...headers);
const openFrom = async (
  from: string | undefined,
  { method, path, takes = 'json', takesFile: [type] = [TYPES[takes]] }: RouteContract,
  ...headers: string[]
): Promise<Socket> => {
  const socket = await connected(from);
  const target = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: lectern', `Content-Type: ${type}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
};
/** The responses on a socket, once it has ended. */
const answersOf = async (socket: Socket): Promise<string> => {
  let answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answers += text));
  await new Promise((resolve) => socket.once('close', resolve));
  return answers;
};
/** The status that a socket answers, once it has ended. */
const statusOf = async (socket: Socket): Promise<number> =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(await answersOf(socket))?.[1] ?? 0);
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const goOn = (): void => {
      socket.off('drain', goOn).off('close', goOn);
      resolve();
    };
    socket.on('drain', goOn).on('close', goOn);
  });
/** Sends it until all is sent, or the other side stops reading. */
const pour = async (socket: Socket, pieces: Iterable<Buffer | string>): Promise<void> => {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await drained(socket);
  }
};
const withLength = function* () {
  for (let left = BODY_BYTES; left > 0; left -= DENSE.length) yield DENSE;
};
const inChunks = function* () {
  for (let left = BODY_BYTES; left > 0; left -= DENSE.length)
    yield* [`${DENSE.length.toString(16)}\r\n`, DENSE, '\r\n'];
  yield '0\r\n\r\n';
};

const importOf = (file: string): RouteContract => ({
  ...readImport,
  path: `/api/admin/imports/newsletter?name=${file}`,
});

/** How much is stored of lists with this file name, and how many subscribers. */
const storedOf = async (file: string): Promise<Record<string, number>> => {
  const { rows } = await database.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM messaging.list_imports WHERE name = $1) AS imports,
            (SELECT count(*)::int FROM messaging.list_import_rows rows
              JOIN messaging.list_imports imports ON imports.id = rows.import_id WHERE imports.name = $1) AS rows,
            (SELECT count(*)::int FROM messaging.newsletter_subscribers) AS subscribers`,
    [file],
  );
  return rows[0]!;
};

/** Requests that come byte by byte. They are sent before the tests, because it takes half a minute until they are ended. */
const SLOW = {
  FILE: 'slow-readers.csv',
  /** Of each kind: more than the connections of other clients that come and go meanwhile. */
  OF_A_KIND: 3,
  BYTE_MS: 500,
  /** A request has 30 s, and the gateway checks every 5 s. A busy machine is later. */
  ENDED_WITHIN_MS: 40_000,
  LENGTH: `Content-Length: ${BODY_LIMIT_BYTES}`,
  ANSWER: /^HTTP\/1\.1 408 [^]*"code":"request_too_slow"/,
};
interface SlowRequest {
  readonly what: string;
  readonly answer: RegExp;
  readonly ms: number;
  readonly answers: string;
}
let slow: {
  readonly before: { readonly stored: Record<string, number>; readonly sockets: number };
  /** The gateway's, from before the first of them until all had come so far that something is kept of them. */
  readonly growth: number;
  readonly ended: Promise<SlowRequest[]>;
};

/** Sends the beginning, and bytes until the connection is closed. Returns how long that took, and the response. */
const trickle = async (socket: Socket, beginning: string): Promise<{ ms: number; answers: string }> => {
  const began = performance.now();
  socket.write(beginning);
  const bytes = setInterval(() => socket.write('a'), SLOW.BYTE_MS);
  const answers = await answersOf(socket);
  clearInterval(bytes);
  return { ms: performance.now() - began, answers };
};
const socketsOfGateway = async (): Promise<number> => {
  const metrics = await (await fetch(`${gateway.opsUrl}/metrics`)).text();
  return Number(/^nodejs_active_resources\{type="TCPSocketWrap"[^}]*\} (\d+)/m.exec(metrics)![1]);
};

beforeAll(async () => {
  const { FILE, LENGTH, ANSWER, OF_A_KIND } = SLOW;
  const registration = newRegistration();
  await registerPerson(system, registration);
  const member = `Authorization: Bearer ${await logInPerson(system, registration)}`;
  const admin = `Authorization: Bearer ${await adminTokenOf(system)}`;
  // As many connections as `fetch` ever has in these tests, which it keeps.
  await Promise.all(Array.from({ length: 20 }, () => callApi(system, 'GET', '/api/programs')));
  const before = { stored: await storedOf(FILE), sockets: await socketsOfGateway() };
  // A network of their own: each has only a few signed requests at a time.
  const network = newNetwork();
  const from = (route: RouteContract, ...headers: string[]) => openFrom(network, route, ...headers);
  // A request that is answered by its head, before the body, is closed as well.
  const cases = (): Readonly<Record<string, readonly [Promise<Socket>, beginning: string, answer: RegExp]>> => ({
    'its head': [connected(network), 'GET /api/health HTTP/1.1\r\nHost: lectern\r\nX-Long: ', ANSWER],
    'without a token': [from(login, LENGTH), '{"email":"', ANSWER],
    'without its length': [from(login, 'Transfer-Encoding: chunked'), '8000\r\n{"email":"', ANSWER],
    'of a provider': [from(stripeWebhook, LENGTH, 'Stripe-Signature: t=1,v1=0'), '{"id":"', ANSWER],
    'of a member': [from(updateProfile, LENGTH, member), '{"firstName":"', ANSWER],
    'of an administrator': [from(createArticle, LENGTH, admin), '{"title":"', ANSWER],
    'of a list whose first rows are kept': [
      from(importOf(FILE), LENGTH, admin),
      `Email\n${'a@b.example\n'.repeat(600)}`,
      ANSWER,
    ],
    'without the token that it needs': [from(updateProfile, LENGTH), '{"firstName":"', /^HTTP\/1\.1 401 /],
    'too long': [from(login, `Content-Length: ${BODY_LIMIT_BYTES + 1}`), '{"email":"', /^HTTP\/1\.1 413 /],
  });
  let ended: Promise<SlowRequest[]> = Promise.resolve([]);
  const growth = await gatewayGrowth(async () => {
    ended = Promise.all(
      Array.from({ length: OF_A_KIND }, () => Object.entries(cases()))
        .flat()
        .map(async ([what, [socket, beginning, answer]]) => ({
          what,
          answer,
          ...(await trickle(await socket, beginning)),
        })),
    );
    await patiently('the first rows', async () => expect((await storedOf(FILE))['rows']).toBe(OF_A_KIND * 500));
  });
  slow = { before, growth, ended };
});

const takesBody = ROUTES.filter(({ method }) => method !== 'GET');
const FORMS = [
  ['with its length', `Content-Length: ${BODY_BYTES}`, withLength],
  ['without its length', 'Transfer-Encoding: chunked', inChunks],
] as const;

it.each(FORMS)('a dense body of 20 MB %s is refused by every route, and is not kept', async (_how, length, body) => {
  const answers = new Map<string, number>();
  const growth = await gatewayGrowth(async () => {
    const waiting = [...takesBody];
    const worker = async (): Promise<void> => {
      for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
        const socket = await open(route, length, CLOSE);
        const [status] = await Promise.all([statusOf(socket), pour(socket, body())]);
        answers.set(`${route.method} ${route.path}`, status);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, worker));
  });
  // 0: the connection ended while the body was on its way, before the answer could be read.
  const taken = [...answers].filter(([, status]) => ![0, 400, 401, 403, 404, 413].includes(status));
  expect(taken).toEqual([]);
  expect(growth).toBeLessThan(GROWTH_BYTES);
  expect((await callApi(system, 'GET', '/api/health')).status).toBe(200);
});

it('bodies that never come block no other request, and hold no memory', async () => {
  const half = '{"email":"';
  const sockets: Socket[] = [];
  const growth = await gatewayGrowth(async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const route of takesBody) {
        const socket = await open(route, `Content-Length: ${BODY_LIMIT_BYTES}`, CLOSE);
        socket.write(half);
        sockets.push(socket);
      }
    }
    const answers = await Promise.all(
      ['/api/health', '/api/programs', '/'].map((path) =>
        fetch(`${system.siteUrl}${path}`, { signal: AbortSignal.timeout(5_000) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
  for (const socket of sockets) socket.destroy();
  expect(growth).toBeLessThan(GROWTH_BYTES);
});

describe('an administrator’s import', () => {
  const HEADINGS = 'Email,Source,Notes\n';
  /** So long that a list of 20 MB has no more rows than an import takes. */
  const LINE_BYTES = 1_100;
  const ROWS = Math.floor((IMPORT_LIMIT_BYTES - HEADINGS.length) / LINE_BYTES);
  const CSV = { 'content-type': 'text/csv' };
  const FILE = 'readers.csv';
  /** Together: more of them would take longer to arrive, and have more memory to save. */
  const FILES = 2;
  let token: string;

  /** A list of exactly so many bytes, some lines at a time. */
  const listOf = function* (bytes: number): Generator<Buffer> {
    let piece = HEADINGS;
    for (let line = 1, left = bytes - HEADINGS.length; left > 0; line += 1) {
      // The last one takes what is left.
      const length = left < 2 * LINE_BYTES ? left : LINE_BYTES;
      piece += `${`person-${line}@example.com,fair,`.padEnd(length - 1, 'x')}\n`;
      left -= length;
      if (line % 50 > 0 && left > 0) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  };
  /** Sends a list as it is made. */
  const bring = async (
    list: Iterable<Buffer>,
    headers: Record<string, string>,
  ): Promise<{ status: number; body: { rows?: number; code?: string; message?: string } }> => {
    const sending = request(`${system.siteUrl}/api/admin/imports/newsletter?name=${FILE}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const [[answer]] = (await Promise.all([once(sending, 'response'), pipeline(Readable.from(list), sending)])) as [
      [IncomingMessage],
      void,
    ];
    return { status: answer.statusCode ?? 0, body: (await json(answer)) as object };
  };

  /** How much more memory these take together than one list after another that is a twentieth as long: nothing of those need be held. */
  const growthAbove = async (work: readonly (() => Promise<void>)[]): Promise<number> =>
    (await gatewayGrowth(async () => void (await Promise.all(work.map((one) => one()))))) - small;
  let small: number;
  beforeAll(async () => {
    token = await adminTokenOf(system);
    // In the heap that it has everywhere.
    expect(await psOf(gateway.pid, 'args')).toContain('--max-old-space-size=256');
    const oneAfterAnother = async (): Promise<void> => {
      for (let file = 0; file < 5; file += 1)
        expect((await bring(listOf(IMPORT_LIMIT_BYTES / 20), CSV)).status).toBe(201);
    };
    // Memory that the process keeps from the first requests is not the cost of one request.
    await oneAfterAnother();
    small = await gatewayGrowth(oneAfterAnother);
  });

  /** Half of them say how long they are. */
  const lengthOf = (file: number, bytes: number): Record<string, string> =>
    file % 2 === 0 ? { 'content-length': String(bytes) } : {};
  const files = (of: (file: number) => Promise<void>): (() => Promise<void>)[] =>
    Array.from({ length: FILES }, (_, file) => () => of(file));

  it('of 20 MB is read as it arrives: two together take less memory than one of them', async () => {
    const growth = await growthAbove(
      files(async (file) => {
        const headers = { ...CSV, ...lengthOf(file, IMPORT_LIMIT_BYTES) };
        const { status, body } = await bring(listOf(IMPORT_LIMIT_BYTES), headers);
        expect([status, body.rows]).toEqual([201, ROWS]);
      }),
    );
    expect(growth).toBeLessThan(IMPORT_LIMIT_BYTES);
  });

  it('of one byte more is refused with a message, without more memory, and nothing of it stays', async () => {
    const before = await storedOf(FILE);
    const growth = await growthAbove(
      files(async (file) => {
        const headers = { ...CSV, ...lengthOf(file, IMPORT_LIMIT_BYTES + 1) };
        expect(await bring(listOf(IMPORT_LIMIT_BYTES + 1), headers)).toMatchObject({
          status: 413,
          body: { code: 'body_too_large', message: 'This is too large to send.' },
        });
      }),
    );
    expect(growth).toBeLessThan(IMPORT_LIMIT_BYTES);
    expect(await storedOf(FILE)).toEqual(before);
  });

  it('as a form of 20 MB is refused by its head, and the rest of it is discarded', async () => {
    const before = await storedOf(FILE);
    const form = async (): Promise<void> => {
      const socket = await open(
        { ...importOf(FILE), takesFile: [TYPES['one-click']] },
        `Content-Length: ${IMPORT_LIMIT_BYTES}`,
        `Authorization: Bearer ${token}`,
      );
      const answers = answersOf(socket);
      await pour(socket, listOf(IMPORT_LIMIT_BYTES));
      socket.end();
      expect(await answers).toMatch(/^HTTP\/1\.1 400 [^]*"code":"body_type_refused"/);
    };
    const growth = await growthAbove(
      files(async () => {
        for (let turn = 0; turn < 4; turn += 1) await form();
      }),
    );
    // Four times as many bytes as in the tests before, and faster.
    expect(growth).toBeLessThan(3 * IMPORT_LIMIT_BYTES);
    expect(await storedOf(FILE)).toEqual(before);
  });
});

/** The quickest of some, in milliseconds: a busy machine slows single ones down. */
const quickest = async (ask: () => Promise<Response>): Promise<number> => {
  const taken: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const began = performance.now();
    await (await ask()).arrayBuffer();
    taken.push(performance.now() - began);
  }
  return Math.min(...taken);
};

const LONG = 15_000;
it.each([
  ['an address of slashes', (filling: string) => fetch(`${system.siteUrl}/${filling}x`), '/'],
  [
    'a list of cached versions',
    (filling: string) => fetch(`${system.siteUrl}/`, { headers: { 'if-none-match': `a${filling}b` } }),
    ' ',
  ],
  [
    'a token without its kind',
    (filling: string) => fetch(`${system.siteUrl}/api/auth/user`, { headers: { authorization: `a${filling}` } }),
    '+',
  ],
])('%s takes as long as any other of its length', async (_what, ask, filling) => {
  const other = await quickest(() => ask(`b ${'a'.repeat(LONG - 2)}`.replace(' ', filling === '/' ? '-' : ' ')));
  // An expression that restarts at each of them takes some fifty times as long.
  expect(await quickest(() => ask(filling.repeat(LONG)))).toBeLessThan(10 * other + 20);
});

it.each([
  ['stripe', ['stripe-signature']],
  ['sendgrid', ['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp']],
  ['zoom', ['x-zm-signature', 'x-zm-request-timestamp']],
])(
  'bodies that grow on their way to the service that checks the signature are refused, and nothing else: %s',
  async (name, signed) => {
    // A control character is one byte here, and six in JSON.
    const body = Buffer.alloc(MB - 100, 1);
    const headers = {
      'content-type': 'application/json',
      ...Object.fromEntries(signed.map((header) => [header, '1'])),
    };
    const deliver = async (): Promise<number> =>
      (await fetch(`${system.siteUrl}/api/webhooks/${name}`, { method: 'POST', headers, body })).status;
    const statuses = { delivered: new Set<number>(), others: new Set<number>() };
    for (let turn = 0; turn < 2; turn++)
      await Promise.all([
        ...Array.from({ length: 4 }, async () => statuses.delivered.add(await deliver())),
        ...Array.from({ length: 10 }, async () =>
          statuses.others.add((await callApi(system, 'GET', '/api/newsletters')).status),
        ),
      ]);
    expect(statuses).toEqual({ delivered: new Set([413]), others: new Set([200]) });
  },
);

it('bodies that say that they are signed are read a few at a time of a network, and hold up no other network', async () => {
  const webhook = ROUTES.find(({ path }) => path === '/api/webhooks/stripe')!;
  const signature = 'Stripe-Signature: t=1,v1=a';
  const sockets: Socket[] = [];
  const growth = await gatewayGrowth(async () => {
    for (let count = 0; count < 60; count += 1) {
      const socket = await open(webhook, `Content-Length: ${MB}`, signature, CLOSE);
      // All but its end.
      const read = new Promise<void>((resolve) => void socket.write(Buffer.alloc(MB - 1, 'a'), () => resolve()));
      sockets.push(socket);
      if (count < 4) await read;
    }
    for (let turn = 0; turn < 20; turn += 1) expect((await callApi(system, 'GET', '/api/health')).status).toBe(200);
  });
  expect(growth).toBeLessThan(GROWTH_BYTES);
  const other = await openFrom(newNetwork(), webhook, 'Content-Length: 2', signature, CLOSE);
  other.write('{}');
  expect(await statusOf(other)).toBe(400);
  // The turn of one that hangs up is the next one's.
  for (const socket of sockets.slice(0, 59)) socket.destroy();
  const last = statusOf(sockets[59]!);
  sockets[59]!.write('a');
  expect(await last).toBe(400);
});

it('requests that come byte by byte are ended in time, with a token and without one, and nothing of them stays', async () => {
  const ended = await slow.ended;
  for (const { what, answer, answers } of ended) expect([what, answers]).toEqual([what, expect.stringMatching(answer)]);
  expect(
    ended.filter(({ ms }) => ms > SLOW.ENDED_WITHIN_MS).map(({ what, ms }) => `${what}: ${Math.round(ms)} ms`),
  ).toEqual([]);
  expect(slow.growth).toBeLessThan(GROWTH_BYTES);
  await patiently(
    'letting go',
    async () => {
      expect(await storedOf(SLOW.FILE)).toEqual(slow.before.stored);
      expect(await socketsOfGateway()).toBeLessThan(slow.before.sockets + SLOW.OF_A_KIND);
    },
    10_000,
  );
});
