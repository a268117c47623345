import { describe, expect, it } from 'vitest';
import type { AdminArticle, AdminArticleEntry, AdminTestimonial } from '@lectern/contracts/content/admin-model';
import { adminTokenOf, callApi, patiently } from '../testing/person.ts';
import { sharedSystem } from '../testing/start-system.ts';

/* Administrators' articles, as a browser without JavaScript and a search engine get them from the running system. */

const system = await sharedSystem();
const token = await adminTokenOf(system);

const admin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  callApi<T>(system, method, `/api/admin${path}`, { token, ...(body === undefined ? {} : { body }) });
const get = async (path: string): Promise<{ status: number; headers: Headers; text: string }> => {
  const answer = await fetch(system.siteUrl + path, { redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** The page once it answers so: what was learnt is good for two seconds. */
const until = (path: string, holds: (page: { status: number; text: string }) => boolean) =>
  patiently(`waiting for ${path}`, async () => {
    const page = await get(path);
    if (!holds(page)) throw new Error(`${path} is not so yet (${page.status})`);
    return page;
  });

const FORM = {
  title: 'A case for "silence" & <rest>',
  slug: '',
  excerpt: 'Why the best speakers stop, and for how long they should before the next word comes.',
  category: 'Delivery',
  author: null,
  metaTitle: 'Silence',
  metaDescription: null,
  content: '## Why\n\nStop. <script>alert(1)</script>[Here](javascript:alert(1)) or [there](/tournaments).',
};
const PATH = '/resources/a-case-for-silence-rest';

describe('an article of an administrator', () => {
  let article: AdminArticle;

  it('is nowhere while it is a draft', async () => {
    const made = await admin<AdminArticle>('POST', '/articles', FORM);
    expect(made.body.changedBy?.name).toBe('Administrator');
    expect(made.status).toBe(201);
    article = made.body;
    expect((await get(PATH)).status).toBe(404);
    expect((await get('/sitemap.xml')).text).not.toContain(PATH);
  });

  it('is a page of its own once published: title, description, heading, text and headers, without JavaScript', async () => {
    expect((await admin('POST', `/articles/${article.id}/publish`, { version: article.version })).status).toBe(200);
    const page = await until(PATH, ({ status }) => status === 200);
    expect(/<title>(.*?)<\/title>/.exec(page.text)?.[1]).toMatch(/^Silence · /);
    expect(page.text).toContain(`<meta name="description" content="${FORM.excerpt}"`);
    expect(page.text).toContain(`<link rel="canonical" href="${system.siteUrl}${PATH}"`);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page.text)?.[1]).toBe('A case for &quot;silence&quot; &amp; &lt;rest&gt;');
    // Words that stood between tags are words.
    expect(page.text).toContain('<p>Stop. alert(1)Here or <a href="/tournaments">there</a>.</p>');
    expect(page.text).not.toMatch(/<script>|javascript:|site\.invalid| style="/);
    expect(page.text).toContain(`data-path="${PATH}"`);
    const seeded = await get('/resources/nerves-are-not-the-problem');
    const { headers } = await get(PATH);
    for (const name of ['content-security-policy', 'x-frame-options', 'cache-control', 'content-type', 'vary'])
      expect([name, headers.get(name)]).toEqual([name, seeded.headers.get(name)]);
    expect(
      (await fetch(system.siteUrl + PATH, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
    ).toBe(304);
    expect((await get(`${PATH}/`)).headers.get('location')).toBe(PATH);
    const picture = await fetch(/<meta property="og:image" content="(.*?)"/.exec(page.text)?.[1] ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('is in the list, the site map and the feed', async () => {
    await until('/resources', ({ text }) => text.includes(`href="${PATH}"`));
    expect((await get('/sitemap.xml')).text).toContain(`<loc>${system.siteUrl}${PATH}</loc><lastmod>`);
    expect((await get('/feed.xml')).text).toContain('A case for &#34;silence&#34; &#38; &#60;rest&#62;');
  });

  it('changes with its next version, and is gone everywhere once unpublished', async () => {
    const { body } = await admin<AdminArticle>('GET', `/articles/${article.id}`);
    expect(
      (await admin('PUT', `/articles/${article.id}`, { ...FORM, content: 'Another text.', version: body.version }))
        .status,
    ).toBe(200);
    await until(PATH, ({ text }) => text.includes('<p>Another text.</p>'));
    expect(
      await admin('PUT', `/articles/${article.id}`, { ...FORM, title: 'Too late', version: body.version }),
    ).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
    await admin('POST', `/articles/${article.id}/unpublish`);
    await until(PATH, ({ status }) => status === 404);
    for (const path of ['/resources', '/sitemap.xml', '/feed.xml'])
      expect([path, (await get(path)).text.includes(PATH)]).toEqual([path, false]);
    expect((await callApi(system, 'GET', '/api/blog/a-case-for-silence-rest')).status).toBe(404);
  });
});

describe('an article that was prerendered', () => {
  it('answers 404 once an administrator unpublishes it, and is there again with its date when they publish it', async () => {
    const path = '/resources/how-to-lose-well';
    expect((await get(path)).status).toBe(200);
    const [entry] = (await admin<AdminArticleEntry[]>('GET', '/articles?q=how-to-lose-well')).body;
    const hidden = await admin<AdminArticle>('POST', `/articles/${entry!.id}/unpublish`);
    const page = await until(path, ({ status }) => status === 404);
    expect(page.text).toContain('404 Page Not Found');
    for (const list of ['/resources', '/sitemap.xml', '/feed.xml'])
      expect([list, (await get(list)).text.includes(path)]).toEqual([list, false]);
    await admin('POST', `/articles/${entry!.id}/publish`, { version: hidden.body.version });
    await until(path, ({ status }) => status === 200);
    expect((await admin<AdminArticle>('GET', `/articles/${entry!.id}`)).body.publishedAt).toBe(entry!.publishedAt);
  });
});

describe('a testimonial of an administrator', () => {
  it('is on the home page while it is shown', async () => {
    const made = await admin<AdminTestimonial>('POST', '/testimonials', {
      name: 'Test entry',
      role: 'A trial',
      quote: 'Made by a test.',
      rating: 5,
    });
    expect(made.status).toBe(201);
    await until('/', ({ text }) => text.includes('Made by a test.'));
    expect(
      await admin('POST', '/testimonials', {
        name: 'X',
        role: 'Y',
        quote: 'Z',
        rating: 6,
        avatarUrl: 'https://x.example/a.png',
      }),
    ).toMatchObject({
      status: 400,
      body: {
        fields: {
          rating: 'Choose a rating from 1 to 5',
          avatarUrl: 'Upload the picture: pages show no pictures of other sites',
        },
      },
    });
    await admin('POST', `/testimonials/${made.body.id}/hide`);
    await until('/', ({ text }) => !text.includes('Made by a test.'));
    expect((await admin('DELETE', `/testimonials/${made.body.id}`)).status).toBe(200);
  });
});
