import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Article, BlogPost } from '@lectern/contracts/content/model';
import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import type { NewsletterToRead } from '@lectern/contracts/messaging/newsletter-archive-http';
import type { ChangedProfile } from '@lectern/contracts/page-profile';
import { testLogger } from '@lectern/service-kit/testing/test-logger';
import { fastify } from 'fastify';
import type { Branding } from '../branding/site-branding.ts';
import { type RenderedAnswer, RenderedPages } from './rendered-pages.ts';
import { WrittenText } from './written-file.ts';

const brandingOf = (changed: ChangedProfile): Branding => ({
  changed,
  isOwn: Object.keys(changed).length > 0,
  fillIn: (text) => text,
});

const POST: BlogPost = {
  id: '00000000-0000-4000-8000-000000000001',
  slug: 'begin',
  title: 'Begin',
  excerpt: 'How.',
  category: 'Delivery',
  author: 'The team',
  publishedAt: '2025-03-01T00:00:00.000Z',
  isFeatured: false,
};
const ARTICLE: Article = {
  ...POST,
  html: '<p>Begin.</p>',
  toc: [],
  updatedAt: null,
  metaTitle: null,
  metaDescription: null,
  related: [],
};
const RENDERER = `
  let count = 0;
  export const renderPage = async ({ name = '' }, path, snapshot) => ({ head: '<title>' + name + (snapshot.article?.title ?? snapshot.newsletter?.title ?? path) + '</title>', body: String(++count) });
  export const pageInFrame = (frame, { head, body }) => frame + head + body;
  export const siteMap = (paths, posts, newsletters) => [...paths, ...posts.map(({ slug }) => slug), ...newsletters.map(({ id }) => id)].join();
  export const feed = ({ name = '' }, posts) => name + posts.map(({ title }) => title).join();
`;

let root: string;
let posts: BlogPost[] | Error;
let article: Article;
let newsletter: NewsletterToRead | Error | null;
let site: PublicSiteTexts | Error;
let pages: RenderedPages;
/** Of an association with its own name. */
let ownPages: RenderedPages;
let own: Branding;
let now: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-rendered-'));
  await mkdir(join(root, 'pages'));
  await writeFile(join(root, 'renderer.mjs'), RENDERER);
  await writeFile(join(root, 'frame.html'), '<!doctype html>');
  await writeFile(
    join(root, 'pages/begin.html'),
    `<script type="application/json" id="snapshot">${JSON.stringify({ article: { ...ARTICLE, id: 'begin' } })}</script>`,
  );
  [posts, article, newsletter, now] = [[POST], ARTICLE, null, 10_000];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const answer = async <T>(value: T | Error): Promise<T> => {
    if (value instanceof Error) throw value;
    return value;
  };
  const index = {
    renderer: 'renderer.mjs',
    article: { path: '/resources/:slug', frame: 'frame.html' },
    newsletter: { path: '/newsletters/:id', frame: 'frame.html' },
    needs: { '/resources': 'posts' as const, '/club': 'testimonials' as const },
    siteTexts: { '/team': ['team' as const], '/club': ['clubQuestions' as const] },
    listed: ['/'],
  };
  const texts = {
    posts: () => answer(posts),
    article: (slug: string) => answer(slug === article.slug ? article : null),
    testimonials: () => answer([]),
    site: () => answer(site),
    newsletters: () => answer(newsletter instanceof Error ? newsletter : newsletter === null ? [] : [newsletter]),
    newsletter: (id: string) =>
      answer(newsletter instanceof Error || newsletter?.id === id ? newsletter : ('none' as const)),
  };
  await writeFile(join(root, 'pages/about.html'), '');
  await writeFile(
    join(root, 'pages/team.html'),
    `<script type="application/json" id="snapshot">${JSON.stringify({ site: { team: SHIPPED_SITE_TEXTS.team } })}</script>`,
  );
  await writeFile(
    join(root, 'pages/club.html'),
    `<script type="application/json" id="snapshot">${JSON.stringify({ site: { clubQuestions: SHIPPED_SITE_TEXTS.clubQuestions } })}</script>`,
  );
  site = SHIPPED_SITE_TEXTS;
  const prerendered = {
    '/resources': { file: 'pages/begin.html', frame: 'frame.html' },
    '/resources/begin': { file: 'pages/begin.html', frame: 'frame.html' },
    '/about': { file: 'pages/about.html', frame: 'frame.html' },
    '/team': { file: 'pages/team.html', frame: 'frame.html' },
    '/club': { file: 'pages/club.html', frame: 'frame.html' },
  };
  const pagesOf = (branding: () => Branding): RenderedPages =>
    new RenderedPages(root, index, prerendered, { now: async () => branding() }, texts, testLogger());
  const shipped = brandingOf({});
  own = brandingOf({ name: 'Harbor: ' });
  [pages, ownPages] = [pagesOf(() => shipped), pagesOf(() => own)];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true });
});

/** The text of an answer, as a browser gets it. */
const shown = async (answer: RenderedAnswer | undefined): Promise<string> => {
  if (!(answer instanceof WrittenText)) return String(answer);
  const server = fastify();
  server.get('/', (request, reply) => answer.send(request, reply));
  const { body } = await server.inject('/');
  await server.close();
  return body;
};
const at = async (path: string): Promise<string> => shown(await pages.at(path));
/** Lets the answers of the services expire, after two seconds. */
const later = (): void => void (now += 2_001);

describe('a page whose texts may change', () => {
  it('is the prerendered one while its texts are the published ones, whatever ids the rows have', async () => {
    expect(await at('/resources/begin')).toBe('written');
  });

  it('is rendered again when its texts have changed, once for each change', async () => {
    article = { ...ARTICLE, title: 'Begun' };
    expect(await at('/resources/begin')).toBe('<!doctype html><title>Begun</title>1');
    later();
    expect(await at('/resources/begin')).toBe('<!doctype html><title>Begun</title>1');
    article = { ...ARTICLE, title: 'Again' };
    expect(await at('/resources/begin')).toBe('<!doctype html><title>Again</title>2');
  });

  it('is none once it is unpublished, and is rendered once it is published without a prerendered one', async () => {
    posts = [];
    expect(await at('/resources/begin')).toBe('none');
    article = { ...ARTICLE, slug: 'new', title: 'New' };
    posts = [{ ...POST, slug: 'new', title: 'New' }];
    later();
    expect(await at('/resources/new')).toContain('<title>New</title>');
    expect([await at('/sitemap.xml'), await at('/feed.xml')]).toEqual(['/,new', 'New']);
  });

  it('is the prerendered one while the services do not answer, and stays as it was last', async () => {
    posts = new Error('away');
    expect(await at('/resources/begin')).toBe('written');
    posts = [];
    later();
    expect(await at('/resources/begin')).toBe('none');
    posts = new Error('away');
    later();
    expect(await at('/resources/begin')).toBe('none');
  });

  describe('with texts of the site', () => {
    it('is the prerendered one until one of its own texts changes', async () => {
      expect([await at('/team'), await at('/club')]).toEqual(['written', 'written']);
      site = { ...SHIPPED_SITE_TEXTS, team: { ...SHIPPED_SITE_TEXTS.team, isSample: false } };
      expect([await at('/team'), await at('/club')]).toEqual([expect.stringContaining('/team'), 'written']);
    });

    it('is the prerendered one while content does not answer, and stays as it was last', async () => {
      site = new Error('away');
      expect([await at('/team'), await at('/club')]).toEqual(['written', 'written']);
      site = { ...SHIPPED_SITE_TEXTS, team: { ...SHIPPED_SITE_TEXTS.team, isSample: false } };
      later();
      const changed = await at('/team');
      expect(changed).toContain('<title>/team</title>');
      site = new Error('away');
      later();
      expect(await at('/team')).toBe(changed);
    });
  });

  describe('of an email', () => {
    const EMAIL: NewsletterToRead = {
      id: '0b7f2c7e-6b0e-4a53-9a63-0a6f8e0d5c11',
      subject: 'June',
      title: 'Summer',
      sentAt: '2025-06-01T00:00:00.000Z',
      html: '<p>Come.</p>',
    };
    const PATH = `/newsletters/${EMAIL.id}`;

    it('exists while the email is public, and is in the site map', async () => {
      newsletter = EMAIL;
      expect(await at(PATH)).toContain('<title>Summer</title>');
      expect(await at('/sitemap.xml')).toBe(`/,begin,${EMAIL.id}`);
      newsletter = null;
      later();
      expect([await at(PATH), await at('/sitemap.xml')]).toEqual(['none', '/,begin']);
    });

    it('is left to the browser while messaging does not answer, and stays as it was last', async () => {
      newsletter = new Error('away');
      expect(await at(PATH)).toBe('shell');
      newsletter = EMAIL;
      later();
      expect(await at(PATH)).toContain('<title>Summer</title>');
      newsletter = new Error('away');
      later();
      expect(await at(PATH)).toContain('<title>Summer</title>');
    });

    it('has moved from the path with its id in the query, and nothing else has', () => {
      expect(pages.movedTo('/newsletters', `?newsletter=${EMAIL.id}`)).toBe(PATH);
      for (const [path, search] of [
        ['/newsletters', ''],
        ['/newsletters', '?newsletter=//evil.example'],
        ['/newsletters', '?newsletter='],
        ['/', `?newsletter=${EMAIL.id}`],
        ['/resources', `?newsletter=${EMAIL.id}`],
        ['/news', `?newsletter=${EMAIL.id}`],
      ] as const) {
        expect([path, search, pages.movedTo(path, search)]).toEqual([path, search, undefined]);
      }
    });

    it('is dropped from the cache when many others are requested', async () => {
      newsletter = EMAIL;
      expect(await at(PATH)).toContain('<title>Summer</title>');
      newsletter = { ...EMAIL, title: 'Autumn' };
      expect(await at(PATH)).toContain('<title>Summer</title>');
      for (let other = 0; other < 100; other += 1)
        expect(await at(`/newsletters/0b7f2c7e-6b0e-4a53-9a63-${String(other).padStart(12, '0')}`)).toBe('none');
      // Within two seconds the cache would still have the answer.
      expect(await at(PATH)).toContain('<title>Autumn</title>');
    });
  });

  describe('with the profile of its association', () => {
    const ownAt = async (path: string): Promise<string> => shown(await ownPages.at(path));

    it('is rendered, whether its texts have changed or not', async () => {
      expect([await at('/about'), await ownAt('/about')]).toEqual([
        'written',
        expect.stringContaining('Harbor: /about'),
      ]);
      expect(await ownAt('/resources/begin')).toContain('Harbor: Begin');
      expect(await shown(await ownPages.notFound({ file: '', frame: 'frame.html' }))).toContain(
        'Harbor: /no-such-page',
      );
      expect(await ownAt('/feed.xml')).toBe('Harbor: Begin');
    });

    it('is rendered again when the profile changes, once for all requests, and is the prerendered one when it is the build’s again', async () => {
      expect(await ownAt('/about')).toBe('<!doctype html><title>Harbor: /about</title>1');
      own = brandingOf({ name: 'Haven: ' });
      expect(await Promise.all([ownAt('/about'), ownAt('/about')])).toEqual(
        Array(2).fill('<!doctype html><title>Haven: /about</title>2'),
      );
      own = brandingOf({});
      expect([await ownAt('/about'), await ownAt('/feed.xml')]).toEqual(['written', 'Begin']);
    });

    it('has the texts of the build while the services do not answer', async () => {
      posts = new Error('away');
      await writeFile(
        join(root, 'pages/begin.html'),
        `<script type="application/json" id="snapshot">${JSON.stringify({ posts: [POST], article: { ...ARTICLE, title: 'Built' } })}</script>`,
      );
      expect(await ownAt('/resources/begin')).toContain('Harbor: Built');
      expect(await ownAt('/feed.xml')).toBe('Harbor: Begin');
    });
  });

  it('has a picture for shared links that speaks for its titles, until staff change one', async () => {
    const { aboutPage, resourcesPage } = SHIPPED_SITE_TEXTS;
    const current = (...cards: string[]) => Promise.all(cards.map((card) => pages.isCardCurrent(card)));
    expect(await current('about', 'resources', 'begin', 'plain')).toEqual([true, true, true, true]);
    site = {
      ...SHIPPED_SITE_TEXTS,
      aboutPage: { ...aboutPage, mission: { ...aboutPage.mission, title: 'We speak.' }, numbers: [] },
      resourcesPage: { ...resourcesPage, opening: { ...resourcesPage.opening, lead: 'Read.' } },
    };
    posts = [{ ...POST, title: 'Begin well' }];
    expect(await current('about', 'resources', 'begin', 'plain')).toEqual([false, true, false, true]);
    [site, posts] = [SHIPPED_SITE_TEXTS, [POST]];
    expect(await current('about', 'begin')).toEqual([true, true]);
  });

  it('is not served at any other path', async () => {
    for (const path of ['/', '/resources/', '/resources/a/b', '/resources/%2e%2e', '/api/blog'])
      expect([path, await pages.at(path)]).toEqual([path, undefined]);
  });
});
