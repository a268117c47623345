import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastify } from 'fastify';
import { compressionFor, WrittenFile } from './written-file.ts';

describe('a written file', () => {
  it('that could not be read once is read again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-written-'));
    const server = fastify();
    const file = new WrittenFile(join(folder, 'page.html'), 'text/html', (text) => text.toUpperCase());
    server.get('/', (request, reply) => file.send(request, reply));
    try {
      const address = await server.listen({ port: 0, host: '127.0.0.1' });
      expect((await fetch(address)).status).toBe(500);
      await writeFile(join(folder, 'page.html'), 'filled in');
      expect(await (await fetch(address)).text()).toBe('FILLED IN');
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('compressionFor', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (accepted, packing) => {
    expect(compressionFor(accepted)).toBe(packing);
  });
});
