import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sharedSystem } from '../testing/start-system.ts';

/*
 * The public site as a browser without JavaScript and a search engine get it from the running system.
 */
const system = await sharedSystem();

const get = async (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> => {
  const answer = await fetch(system.siteUrl + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** The body as it travels, not unpacked. */
const encodingOf = (path: string, accepted: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(system.siteUrl);
    const asking = request({ hostname, port, path, headers: { 'accept-encoding': accepted } }, (answer) => {
      answer.resume();
      resolve(answer.headers['content-encoding']);
    });
    asking.once('error', reject);
    asking.end();
  });

const sitemap = async (): Promise<string[]> =>
  [...(await get('/sitemap.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');

describe('a public page', () => {
  it('is complete without JavaScript: heading, own title and description, and nothing that the policy refuses', async () => {
    const addresses = await sitemap();
    expect(addresses.length).toBeGreaterThan(3);
    const titles = new Set<string>();
    const descriptions = new Set<string>();
    for (const address of addresses) {
      expect(address.startsWith(`${system.siteUrl}/`)).toBe(true);
      const page = await get(address.slice(system.siteUrl.length));
      expect([address, page.status]).toEqual([address, 200]);
      expect([address, page.text.match(/<h1/g)?.length]).toEqual([address, 1]);
      titles.add(/<title>(.*?)<\/title>/.exec(page.text)?.[1] ?? '');
      const description = /<meta name="description" content="(.*?)"/.exec(page.text)?.[1] ?? '';
      expect([address, description.length > 50]).toEqual([address, true]);
      descriptions.add(description);
      expect([address, /site\.invalid| style="/.exec(page.text)?.[0]]).toEqual([address, undefined]);
    }
    expect([titles.size, descriptions.size]).toEqual([addresses.length, addresses.length]);
  });

  it('names its canonical URL, and its preview image', async () => {
    for (const address of await sitemap()) {
      const { text } = await get(address.slice(system.siteUrl.length));
      expect(/<link rel="canonical" href="(.*?)"/.exec(text)?.[1]).toBe(address);
      const picture = /<meta property="og:image" content="(.*?)"/.exec(text)?.[1] ?? '';
      const answer = await fetch(picture, { method: 'HEAD' });
      expect([address, answer.status, answer.headers.get('content-type')]).toEqual([address, 200, 'image/png']);
    }
  });

  it('describes itself to search engines', async () => {
    const typesOf = async (path: string): Promise<string[]> =>
      [...(await get(path)).text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, json = '']) => {
          const data = JSON.parse(json) as { '@context': string; '@type': string };
          expect(data['@context']).toBe('https://schema.org');
          return data['@type'];
        },
      );
    expect(await typesOf('/')).toEqual(expect.arrayContaining(['Organization', 'FAQPage']));
    expect(await typesOf('/debate-club')).toContain('Course');
    expect(await typesOf('/classes')).toContain('Course');
    expect(await typesOf('/tournaments')).toContain('EventSeries');
    const article = (await sitemap()).find((address) => address.includes('/resources/')) ?? '';
    expect(await typesOf(article.slice(system.siteUrl.length))).toContain('Article');
  });

  it('has forms that are disabled before the application runs', async () => {
    const paths = [
      ...(await sitemap()).map((address) => address.slice(system.siteUrl.length)),
      '/reset-password',
      '/setup-account',
    ];
    const forms = await Promise.all(
      paths.map(async (path) => [path, (await get(path)).text.match(/<form[^>]*>/g) ?? []] as const),
    );
    expect(forms.flatMap(([, tags]) => tags).length).toBeGreaterThan(4);
    for (const [path, tags] of forms)
      expect([path, tags.filter((tag) => !/ inert/.test(tag) || !/ method="post"/.test(tag))]).toEqual([path, []]);
  });

  it('has one URL: one with a trailing slash redirects', async () => {
    const answer = await get('/register/?plan=annual');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/register?plan=annual']);
    // Never to another site.
    expect((await get('//evil.example/')).status).toBe(404);
  });

  it('is sent once: a browser that has it already gets 304', async () => {
    const first = await get('/register');
    const tag = first.headers.get('etag') ?? '';
    expect((await get('/register', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/register', { 'if-none-match': 'W/"other"' })).status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-cache');
  });

  it('is compressed, and its assets too', async () => {
    const script = /<script async[^>]* src="(.*?)"/.exec((await get('/')).text)?.[1] ?? '';
    for (const path of ['/', script]) {
      expect([path, await encodingOf(path, 'gzip, br')]).toEqual([path, 'br']);
      expect([path, await encodingOf(path, 'gzip')]).toEqual([path, 'gzip']);
      expect([path, await encodingOf(path, 'identity')]).toEqual([path, undefined]);
    }
  });

  it('carries the headers of a document, and its assets only those that apply to them', async () => {
    const page = await get('/');
    const part = await get(/<script async[^>]* src="(.*?)"/.exec(page.text)?.[1] ?? '');
    const named = (headers: Headers): string[] =>
      ['content-security-policy', 'x-frame-options', 'strict-transport-security', 'x-content-type-options'].filter(
        (name) => headers.has(name),
      );
    expect(named(page.headers)).toHaveLength(4);
    expect([part.status, ...named(part.headers)]).toEqual([200, 'strict-transport-security', 'x-content-type-options']);
    expect(named((await get('/assets/none.js')).headers)).toHaveLength(4);
  });

  it('that does not exist answers 404 with a page of its own, and the files of prerendered pages are no pages', async () => {
    for (const path of [
      '/no/such/page',
      '/resources/no-such-article',
      '/pages/home.html',
      '/pages.json',
      '/index.html',
      '/assets/none.js',
    ]) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('etag') !== null]).toEqual([path, 404, true]);
      expect([path, answer.text.includes('404 Page Not Found')]).toEqual([path, true]);
    }
    const mistyped = await get('/100%');
    expect([mistyped.status, mistyped.headers.get('location')]).toEqual([302, '/404']);
  });
});

describe('files for machines', () => {
  it('are robots.txt, a site map without private pages, and a feed', async () => {
    const robots = await get('/robots.txt');
    expect(robots.headers.get('content-type')).toContain('text/plain');
    expect(robots.text).toContain(`Sitemap: ${system.siteUrl}/sitemap.xml`);
    expect((await get('/sitemap.xml')).headers.get('content-type')).toContain('xml');
    const addresses = await sitemap();
    for (const path of ['/dashboard', '/reset-password', '/admin'])
      expect(addresses).not.toContain(system.siteUrl + path);
    const feed =
      /<link rel="alternate" type="application\/rss\+xml"[^>]* href="(.*?)"/.exec(
        (await get('/resources')).text,
      )?.[1] ?? '';
    const { headers, text } = await get(feed);
    expect(headers.get('content-type')).toContain('rss');
    expect(text.match(/<item>/g)?.length).toBeGreaterThanOrEqual(12);
  });
});
