import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawLogo } from './draw-logo.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 64, b: 128, alpha: 0.5 } } });

const sizeOf = async (file: Buffer) => {
  const result = await drawLogo(file);
  if ('refusal' in result) return result.refusal;
  const { format, width, height, exif, xmp } = await sharp(result.png).metadata();
  expect({ format, width, height, exif, xmp }).toEqual({
    format: 'png',
    width: result.width,
    height: result.height,
    exif: undefined,
    xmp: undefined,
  });
  return [width, height];
};

describe('an uploaded logo', () => {
  it('becomes a PNG of at most 512 pixels, without enlarging pixels and without anything but them', async () => {
    expect(await sizeOf(await picture(1_024, 512).png().toBuffer())).toEqual([512, 256]);
    expect(await sizeOf(await picture(80, 64).webp().toBuffer())).toEqual([80, 64]);
    const described = picture(512, 512).withExif({ IFD0: { Copyright: 'Somebody' } });
    expect(await sizeOf(await described.png().toBuffer())).toEqual([512, 512]);
  });

  it('is refused where its contents are neither a PNG nor a WebP, whatever they look like', async () => {
    for (const file of [
      Buffer.from(''),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle r="9"/></svg>'),
      await picture(64, 64).jpeg().toBuffer(),
      await picture(64, 64).gif().toBuffer(),
    ])
      expect(await sizeOf(file)).toBe(
        'This file is not a PNG or WebP. Export the logo as one of these and choose that file.',
      );
  });

  it('is refused where it is damaged, too small, too long, or larger unpacked than any logo', async () => {
    const whole = await picture(512, 512).png().toBuffer();
    expect(await sizeOf(whole.subarray(0, whole.length - 30))).toContain('damaged');
    expect(await sizeOf(await picture(63, 100).png().toBuffer())).toContain('at least 64 pixels');
    expect(await sizeOf(await picture(601, 200).png().toBuffer())).toContain('3 times as long');
    expect(await sizeOf(await picture(6_000, 5_000).png({ compressionLevel: 9 }).toBuffer())).toContain(
      'too many pixels',
    );
  });
});
