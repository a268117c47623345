import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchPath } from 'react-router-dom';
import { checkoutReturnUrls, FAQ_PATH, PAGE_NAMES, PAGES, pathTo } from './paths.ts';

const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the table of pages', () => {
  it('names every path once', () => {
    const paths = Object.values(PAGES).map((page) => page.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('has a screen in the router for every page, in the folder of its area', () => {
    const screens = source('../app/screens.ts') + source('../app/administration.tsx');
    // The console has its own routes.
    const pages = PAGE_NAMES.filter((page) => PAGES[page].area !== 'console');
    for (const page of pages) {
      const file = new RegExp(
        `^  ${page}: (?:lazy\\()?\\(\\) => import\\('\\./(routes/(\\w+)/[\\w-]+\\.tsx)'\\)`,
        'm',
      ).exec(screens);
      expect([page, file?.[2]]).toEqual([page, PAGES[page].area]);
      expect(existsSync(new URL(`../app/${file?.[1]}`, import.meta.url))).toBe(true);
    }
    // The administration, its dashboard and the page that says that there is none.
    expect(screens.match(/import\('/g)).toHaveLength(pages.length + 3);
  });

  it('is the list of pages that the build gives to the server', () => {
    const built = new URL('../../dist/pages.json', import.meta.url);
    if (!existsSync(built)) return;
    const { pages, shells } = JSON.parse(readFileSync(built, 'utf8')) as {
      pages: Record<string, string>;
      shells: string[];
    };
    const patterns = PAGE_NAMES.map((page) => PAGES[page].path);
    const paths = [...Object.keys(pages), ...shells];
    for (const path of paths)
      expect([path, patterns.some((pattern) => matchPath(pattern, path) !== null)]).toEqual([path, true]);
    for (const path of patterns.filter((candidate) => !candidate.includes(':'))) expect(paths).toContain(path);
  });

  it('builds addresses with their query and place', () => {
    expect(pathTo('register', { plan: 'annual', ref: undefined })).toBe('/register?plan=annual');
    expect(pathTo('login', { next: '/account/subscription?a=b' })).toBe(
      '/login?next=%2Faccount%2Fsubscription%3Fa%3Db',
    );
    expect(FAQ_PATH).toBe('/#faq');
  });

  it('leaves the checkout id for the provider to fill in', () => {
    expect(checkoutReturnUrls('https://lectern.example')).toEqual({
      successUrl: 'https://lectern.example/subscribe/success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://lectern.example/subscribe/cancel',
    });
  });
});
