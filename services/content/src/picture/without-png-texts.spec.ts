import { deflateSync } from 'node:zlib';
import { aPng, pngChunk } from '@lectern/test-kit/png';
import { describe, expect, it } from 'vitest';
import { withoutPngTexts } from './without-png-texts.ts';

const HEAD_ENDS = 33;
const png = aPng(70, 70);
const withChunks = (...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, HEAD_ENDS), ...chunks, png.subarray(HEAD_ENDS)]);

describe('a PNG', () => {
  it('loses its comments, and nothing else', () => {
    const packed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1_000_000, 'A'))]);
    const described = withChunks(
      pngChunk('zTXt', packed),
      pngChunk('tEXt', Buffer.from('Author\0Ada')),
      pngChunk('iTXt', Buffer.from('Title\0\0\0\0\0Words')),
    );
    expect(withoutPngTexts(described).equals(png)).toBe(true);
    const sized = withChunks(pngChunk('pHYs', Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])));
    expect(withoutPngTexts(sized).equals(sized)).toBe(true);
  });

  it('that is cut off, and any other file, stays as it is', () => {
    for (const file of [png.subarray(0, -6), png.subarray(0, 12), Buffer.from('GIF89a'), Buffer.from('')])
      expect(withoutPngTexts(file).equals(file)).toBe(true);
  });
});
