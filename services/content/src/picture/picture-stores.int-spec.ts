import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderPictureStore } from './folder-picture-store.ts';
import type { PictureStore } from './picture-store.ts';
import { S3PictureStore } from './s3-picture-store.ts';

interface OpenStore {
  readonly store: PictureStore;
  /** The same storage, which does not answer. */
  readonly down: PictureStore;
  close(): Promise<void>;
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'lectern-store-'));

const inFolder = async (): Promise<OpenStore> => {
  const root = await newFolder();
  await writeFile(join(root, 'file'), '');
  return {
    store: new FolderPictureStore(join(root, 'pictures')),
    down: new FolderPictureStore(join(root, 'file')),
    close: () => rm(root, { recursive: true }),
  };
};

const inBucket = async (): Promise<OpenStore> => {
  const directory = await newFolder();
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures' }],
  });
  const { port } = await server.run();
  const at = (endpoint: string): PictureStore =>
    new S3PictureStore({
      bucket: 'pictures',
      endpoint,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    });
  return {
    store: at(`http://127.0.0.1:${port}`),
    // Nothing listens there.
    down: at('http://127.0.0.1:1'),
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
};

describe.each([
  ['a folder', inFolder],
  ['an S3-compatible bucket', inBucket],
])('the store of pictures in %s', (_what, begin) => {
  let open: OpenStore;
  beforeAll(async () => {
    open = await begin();
  });
  afterAll(() => open.close());

  it('answers what was put, in pieces with the size of the whole', async () => {
    const id = randomUUID();
    const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
    await open.store.put(id, '480.avif', content);
    expect(await open.store.get(id, '480.avif', 0, 600)).toEqual({ bytes: 1_000, piece: content.subarray(0, 600) });
    expect(await open.store.get(id, '480.avif', 600, 600)).toEqual({ bytes: 1_000, piece: content.subarray(600) });
    expect(await open.store.get(id, '480.avif', 0, 5_000)).toEqual({ bytes: 1_000, piece: content });
  });

  it('has no file that was not put', async () => {
    const id = randomUUID();
    expect(await open.store.get(id, '480.avif', 0, 10)).toBeNull();
    await open.store.put(id, '480.avif', Buffer.from('a'));
    expect(await open.store.get(id, '480.webp', 0, 10)).toBeNull();
  });

  it('replaces a file that is put again', async () => {
    const id = randomUUID();
    for (const content of ['first', 'second']) await open.store.put(id, '480.avif', Buffer.from(content));
    expect((await open.store.get(id, '480.avif', 0, 100))?.piece.toString()).toBe('second');
  });

  it('removes every file of one picture, as often as it is asked', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const files = ['480.avif', '480.webp', '960.avif'];
    for (const file of files) await open.store.put(gone, file, Buffer.from('a'));
    await open.store.put(other, '480.avif', Buffer.from('b'));
    await open.store.remove(gone, files);
    await open.store.remove(gone, files);
    for (const file of files) expect(await open.store.get(gone, file, 0, 1)).toBeNull();
    expect((await open.store.get(other, '480.avif', 0, 1))?.piece.toString()).toBe('b');
  });

  it('rejects while it does not answer, and never says that a file is missing', async () => {
    await expect(open.down.put(randomUUID(), '480.avif', Buffer.from('a'))).rejects.toThrow();
    await expect(open.down.get(randomUUID(), '480.avif', 0, 1)).rejects.toThrow();
  });
});

it('leaves nothing under another name in a folder', async () => {
  const root = await newFolder();
  try {
    await new FolderPictureStore(root).put('id', '480.avif', Buffer.from('a'));
    expect(await readdir(join(root, 'id'))).toEqual(['480.avif']);
  } finally {
    await rm(root, { recursive: true });
  }
});
