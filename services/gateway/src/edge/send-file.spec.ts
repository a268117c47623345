import { describe, expect, it } from 'vitest';
import { fastify, type LightMyRequestResponse } from 'fastify';
import { fileAnswer } from '@lectern/contracts/fields';
import { sendFile } from './send-file.ts';

const FILE = {
  contentType: 'application/pdf',
  fileName: 'rules.pdf',
  disposition: 'inline' as const,
  cacheControl: 'public, max-age=300',
  etag: '"abc123"',
  bytes: Uint8Array.from([37, 80, 68, 70, 0, 255]),
};

const answerWith = async (file: Parameters<typeof sendFile>[0]): Promise<LightMyRequestResponse> => {
  const server = fastify();
  server.get('/', (_request, reply) => {
    void reply.send(sendFile(file, reply));
  });
  return server.inject('/');
};

describe('a file answer', () => {
  it('is the bytes alone, with its headers', async () => {
    const answer = await answerWith(FILE);
    expect(answer.statusCode).toBe(200);
    expect([...answer.rawPayload]).toEqual([...FILE.bytes]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '6',
      'content-disposition': 'inline; filename="rules.pdf"',
      'cache-control': 'public, max-age=300',
      etag: '"abc123"',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('is 304 and empty for a caller that holds it', async () => {
    const answer = await answerWith({ ...FILE, bytes: null });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag: '"abc123"', 'cache-control': 'public, max-age=300' });
  });

  it.each(['a"b.pdf', 'a\r\nset-cookie: x', '../a.pdf', ''])(
    'refuses the name %j, which would break its header',
    (fileName) => {
      expect(fileAnswer.safeParse({ ...FILE, fileName }).success).toBe(false);
    },
  );
});
