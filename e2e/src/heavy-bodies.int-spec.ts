import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROUTES } from '@lectern/contracts/registry';
import { BODY_LIMIT_BYTES, type RouteContract } from '@lectern/contracts/route';
import { callApi } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Large, dense and slow bodies of callers without a token cost no memory: what a route does not take is refused by its head, and what it
 * takes is no longer than its contract says.
 */
const MB = 1024 * 1024;
const BODY_BYTES = 20 * MB;
/** What a gateway may grow by: less than one of the bodies, a few of which are sent together. */
const GROWTH_BYTES = 15 * MB;
const TOGETHER = 8;

const TYPES: Readonly<Record<NonNullable<RouteContract['takes']>, string>> = {
  json: 'application/json',
  signed: 'application/json',
  'one-click': 'application/x-www-form-urlencoded',
  csv: 'text/csv',
};
/** The densest JSON: parsed, each two bytes become an object of their own. */
const DENSE = Buffer.from(`[${'[],'.repeat(MB / 3)}`.slice(0, MB));

let system: RunningSystem;
let gateway: number;

beforeAll(async () => {
  system = await startSystem({ RATE_LIMIT_SCALE: '10000' });
  gateway = (await system.run()).processes.find(({ name }) => name === 'gateway')!.pid;
});
afterAll(() => system.stop());

const memoryOf = async (field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${gateway}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
};
/** How much more memory than at its beginning the gateway had at any moment of this. */
const growthOf = async (work: () => Promise<void>): Promise<number> => {
  const before = await memoryOf('VmRSS');
  // Makes the highest so far the present one (proc(5), clear_refs).
  await writeFile(`/proc/${gateway}/clear_refs`, '5');
  await work();
  return (await memoryOf('VmHWM')) - before;
};

const open = async ({ method, path, takes = 'json' }: RouteContract, length: string): Promise<Socket> => {
  const { hostname, port } = new URL(system.siteUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // A gateway that has answered ends the connection, whatever is still on its way.
  socket.on('error', () => undefined);
  const target = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${TYPES[takes]}\r\nConnection: close\r\n${length}\r\n\r\n`,
  );
  return socket;
};
/** The status that a socket answers, once it has ended. */
const statusOf = async (socket: Socket): Promise<number> => {
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  await new Promise((resolve) => socket.once('close', resolve));
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
};
/** Sends it until all is sent, or nobody reads any more. */
const pour = async (socket: Socket, pieces: Iterable<Buffer | string>): Promise<void> => {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (!socket.write(piece))
      await new Promise<void>((resolve) => void socket.once('drain', resolve).once('close', resolve));
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

const takesBody = ROUTES.filter(({ method }) => method !== 'GET');
const FORMS = [
  ['with its length', `Content-Length: ${BODY_BYTES}`, withLength],
  ['without its length', 'Transfer-Encoding: chunked', inChunks],
] as const;

it.each(FORMS)('a dense body of 20 MB %s is refused by every route, and is not kept', async (_how, length, body) => {
  const answers = new Map<string, number>();
  const growth = await growthOf(async () => {
    const waiting = [...takesBody];
    const worker = async (): Promise<void> => {
      for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
        const socket = await open(route, length);
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

it('bodies that never come hold up nobody, and hold no memory', async () => {
  const half = '{"email":"';
  const sockets: Socket[] = [];
  const growth = await growthOf(async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const route of takesBody) {
        const socket = await open(route, `Content-Length: ${BODY_LIMIT_BYTES}`);
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
  // What begins anew at each of them takes some fifty times as long.
  expect(await quickest(() => ask(filling.repeat(LONG)))).toBeLessThan(10 * other + 20);
});
