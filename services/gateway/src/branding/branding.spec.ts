import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSOCIATION } from '@lectern/contracts/association';
import { contrast } from '@lectern/contracts/color';
import { readLogo } from '@lectern/contracts/content/logo-http';
import { firstProfile } from '@lectern/contracts/content/association-settings';
import { brandingProblems, changedProfile, fillInWith, themeAt } from './branding.ts';

const PAGE = `<!doctype html><head><link rel="icon" type="image/svg+xml" href="/favicon.svg" /><title>Lectern Speech &amp; Debate Association</title></head><body><a href="https://site.invalid/">`;

describe('the profile of an installation', () => {
  it('is what it has set otherwise', () => {
    const shipped = firstProfile(ASSOCIATION);
    expect(changedProfile(shipped)).toEqual({});
    expect(changedProfile({ ...shipped, name: 'Harbor', postalAddress: '1 Quay' }, '/branding/mark.svg')).toEqual({
      name: 'Harbor',
      logo: '/logo.svg',
    });
    const logo = 'a'.repeat(64);
    expect(changedProfile({ ...shipped, logo }, '/branding/mark.svg')).toEqual({
      logo: readLogo.path.replace(':id', logo),
    });
  });

  it('is filled into pages and into nothing else, with markup escaped', () => {
    const fillIn = fillInWith('https://harbor.example', {
      fullName: 'Harbor & </script>',
      color: '#123456',
      logo: '/logo.svg',
    });
    expect(fillIn(PAGE)).toBe(
      '<!doctype html><head><link rel="icon" href="/logo.svg"><title>Harbor &amp; &lt;/script></title>' +
        '<script type="application/json" id="association">{"fullName":"Harbor & \\u003c/script>","color":"#123456","logo":"/logo.svg"}</script>' +
        '<link rel="stylesheet" href="/theme-123456-1e5f74.css"></head><body><a href="https://harbor.example/">',
    );
    expect(fillIn('<rss></head>https://site.invalid')).toBe('<rss></head>https://harbor.example');
  });

  it('changes nothing but the origin where nothing is set', () => {
    expect(fillInWith('https://harbor.example', {})(PAGE)).toBe(
      PAGE.replace('https://site.invalid', 'https://harbor.example'),
    );
  });

  it('gives the shades of its colors at a path of their own', () => {
    expect(themeAt('/theme-b3372b-004080.css')).toBe(
      ':root{--aff:#b3372b;--aff-deep:#8f2c22;--aff-wash:#f7ebea;--neg:#004080;--neg-deep:#003366;--neg-wash:#e6ecf2;}\n',
    );
    for (const other of ['/theme.css', '/theme-b3372b-00408.css', '/theme-b3372b-004080.css/', '/theme-}*{-004080.css'])
      expect([other, themeAt(other)]).toEqual([other, undefined]);
  });

  it('is refused with colors that cannot be read and logos that cannot be shown', async () => {
    expect(brandingProblems({ ...ASSOCIATION })).toEqual([]);
    expect(brandingProblems({ ...ASSOCIATION, ASSOCIATION_COLOR: '#ff8d7d' })).toEqual([
      'ASSOCIATION_COLOR is too light to be read: its contrast with #fbf8f2 must be at least 5',
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'lectern-logo-'));
    try {
      const problemsOf = (file: string): string[] =>
        brandingProblems({ ...ASSOCIATION, ASSOCIATION_LOGO: join(folder, file) });
      await writeFile(join(folder, 'mark.svg'), '');
      await writeFile(join(folder, 'mark.bmp'), '');
      const refused = ['ASSOCIATION_LOGO must name an existing .svg, .png or .webp file'];
      expect([problemsOf('mark.svg'), problemsOf('mark.bmp'), problemsOf('other.svg')]).toEqual([[], refused, refused]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#16202e', '#fbf8f2', 15.5],
    ['#b3372b', '#fbf8f2', 5.7],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBeCloseTo(ratio, 1);
  });
});
