import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_PIECE_BYTES } from '@lectern/contracts/content/document-model';
import * as documents from '@lectern/contracts/content/document-rpc';
import { pictureAddress, type StoredPicture } from '@lectern/contracts/content/picture';
import { finishPicture, readPicturePiece } from '@lectern/contracts/content/picture-rpc';
import {
  changeArticle,
  createArticle,
  createTestimonial,
  publishArticle,
  type SavedArticle,
} from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { Actor } from '@lectern/contracts/identity/model';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { SystemClock } from '@lectern/service-kit/time/clock';
import { pngChunk } from '@lectern/test-kit/png';
import { type RunningContent, startContent } from '../testing/running-content.ts';
import { FolderPictureStore } from './folder-picture-store.ts';
import { PictureRepository } from './picture.repository.ts';
import { RemoveUnusedPictures } from './remove-unused-pictures.job.ts';

const BY: Actor = { adminId: randomUUID(), role: 'editor', origin: { ipAddress: null, userAgent: null } };

let running: RunningContent;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
  running = await startContent({}, { PICTURES_DIR: folder });
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true });
});

const drawn = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 95, b: 116 } } });
const upload = async (file: Buffer): Promise<StoredPicture> => {
  const { id } = await running.rpc.call(documents.startDocumentFile, { by: BY });
  for (let from = 0; from < file.length; from += DOCUMENT_PIECE_BYTES) {
    const pieceBase64 = file.subarray(from, from + DOCUMENT_PIECE_BYTES).toString('base64');
    await running.rpc.call(documents.addDocumentPiece, { id, from, pieceBase64, as: 'picture' });
  }
  return running.rpc.call(finishPicture, { upload: id, by: BY });
};
const fileOf = async (id: string, file: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for (;;) {
    const from = Buffer.concat(pieces).length;
    const { bytes, pieceBase64 } = await running.rpc.call(readPicturePiece, { id, file, from });
    pieces.push(Buffer.from(pieceBase64, 'base64'));
    if (Buffer.concat(pieces).length >= bytes) return Buffer.concat(pieces);
  }
};
const errorOf = async (call: Promise<unknown>): Promise<DomainError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error('It was answered');
  return error;
};
const reasonOf = async (file: Buffer): Promise<string> => {
  const error = await errorOf(upload(file));
  expect(error.code).toBe('invalid_request');
  expect(error.fields).toEqual({ file: error.message });
  return error.message;
};
const stored = async (): Promise<number> => {
  const [row] = await running.dataSource.query<{ count: number }[]>('SELECT count(*)::integer AS count FROM pictures');
  return row!.count;
};

describe('an uploaded picture', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'is accepted as %s, and stored as AVIF and WebP',
    async (format) => {
      const { id, width, height } = await upload(await drawn(1_600, 1_000).toFormat(format).toBuffer());
      expect([width, height]).toEqual([1_440, 900]);
      for (const each of [480, 960, 1_440]) {
        for (const [name, read] of [
          ['avif', 'heif'],
          ['webp', 'webp'],
        ] as const) {
          const metadata = await sharp(await fileOf(id, `${each}.${name}`)).metadata();
          expect(metadata).toMatchObject({ format: read, width: each, height: (each * 900) / 1_440 });
        }
      }
      expect((await errorOf(fileOf(id, '1600.avif'))).code).toBe('not_found');
    },
  );

  it('is never made larger, and narrow ones have fewer files', async () => {
    const { id, width, height } = await upload(await drawn(500, 300).png().toBuffer());
    expect([width, height]).toEqual([500, 300]);
    expect((await readdir(join(folder, id))).toSorted()).toEqual(['480.avif', '480.webp', '500.avif', '500.webp']);
  });

  it('is stored upright, without a place or any other metadata', async () => {
    const photo = await drawn(600, 400)
      .composite([{ input: await drawn(600, 40).png().toBuffer(), top: 0, left: 0 }])
      .withExif({ IFD0: { Artist: 'Ada', ImageDescription: 'SECRET-PLACE' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const { id, width, height } = await upload(photo);
    expect([width, height]).toEqual([400, 600]);
    for (const file of ['400.webp', '400.avif']) {
      const metadata = await sharp(await fileOf(id, file)).metadata();
      expect(metadata).toMatchObject({ width: 400, height: 600 });
      expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('is turned the way that its orientation says', async () => {
    // Red at the top of the file; orientation 6 shows the file's left side at the top, so red is at the right.
    const red = await sharp({ create: { width: 400, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const photo = await drawn(400, 300)
      .composite([{ input: red, top: 0, left: 0 }])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const { id } = await upload(photo);
    const { data, info } = await sharp(await fileOf(id, '300.webp'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const redAt = (x: number, y: number): number => data[(y * info.width + x) * info.channels]!;
    expect([info.width, info.height]).toEqual([300, 400]);
    expect([redAt(20, 200) < 90, redAt(280, 200) > 200]).toEqual([true, true]);
  });

  it('is written from its pixels: what is attached to it does not reach a reader', async () => {
    const polyglot = Buffer.concat([
      await drawn(400, 300).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\x03\x04'),
    ]);
    const { id } = await upload(polyglot);
    for (const file of await readdir(join(folder, id))) expect((await fileOf(id, file)).includes('script')).toBe(false);
  });

  it('leaves no upload behind', async () => {
    await upload(await drawn(300, 300).png().toBuffer());
    expect(await running.dataSource.query('SELECT id FROM document_uploads WHERE sha256 IS NULL')).toEqual([]);
  });
});

describe('a refused file', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>';

  it.each([
    ['an SVG', SVG, 'SVG files can contain programs. Save it as PNG.'],
    ['an SVG with a declaration', `\n<?xml version="1.0"?>${SVG}`, 'SVG files can contain programs. Save it as PNG.'],
    ['an SVG behind a byte order mark', `\ufeff${SVG}`, 'SVG files can contain programs. Save it as PNG.'],
    ['a page', '<html><body>hello</body></html>', /^This file is not a picture/],
    ['a PDF', '%PDF-1.7\n', /^This file is a PDF/],
    ['nothing', '', /^This file is not a picture/],
    ['a HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0', /HEIC/],
  ])('is %s', async (_what, text, reason) => {
    expect(await reasonOf(Buffer.from(text))).toMatch(reason);
  });

  it('moves, as GIF, WebP or PNG', async () => {
    const frames = await sharp(
      [await drawn(300, 300).png().toBuffer(), await drawn(300, 300).negate().png().toBuffer()],
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();
    expect(await reasonOf(frames)).toMatch(/^This picture moves/);
    expect(await reasonOf(await drawn(300, 300).gif().toBuffer())).toMatch(/^GIF files are not accepted/);
    const still = await drawn(300, 300).png().toBuffer();
    const at = still.indexOf('IDAT') - 4;
    const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
    const moving = Buffer.concat([still.subarray(0, at), control, still.subarray(at)]);
    expect(await reasonOf(moving)).toMatch(/^This picture moves/);
  });

  it.each(['png', 'jpeg', 'webp', 'avif'] as const)('is a %s without its end', async (format) => {
    const noisy = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: 'black',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    });
    const whole = await noisy.toFormat(format, format === 'avif' ? { effort: 0 } : {}).toBuffer();
    expect(await reasonOf(whole.subarray(0, whole.length * 0.6))).toMatch(/^This picture is incomplete or damaged/);
  });

  it('is too small, too long or has too many pixels, without being decoded', async () => {
    expect(await reasonOf(await drawn(199, 400).png().toBuffer())).toContain(
      '199 by 400 pixels. Each side needs at least 200',
    );
    expect(await reasonOf(await drawn(12_001, 200).png().toBuffer())).toContain('at most 12,000');
    expect(await reasonOf(await drawn(8_000, 7_000).png().toBuffer())).toContain('at most 50 megapixels');
    // Of a file of some hundred bytes: only its head says how large it is.
    const bomb = await drawn(300, 300).png().toBuffer();
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    pngChunk('IHDR', bomb.subarray(16, 29)).copy(bomb, 8);
    expect(await reasonOf(bomb)).toContain('60,000 by 60,000 pixels');
    expect(await reasonOf(await drawn(5_000, 4_000).avif({ effort: 0 }).toBuffer())).toContain(
      'too many for a file of this kind',
    );
  });

  it('stores nothing', async () => {
    const [before, folders] = [await stored(), (await readdir(folder)).length];
    await errorOf(upload(Buffer.from(SVG)));
    expect([await stored(), (await readdir(folder)).length]).toEqual([before, folders]);
  });
});

describe('the storage', () => {
  it('that takes nothing is answered as unavailable, in words, and nothing stays', async () => {
    const readOnly = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
    const broken = await startContent({}, { PICTURES_DIR: join(readOnly, 'file') });
    const here = running;
    try {
      await mkdir(join(readOnly, 'file'));
      // A file in place of the folder: not even an administrator may write into it.
      await rm(join(readOnly, 'file'), { recursive: true });
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .png()
        .toFile(join(readOnly, 'file'));
      await chmod(join(readOnly, 'file'), 0o400);
      running = broken;
      const error = await errorOf(upload(await drawn(300, 300).png().toBuffer()));
      expect(error).toMatchObject({ code: 'service_unavailable', retryAfter: 10 });
      expect(error.message).toContain('Nothing was stored');
      const reading = await errorOf(fileOf(randomUUID(), '480.avif'));
      expect(reading).toMatchObject({ code: 'service_unavailable', retryAfter: 5 });
    } finally {
      running = here;
      await broken.stop();
      await rm(readOnly, { recursive: true });
    }
  });

  it('gets no names but those of pictures', async () => {
    for (const [id, file] of [
      ['..', '480.avif'],
      [randomUUID(), '../../etc/passwd'],
      [randomUUID(), '480.svg'],
      [randomUUID(), '480.avif'],
    ] as const)
      expect((await errorOf(fileOf(id, file))).code).toBe('not_found');
  });
});

describe('an article', () => {
  const fields = {
    slug: '',
    excerpt: 'A hall.',
    category: 'Delivery',
    author: null,
    metaTitle: null,
    metaDescription: null,
  };
  const write = (content: string): Promise<SavedArticle> =>
    running.rpc.call(createArticle, { ...fields, title: `Halls ${randomUUID()}`, content, by: BY });
  const change = ({ id, version, title, slug }: SavedArticle, content: string): Promise<SavedArticle> =>
    running.rpc.call(changeArticle, { ...fields, id, version, title, slug, content, by: BY });
  const named = (picture: StoredPicture, alt: string): string => `A text.\n\n![${alt}](${pictureAddress(picture)})`;
  const aPicture = async (): Promise<StoredPicture> => upload(await drawn(300, 200).png().toBuffer());
  const isStored = async ({ id, width }: StoredPicture): Promise<boolean> => {
    const rows = await running.dataSource.query<unknown[]>('SELECT 1 FROM pictures WHERE id = $1', [id]);
    const files = await running.rpc.call(readPicturePiece, { id, file: `${width}.avif`, from: 0 }).then(
      () => 1,
      () => 0,
    );
    expect(rows).toHaveLength(files);
    return files === 1;
  };
  const aCollector = (): RemoveUnusedPictures => {
    const clock = new SystemClock();
    const transactor = new Transactor(running.dataSource, clock, { wake: () => undefined, committed: () => undefined });
    return new RemoveUnusedPictures(
      transactor,
      new PictureRepository(running.dataSource),
      new FolderPictureStore(folder),
      clock,
    );
  };
  const age = (days: number): Promise<unknown> =>
    running.dataSource.query(`UPDATE pictures SET uploaded_at = now() - make_interval(days => $1)`, [days]);

  it('is not published with a picture without alt text, and says so at the text; nor is a published one changed into one', async () => {
    const picture = await aPicture();
    const draft = await write(named(picture, ''));
    const refused = await errorOf(running.rpc.call(publishArticle, { id: draft.id, version: draft.version, by: BY }));
    expect(refused.code).toBe('invalid_request');
    expect(refused.fields?.['content']).toContain('no alt text');
    const described = await change(draft, named(picture, 'A hall'));
    const published = await running.rpc.call(publishArticle, { id: draft.id, version: described.version, by: BY });
    expect((await errorOf(change(published, named(picture, ' ')))).fields?.['content']).toContain('no alt text');
  });

  it('is not saved with a picture that is not stored, or not in this size', async () => {
    const gone = named({ id: randomUUID(), width: 300, height: 200 }, 'A hall');
    const larger = named({ ...(await aPicture()), width: 9_999 }, 'A hall');
    expect((await errorOf(write(larger))).fields?.['content']).toContain('no longer stored');
    expect((await errorOf(write(gone))).fields?.['content']).toContain('no longer stored');
    const draft = await write('A text.');
    expect((await errorOf(change(draft, gone))).fields?.['content']).toContain('no longer stored');
  });

  it('keeps its pictures; one that no article and no testimonial names is deleted after seven days, by two replicas at the same time too', async () => {
    const [used, said, unused] = [await aPicture(), await aPicture(), await aPicture()];
    await write(named(used, 'A hall'));
    await running.rpc.call(createTestimonial, {
      ...{ name: 'Ada', role: 'Member', quote: 'Good.', context: null, rating: 5, by: BY },
      avatarUrl: pictureAddress(said),
    });
    const [one, other] = [aCollector(), aCollector()];
    const collect = () => Promise.all([one, other].map((each) => each.run({}, new AbortController().signal)));
    await age(6);
    await collect();
    const areStored = () => Promise.all([used, said, unused].map(isStored));
    expect(await areStored()).toEqual([true, true, true]);
    await age(8);
    await collect();
    expect(await areStored()).toEqual([true, true, false]);
    await collect();
  });
});
