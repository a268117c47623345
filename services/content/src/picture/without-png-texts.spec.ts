import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withoutPngTexts } from './without-png-texts.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const HEAD_ENDS = 33;
const png = await sharp({ create: { width: 70, height: 70, channels: 3, background: '#1e5f74' } })
  .png()
  .toBuffer();
const withChunks = (...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, HEAD_ENDS), ...chunks, png.subarray(HEAD_ENDS)]);

describe('a PNG', () => {
  it('loses its comments, and nothing else', () => {
    const packed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1_000_000, 'A'))]);
    const described = withChunks(
      chunk('zTXt', packed),
      chunk('tEXt', Buffer.from('Author\0Ada')),
      chunk('iTXt', Buffer.from('Title\0\0\0\0\0Words')),
    );
    expect(withoutPngTexts(described).equals(png)).toBe(true);
    const sized = withChunks(chunk('pHYs', Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])));
    expect(withoutPngTexts(sized).equals(sized)).toBe(true);
  });

  it('that is cut off, and any other file, stays as it is', () => {
    for (const file of [png.subarray(0, -6), png.subarray(0, 12), Buffer.from('GIF89a'), Buffer.from('')])
      expect(withoutPngTexts(file).equals(file)).toBe(true);
  });
});
