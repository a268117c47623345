import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fastify, type FastifyInstance } from 'fastify';
import { fileStream, taggedFileStream } from '@lectern/contracts/file-stream';
import { sendStream, sendTaggedStream } from './send-stream.ts';

const PIECE = 'x'.repeat(256 * 1024);

describe('a streamed file', () => {
  let server: FastifyInstance;
  afterEach(() => server.close());

  const file = (pieces: AsyncIterable<string>) => ({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'a.csv',
    cacheControl: 'no-store',
    pieces,
  });
  /** Serves one file, and answers where. */
  const serving = async (pieces: () => AsyncIterable<string>): Promise<string> => {
    server = fastify({ forceCloseConnections: true });
    server.get('/', (_request, reply) => reply.send(sendStream(fileStream.parse(file(pieces())), reply)));
    await server.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/`;
  };
  const open = async (url: string): Promise<IncomingMessage> => {
    const [answer] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
    answer.on('error', () => undefined); // the reader sees it
    return answer;
  };

  it('is its pieces in order, with its headers', async () => {
    const answer = await fetch(
      await serving(async function* () {
        yield 'one,';
        await Promise.resolve();
        yield 'zwölf';
      }),
    );
    expect(await answer.text()).toBe('one,zwölf');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="a.csv"',
      'cache-control': 'no-store',
    });
  });

  it('that fails midway breaks the connection, so that a part is not taken for the complete file', async () => {
    const answer = await fetch(
      await serving(async function* () {
        yield PIECE;
        await Promise.resolve();
        throw new Error('The service is gone');
      }),
    );
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('is generated no faster than the client reads', async () => {
    let made = 0;
    const url = await serving(async function* () {
      for (; made < 400; made += 1) yield await Promise.resolve(PIECE);
    });
    const answer = await open(url);
    answer.pause();
    // Until it stands still: the buffers of both sockets are full.
    for (let before = -1; before !== made;) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(200);
    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    expect([made, bytes]).toEqual([400, 400 * PIECE.length]);
  });

  it('stops when its reader goes away', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let made = 0;
    const url = await serving(async function* () {
      try {
        for (; ; made += 1) yield await Promise.resolve(PIECE);
      } finally {
        end();
      }
    });
    const answer = await open(url);
    await once(answer, 'data');
    answer.destroy();
    await ended;
    expect(made).toBeLessThan(200);
  });

  it('is not generated for a HEAD request', async () => {
    let made = 0;
    const answer = await fetch(
      await serving(async function* () {
        made += 1;
        yield await Promise.resolve(PIECE);
      }),
      { method: 'HEAD' },
    );
    expect([answer.status, answer.headers.get('content-disposition'), made]).toEqual([
      200,
      'attachment; filename="a.csv"',
      0,
    ]);
  });

  it.each(['GET', 'HEAD'])('has its length for %s', async (method) => {
    const stored = { disposition: 'inline', etag: '"a"', bytes: PIECE.length };
    const pieces = async function* () {
      yield await Promise.resolve(PIECE);
    };
    server = fastify();
    server.get('/', (request, reply) =>
      reply.send(sendTaggedStream(taggedFileStream.parse({ ...file(pieces()), ...stored }), request, reply)),
    );
    const { headers } = await server.inject({ method: method as 'GET' | 'HEAD', url: '/' });
    expect(headers['content-length']).toBe(String(PIECE.length));
  });

  it.each(['a"b.csv', 'a\r\nset-cookie: x', '../a.csv', ''])(
    'refuses the name %j, which would break its header',
    (fileName) => {
      server = fastify();
      expect(fileStream.safeParse({ ...file((async function* () {})()), fileName }).success).toBe(false);
    },
  );
});
