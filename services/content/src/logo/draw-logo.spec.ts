import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawLogo } from './draw-logo.ts';
import { drawnElements } from './drawn-elements.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 64, b: 128, alpha: 0.5 } } });
const svg = (content: string, attributes = 'viewBox="0 0 24 24"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
const CIRCLE = '<circle cx="12" cy="12" r="9" fill="#004080"/>';

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
    expect(await sizeOf(svg(CIRCLE))).toEqual([512, 512]);
    const described = picture(512, 512).withExif({ IFD0: { Copyright: 'Somebody' } });
    expect(await sizeOf(await described.png().toBuffer())).toEqual([512, 512]);
  });

  it('is drawn with the declarations, comments and references within itself that editors write', async () => {
    const own = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- An editor -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n`;
    const content = `<defs><linearGradient id="a"><stop stop-color="#004080"/></linearGradient><g id="b">${CIRCLE}</g></defs>
      <rect width="24" height="24" style="fill:url(&quot;#a&quot;)"/><use xlink:href="#b"/><use href='#b'/><path fill="url(#a)" d="M0 0h9v9z"/>
      <a href="https://harbor.example">${CIRCLE}</a>`;
    expect(await sizeOf(Buffer.concat([Buffer.from(own), svg(content)]))).toEqual([512, 512]);
    const embedded = (await picture(64, 64).png().toBuffer()).toString('base64');
    expect(await sizeOf(svg(`<image width="24" height="24" href="data:image/png;base64,${embedded}"/>`))).toEqual([
      512, 512,
    ]);
  });

  it.each([
    ['<script>alert(1)</script>', 'contains scripts'],
    ['<svg:script xmlns:svg="http://www.w3.org/2000/svg" href="#a"/>', 'contains scripts'],
    ['<circle r="9" onclick="alert(1)"/>', 'contains scripts'],
    ["<circle r='9'onload ='alert(1)'/>", 'contains scripts'],
    ['<use xlink:href="javascript:alert(1)"/>', 'contains scripts'],
    ['<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Hello</p></foreignObject>', 'foreign content'],
    ['<iframe src="#a"/>', 'foreign content'],
    ['<text y="9">Harbor</text>', 'contains text'],
    [`<path d="M0 0${'h1'.repeat(33_000)}"/>`, 'larger than 64 KB'],
    ['<image href="https://harbor.example/a.png"/>', 'other files or sites'],
    ['<image xlink:href="file:///etc/passwd"/>', 'other files or sites'],
    ['<image href="&#x68;ttps://harbor.example/a.png"/>', 'other files or sites'],
    ['<use href="other.svg#a"/>', 'other files or sites'],
    ['<style>@import "https://harbor.example/a.css";</style>', 'other files or sites'],
    ['<rect style="fill:url(https://harbor.example/a#b)"/>', 'other files or sites'],
    ['<style>@font-face{src:url("//harbor.example/a.woff")}</style>', 'other files or sites'],
  ])('is refused with %s', async (content, reason) => {
    expect(await sizeOf(svg(content + CIRCLE))).toContain(reason);
  });

  it.each([
    ['links', (id: number) => `<use href="#a${id}"/><use xlink:href='#a${id}'/>`],
    ['patterns', (id: number) => `<rect width="9" height="9" fill="url(#a${id})"/>`.repeat(2)],
  ])('is refused quickly where nested %s draw its parts millions of times', async (_, twice) => {
    const levels = Array.from({ length: 26 }, (_level, level) => `<g id="a${level + 1}">${twice(level)}</g>`).join('');
    const nested = svg(`<defs><g id="a0">${CIRCLE}</g>${levels}</defs><use href="#a26"/>`);
    const began = process.cpuUsage();
    expect(await sizeOf(nested)).toContain('repeats too many parts');
    // Microseconds of this process, which does not wait for others.
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });

  it('is drawn where its parts are many, or refer to one another in a circle', async () => {
    expect(drawnElements(svg(CIRCLE.repeat(100)).toString(), 1_000)).toBe(102);
    expect(drawnElements(svg('<g id="a"><use href="#a"/></g>').toString(), 1_000)).toBeLessThan(10);
    expect(drawnElements(svg('<g>'.repeat(300)).toString(), 1_000)).toBe(1_001);
    const chain = Array.from({ length: 900 }, (_, step) => `<g id="a${step}"><use href="#a${step + 1}"/></g>`).join('');
    expect(drawnElements(svg(chain).toString(), 2_000)).toBe(2_001);
    const styled = '<style>.a{fill:url(#p)}</style><pattern id="p"><g class="a"/></pattern>';
    expect(drawnElements(svg(styled).toString(), 1_000)).toBeLessThan(30);
  });

  it('is refused where its contents are none of the three types, whatever they look like', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg(CIRCLE).toString('utf8'), 'utf16le')]);
    for (const file of [
      Buffer.from(''),
      Buffer.from('<html><svg></svg></html>'),
      Buffer.from('<?xml version="1.0" encoding="UTF-7"?>+ADw-svg+AD4-'),
      utf16,
      await picture(64, 64).jpeg().toBuffer(),
      await picture(64, 64).gif().toBuffer(),
    ])
      expect(await sizeOf(file)).toBe(
        'This file is not a PNG, WebP or SVG. Export the logo as one of these and choose that file.',
      );
  });

  it('is refused where it is damaged, too small, too long, or larger unpacked than any logo', async () => {
    const whole = await picture(512, 512).png().toBuffer();
    expect(await sizeOf(whole.subarray(0, whole.length - 30))).toContain('damaged');
    expect(await sizeOf(svg('<g>'))).toContain('damaged');
    expect(await sizeOf(svg('<!ENTITY a "b">'))).toContain('entities');
    expect(await sizeOf(await picture(63, 100).png().toBuffer())).toContain('at least 64 pixels');
    expect(await sizeOf(await picture(601, 200).png().toBuffer())).toContain('3 times as long');
    expect(await sizeOf(svg(CIRCLE, 'width="10" height="31"'))).toContain('3 times as long');
    expect(await sizeOf(await picture(6_000, 5_000).png({ compressionLevel: 9 }).toBuffer())).toContain(
      'too many pixels',
    );
  });

  it.each([
    ['<x href="', 'refusal'],
    ['<', 'refusal'],
    ['<!--', 'refusal'],
    ['<?', 'refusal'],
    ['url(', 'png'],
    [' on', 'png'],
    ['<style', 'refusal'],
    ['<g href="#', 'refusal'],
  ])('is judged in linear time where it repeats %s', async (part, outcome) => {
    // A check that begins again at each part would not end before the time limit of a test.
    expect(await drawLogo(svg(part.repeat(Math.floor(60_000 / part.length))))).toHaveProperty(outcome);
  });
});
