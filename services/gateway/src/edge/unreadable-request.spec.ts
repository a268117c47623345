import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { testLogger } from '@lectern/service-kit/testing/test-logger';
import { UnreadableRequests } from './unreadable-request.ts';

it.each([
  ['nothing of a response was sent', () => undefined, /^HTTP\/1\.1 400 /],
  [
    'a response ended',
    (response: ServerResponse) => response.end('done'),
    /^HTTP\/1\.1 200 [^]*done[^]*HTTP\/1\.1 400 /,
  ],
  [
    'a response has begun',
    (response: ServerResponse) => response.writeHead(200).write('begun'),
    /^HTTP\/1\.1 200 (?![^]*HTTP)/,
  ],
])('answers unreadable bytes only between responses: %s', async (_what, respond, expected) => {
  const unreadable = new UnreadableRequests(testLogger());
  const server = createServer((_request, response) => void respond(response));
  server.on('request', unreadable.note).on('clientError', unreadable.answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const received = text(socket);
  const asked = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const [, response] = (await asked) as [unknown, ServerResponse];
  if (response.writableEnded && !response.closed) await once(response, 'close');
  socket.write('no request\r\n\r\n');
  expect(await received).toMatch(expected);
  await new Promise((resolve) => server.close(resolve));
});
