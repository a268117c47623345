import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '@lectern/tools/servers/free-port';
import { SharedEntrance } from './shared-entrance.ts';

let entrance: SharedEntrance;
const servers: Server[] = [];

beforeEach(async () => {
  entrance = await SharedEntrance.listen(0);
});

afterEach(async () => {
  await entrance.close();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A gateway that answers its name and what it was sent, or cuts the connection once it has the request. */
const gateway = async (name: string, seen: string[], cuts = false): Promise<number> => {
  const server = createServer((asked, answer) => {
    void text(asked).then((body) => {
      seen.push(`${name}: ${asked.method ?? ''} ${body}`);
      if (cuts) asked.socket.destroy();
      else answer.writeHead(201, { 'x-by': name }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
};

const ask = (method: string, body?: string) =>
  fetch(`http://127.0.0.1:${entrance.port}/api/anything?key=secret`, {
    method,
    ...(body === undefined ? {} : { body }),
  });

describe('the shared entrance of gateways', () => {
  it('asks each in turn, forwards their responses, and records them', async () => {
    const seen: string[] = [];
    for (const name of ['a', 'b']) entrance.add(await gateway(name, seen));
    const answers = [await ask('POST', 'one'), await ask('POST', 'two')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ headers }) => headers.get('x-by')).toSorted()).toEqual(['a', 'b']);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['one', 'two']);
    expect(entrance.served).toMatchObject([{ method: 'POST', path: '/api/anything', status: 201 }, { status: 201 }]);
  });

  it('asks another one when one refuses the connection, also for a write', async () => {
    const seen: string[] = [];
    entrance.add(await freePort());
    entrance.add(await gateway('a', seen));
    for (const body of ['one', 'two', 'three']) expect((await ask('POST', body)).status).toBe(201);
    expect(seen).toEqual(['a: POST one', 'a: POST two', 'a: POST three']);
  });

  it('repeats a read that was cut, and never a write', async () => {
    const seen: string[] = [];
    for (const name of ['a', 'b']) entrance.add(await gateway(name, seen, true));
    const read = await ask('GET');
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '1']);
    expect(seen).toHaveLength(2);
    expect((await ask('POST', 'once')).status).toBe(503);
    expect(seen.filter((each) => each.endsWith('POST once'))).toHaveLength(1);
    expect(entrance.served.map(({ status }) => status)).toEqual([0, 0]);
  });

  it('refuses requests without a gateway', async () => {
    const port = await gateway('a', []);
    entrance.add(port);
    entrance.remove(port);
    expect((await ask('GET')).status).toBe(503);
    expect(entrance.served).toMatchObject([{ status: 503 }]);
  });
});
