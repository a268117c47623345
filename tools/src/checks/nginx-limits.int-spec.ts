import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '@lectern/contracts/registry';
import type { RouteContract } from '@lectern/contracts/route';
import { type StartedProcess, startProcess } from '../process/started-process.ts';
import { freePort } from '../servers/free-port.ts';
import { findNginx } from '../servers/nginx.ts';
import { addressOf, largestBodies, prefixOf } from './route-limits.ts';

/*
 * The limits of nginx for every route of the API, with the whole configuration of deploy/nginx, before a gateway is asked. Behind it is a
 * server that answers every request, because the test counts which requests reach it.
 */

const SOURCE = join(import.meta.dirname, '../../../deploy/nginx');
/** Where nginx has other limits of bodies. */
const PREFIXES = [
  '/api/',
  '/api/admin/',
  '/api/admin/imports/',
  '/api/admin/document-files',
  '/api/admin/pictures',
  '/api/webhooks/',
];
const LARGEST = largestBodies(PREFIXES);
const CONNECTIONS = 100;
const EVENTS = 1_000;

let folder: string;
let nginx: StartedProcess;
let port: number;
let gateway: Server;
/** Requests that are not answered yet. */
const held: ServerResponse[] = [];

const inNewFolder = async (gatewayPort: number): Promise<void> => {
  const replacements: readonly (readonly [file: string, from: string, to: string])[] = [
    ['nginx.conf', 'pid /tmp/', `daemon off;\nmaster_process off;\npid ${folder}/`],
    ['nginx.conf', 'error_log /dev/stderr', 'error_log stderr'],
    ['nginx.conf', 'access_log /dev/stdout lectern', 'access_log off'],
    ['nginx.conf', 'include /etc/nginx/mime.types;', ''],
    ['nginx.conf', '_temp_path /tmp/', `_temp_path ${folder}/`],
    ['nginx.conf', '127.0.0.1:8081', `127.0.0.1:${await freePort()}`],
    ['lectern/front.conf', 'listen 8080', `listen 127.0.0.1:${port}`],
    ['lectern/gateway.conf', 'set $gateway gateway', 'set $gateway 127.0.0.1'],
    ['lectern/gateway.conf', ':3000', `:${gatewayPort}`],
  ];
  await cp(SOURCE, folder, { recursive: true });
  const parts = (await readdir(join(folder, 'lectern'))).map((name) => `lectern/${name}`);
  for (const file of ['nginx.conf', ...parts]) {
    let configuration = await readFile(join(folder, file), 'utf8');
    for (const [, from, to] of replacements.filter(([name]) => name === file)) {
      if (!configuration.includes(from)) throw new Error(`${file} has no ${from}`);
      configuration = configuration.replaceAll(from, to);
    }
    await writeFile(join(folder, file), configuration.replaceAll('/etc/nginx/', `${folder}/`));
  }
};

beforeAll(async () => {
  gateway = createServer((asked, answer) => {
    if (asked.headers['x-hold'] !== undefined) held.push(answer);
    else asked.resume().once('end', () => answer.end('{}'));
  }).listen({ host: '127.0.0.1', port: 0, backlog: EVENTS });
  await once(gateway, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'));
  port = await freePort();
  await inNewFolder((gateway.address() as AddressInfo).port);
  const program = await findNginx();
  nginx = await startProcess({
    command: program.command,
    args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
    env: { PATH: process.env['PATH'], ...program.env },
    stopSignals: [['SIGTERM', 5_000]],
    ready: () =>
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    readyMilliseconds: 10_000,
    onLine: () => undefined,
  });
});
afterAll(async () => {
  await nginx?.stop();
  gateway?.closeAllConnections();
  gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

type Asked = Pick<RouteContract, 'method' | 'path'>;
/** Every route of the API, and a page. */
const ASKED: readonly Asked[] = [...ROUTES, { method: 'GET', path: '/' }];
const nameOf = ({ method, path }: Asked): string => `${method} ${path}`;

/** Asks a route as a visitor, or as what is in front of nginx, which is not counted. */
const ask = async (
  route: Asked,
  { visitor, body = Buffer.alloc(0), hold = false }: { visitor?: string; body?: Buffer; hold?: boolean },
): Promise<{ status: number; body: string }> => {
  const asked = request({
    host: '127.0.0.1',
    port,
    method: route.method,
    path: addressOf(route),
    agent: false,
    headers: {
      'content-length': String(body.length),
      ...(visitor === undefined ? {} : { 'x-forwarded-for': visitor }),
      ...(hold ? { 'x-hold': 'yes' } : {}),
    },
  });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, body: await text(answer) };
};

describe('the body limit of nginx', () => {
  const taking = ROUTES.filter(({ method }) => method !== 'GET');
  const limitOf = ({ path }: RouteContract): number => LARGEST.get(prefixOf(path, PREFIXES))!;
  const body = Buffer.alloc(Math.max(...LARGEST.values()) + 1, 'x');

  it('accepts a body as large as the gateway accepts on the routes of the class', async () => {
    const refused: string[] = [];
    for (const route of taking) {
      const { status } = await ask(route, { body: body.subarray(0, limitOf(route)) });
      if (status !== 200) refused.push(`${nameOf(route)}: ${status}`);
    }
    expect(refused).toEqual([]);
  });

  it('refuses one byte more, with the gateway’s error', async () => {
    const taken: string[] = [];
    for (const route of taking) {
      const answer = await ask(route, { body: body.subarray(0, limitOf(route) + 1) });
      if (answer.status !== 413 || !answer.body.includes('"code":"body_too_large"')) taken.push(nameOf(route));
    }
    expect(taken).toEqual([]);
  });
});

describe('the visitor limit of nginx', () => {
  const ofVisitors = ASKED.filter(({ path }) => !path.startsWith('/api/webhooks/'));

  /** Asks a route so often on one connection; answers how many of these were refused as too many. */
  const refusedOf = async (route: Asked, times: number, visitor: string): Promise<number> => {
    const socket = connect(port, '127.0.0.1');
    const head = `${route.method} ${addressOf(route)} HTTP/1.1\r\nHost: site\r\nX-Forwarded-For: ${visitor}\r\nContent-Length: 0\r\n`;
    socket.write(`${head}\r\n`.repeat(times - 1) + `${head}Connection: close\r\n\r\n`);
    return (await text(socket)).split('HTTP/1.1 429 ').length - 1;
  };

  it('accepts a burst of requests to any route, and then limits the rate', async () => {
    const visitor = '203.0.113.1';
    expect(await refusedOf(ROUTES[0]!, 150, visitor)).toBe(0);
    expect(await refusedOf(ROUTES[0]!, 900, visitor)).toBeGreaterThan(0);
    const unlimited: string[] = [];
    for (const route of ofVisitors) if ((await refusedOf(route, 60, visitor)) === 0) unlimited.push(nameOf(route));
    expect(unlimited).toEqual([]);
  });

  it('accepts a hundred connections with open requests, to any route', async () => {
    /** So many that they are no burst. */
    const some = 60;
    const unlimited: string[] = [];
    for (let from = 0; from < ofVisitors.length; from += some) {
      const visitor = `203.0.113.${10 + from / some}`;
      const routes = ofVisitors.slice(from, from + some);
      const asking = Array.from({ length: CONNECTIONS }, () => ask(ROUTES[0]!, { visitor, hold: true }));
      while (held.length < CONNECTIONS) await once(gateway, 'request');
      for (const route of routes) if ((await ask(route, { visitor })).status !== 429) unlimited.push(nameOf(route));
      for (const answer of held.splice(0)) answer.end('{}');
      expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([200]));
      // Nothing else refused these.
      expect((await ask(routes[0]!, { visitor })).status).toBe(200);
    }
    expect(unlimited).toEqual([]);
  });

  it('accepts a burst of a thousand events of a provider at the same time, and limits these too', async () => {
    const [event] = ROUTES.filter(({ audience }) => audience === 'webhook');
    const asking = Array.from({ length: EVENTS }, () => ask(event!, { visitor: '203.0.113.200', hold: true }));
    while (held.length < EVENTS) await once(gateway, 'request');
    expect((await ask(event!, { visitor: '203.0.113.200' })).status).toBe(429);
    for (const answer of held.splice(0)) answer.end('{}');
    expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([200]));

    expect(await refusedOf(event!, EVENTS, '203.0.113.201')).toBe(0);
    expect(await refusedOf(event!, 2 * EVENTS, '203.0.113.201')).toBeGreaterThan(0);
  });
});
