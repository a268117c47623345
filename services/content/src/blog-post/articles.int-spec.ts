import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { adminActed } from '@lectern/contracts/content/events';
import * as content from '@lectern/contracts/content/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { anArticle, type RunningContent, startContent } from '../testing/running-content.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};
const FILED = anArticle();
const OTHER = anArticle({
  slug: 'other',
  title: 'Other',
  publishedAt: '2025-02-01T00:00:00.000Z',
  category: 'Evidence',
});

let running: RunningContent;

beforeAll(async () => {
  running = await startContent({ articles: [FILED, OTHER] });
});
afterAll(() => running.stop());

const typed = (differences: Partial<content.ArticleFields> = {}): content.ArticleFields => ({
  title: 'A case for silence',
  slug: '',
  excerpt: 'Say less.',
  category: 'Delivery',
  author: null,
  metaTitle: null,
  metaDescription: null,
  content: '## Why\n\nIt is "short".',
  ...differences,
});
const create = (differences: Partial<content.ArticleFields> = {}): Promise<content.SavedArticle> =>
  running.rpc.call(content.createArticle, { ...typed(differences), by: BY });
const change = (
  article: content.SavedArticle,
  differences: Partial<content.ArticleFields> = {},
): Promise<content.SavedArticle> => {
  const { id, version, title, slug, excerpt, category, author, metaTitle, metaDescription, content: text } = article;
  return running.rpc.call(content.changeArticle, {
    id,
    version,
    title,
    slug,
    excerpt,
    category,
    author,
    metaTitle,
    metaDescription,
    content: text,
    ...differences,
    by: BY,
  });
};
const publish = ({ id, version }: content.SavedArticle): Promise<content.SavedArticle> =>
  running.rpc.call(content.publishArticle, { id, version, by: BY });
const unpublish = ({ id }: Pick<content.SavedArticle, 'id'>): Promise<content.SavedArticle> =>
  running.rpc.call(content.unpublishArticle, { id, by: BY });
const remove = ({ id }: Pick<content.SavedArticle, 'id'>) => running.rpc.call(content.deleteArticle, { id, by: BY });
const list = (query: Parameters<typeof running.rpc.call<typeof content.listArticles>>[1] = {}) =>
  running.rpc.call(content.listArticles, query);
const bySlug = async (slug: string): Promise<content.SavedArticle> => {
  const entry = (await list()).items.find((item) => item.slug === slug);
  return running.rpc.call(content.readArticle, { id: entry?.id ?? '' });
};
const read = (slug: string) => running.rpc.call(content.readBlogPost, { slug });
const publicSlugs = async (): Promise<string[]> =>
  (await running.rpc.call(content.listBlogPosts, {})).map(({ slug }) => slug);
const recorded = async (): Promise<string[]> =>
  (
    await running.dataSource.query<{ action: string }[]>(
      `SELECT payload->>'action' AS action FROM outbox WHERE name = $1 ORDER BY occurred_at, id`,
      [adminActed.name],
    )
  ).map(({ action }) => action);
const forgetRecords = (): Promise<unknown> => emptyTables(running.dataSource, 'outbox');

describe('an article of an administrator', () => {
  it('starts as a draft that readers cannot find, and the action is recorded', async () => {
    const draft = await create();
    expect(draft).toMatchObject({
      slug: 'a-case-for-silence',
      status: 'draft',
      publishedAt: null,
      isFromFiles: false,
      version: 1,
      changedAt: expect.any(String),
      changedBy: BY.adminId,
    });
    await expect(read('a-case-for-silence')).rejects.toMatchObject({ code: 'article_unknown' });
    expect(await publicSlugs()).not.toContain('a-case-for-silence');
    expect(await running.dataSource.query('SELECT payload FROM outbox WHERE name = $1', [adminActed.name])).toEqual([
      {
        payload: {
          by: actingAdmin.parse(BY),
          action: 'create_article',
          details: { articleId: draft.id, title: draft.title, slug: draft.slug },
          at: expect.any(String),
        },
      },
    ]);
    await remove(draft);
  });

  it('once published, has its text, headings and related articles, and keeps its first date when published again', async () => {
    const draft = await create();
    const published = await publish(draft);
    expect(await read(draft.slug)).toMatchObject({
      html: '<h2 id="why">Why</h2>\n<p>It is “short”.</p>',
      toc: [{ id: 'why', title: 'Why', level: 2 }],
      related: [{ slug: 'how-to-begin' }, { slug: 'other' }],
      updatedAt: null,
    });
    expect((await publicSlugs())[0]).toBe(draft.slug);
    await unpublish(draft);
    await expect(read(draft.slug)).rejects.toMatchObject({ code: 'article_unknown' });
    const again = await publish(await bySlug(draft.slug));
    expect(again.publishedAt).toBe(published.publishedAt);
    await remove(await unpublish(again));
  });

  it('is published and unpublished once, however often the action is repeated', async () => {
    const draft = await create();
    await forgetRecords();
    const published = await publish(draft);
    expect(await publish(draft)).toEqual(published);
    await Promise.all([unpublish(draft), unpublish(draft), unpublish(draft)]);
    expect(await recorded()).toEqual(['publish_article', 'unpublish_article']);
    await remove(draft);
  });

  it('has a unique address made from its title; a taken one is refused by name, and repeated requests create one article', async () => {
    const draft = await create({ title: 'Café: “why not”? It’s été' });
    expect(draft.slug).toBe('cafe-why-not-its-ete');
    const presses = await Promise.allSettled(Array.from({ length: 5 }, () => create({ title: 'Pressed twice' })));
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create({ title: 'Mine', slug: 'how-to-begin' })).rejects.toMatchObject({
      code: 'article_slug_taken',
      message: 'The article “How to begin” has the web address “how-to-begin” already. Choose another one.',
    });
    await expect(change(draft, { slug: 'other' })).rejects.toMatchObject({
      code: 'article_slug_taken',
      message: expect.stringContaining('“Other”'),
    });
    expect(await change(draft, { slug: 'cafe' })).toMatchObject({ slug: 'cafe', version: 2 });
    expect((await create({ title: 'many words '.repeat(10).trim() })).slug).toBe(
      `${'many-words-'.repeat(8)}many-words`.slice(0, 98),
    );
    for (const slug of ['cafe', 'pressed-twice', `${'many-words-'.repeat(8)}many-words`.slice(0, 98)])
      await remove(await bySlug(slug));
  });

  it('keeps its address after publication, even when its title changes', async () => {
    const published = await publish(await create({ title: 'Stays here' }));
    const renamed = await change(published, { title: 'Another title', slug: '' });
    expect(renamed).toMatchObject({ title: 'Another title', slug: 'stays-here', updatedAt: expect.any(String) });
    await expect(change(renamed, { slug: 'elsewhere' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { slug: expect.stringContaining('cannot change') },
    });
    const hidden = await unpublish(renamed);
    await expect(change(hidden, { slug: 'elsewhere' })).rejects.toMatchObject({ code: 'invalid_request' });
    await remove(hidden);
  });

  it('cannot be or stay published without its required fields, each named in the error', async () => {
    const draft = await create({ excerpt: '', category: '', content: '<b></b>' });
    await expect(publish(draft)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { excerpt: expect.any(String), category: expect.any(String), content: expect.any(String) },
    });
    const published = await publish(await change(draft, typed({ slug: '' })));
    await expect(change(published, { excerpt: '' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { excerpt: expect.any(String) },
    });
    await remove(await unpublish(published));
  });

  it('is not overwritten by an edit of an older version: the error names the changed fields and nothing is written', async () => {
    const draft = await create();
    const firstChange = await change(draft, { title: 'Their title', content: 'Their text' });
    await expect(change(draft, { title: 'My title', excerpt: 'Say less.', content: 'My text' })).rejects.toMatchObject({
      code: 'version_conflict',
      message:
        'Another administrator changed the title and text meanwhile, so nothing was saved. Reload the page Articles to see the current version.',
      fields: { title: expect.any(String), content: expect.any(String) },
    });
    await expect(publish(draft)).rejects.toMatchObject({ code: 'version_conflict' });
    expect(await bySlug(draft.slug)).toEqual(firstChange);
    const both = await Promise.allSettled([
      change(firstChange, { title: 'One' }),
      change(firstChange, { title: 'Two' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await remove(draft);
  });

  it('accepts a repeated change, which changes and records nothing', async () => {
    const draft = await create();
    await forgetRecords();
    const changed = await change(draft, { title: 'Another title' });
    expect(await change(draft, { title: 'Another title' })).toEqual(changed);
    expect(await recorded()).toEqual(['change_article']);
    await remove(draft);
  });

  it('can only be deleted as a draft, and once', async () => {
    const published = await publish(await create());
    await expect(remove(published)).rejects.toMatchObject({ code: 'article_published' });
    await unpublish(published);
    await remove(published);
    await expect(remove(published)).rejects.toMatchObject({ code: 'not_found' });
    await expect(change(published)).rejects.toMatchObject({ code: 'not_found' });
    await expect(running.rpc.call(content.readArticle, { id: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('that cannot be read is refused, with a readable error, in the preview and when it is saved', async () => {
    const refused = {
      code: 'invalid_request',
      fields: { content: expect.stringContaining('cannot be read: too much') },
    };
    // Emphasis in emphasis takes minutes; the others are nested too deeply.
    const preview = running.rpc.call(content.previewArticle, { content: '_a'.repeat(50_000) });
    await expect(preview).rejects.toMatchObject(refused);
    for (const mark of ['> ', '- '])
      await expect(create({ content: `${mark.repeat(10_000)}x` })).rejects.toMatchObject(refused);
  });

  it('has no script, event handler or executable URL, in the preview and on the page', async () => {
    const text = [
      '# Head',
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      'Press <b onclick="alert(1)">here</b>, [here](javascript:alert(1)), [there](JaVaScRiPt&colon;alert(1)), [x](data:text/html,x) or <javascript:alert(1)>.',
      '![](https://tracker.example/x.png)',
      '[“quoted” onmouseover=alert(1)](https://example.com/"onmouseover="alert(1) "a title")',
      // Browsers read these as URLs of another site.
      String.raw`[a](/\\evil.example), [b](//evil.example), [c](\\\\evil.example), [d](</\\evil.example>)`,
      '## Snapshot',
    ].join('\n\n');
    const preview = await running.rpc.call(content.previewArticle, { content: text });
    expect(preview.html).not.toMatch(/<(?!\/?(?:h2|p|a)\b)|<[^>]*\son\w+=|href="(?!https:)/i);
    expect(preview.html).not.toMatch(/href="[^"]*evil/);
    expect(preview.html).toContain('<h2 id="head">');
    expect(preview.html).toContain('<h2 id="snapshot-2">');
    expect(preview.problems.length).toBeGreaterThanOrEqual(6);
    const published = await publish(await create({ content: text }));
    expect((await read(published.slug)).html).toBe(preview.html);
    await remove(await unpublish(published));
  });
});

describe('the administrators’ list of articles', () => {
  it('lists articles from files and drafts, newest first, by search words and status, page by page', async () => {
    const draft = await create({ title: 'Zebra crossing', author: 'A guést' });
    expect((await list()).items.map(({ slug, status }) => `${slug} ${status}`)).toEqual([
      'zebra-crossing draft',
      'how-to-begin published',
      'other published',
    ]);
    expect((await list({ status: 'draft' })).total).toBe(1);
    expect((await list({ q: 'evidence' })).items.map(({ slug }) => slug)).toEqual(['other']);
    expect((await list({ q: 'A GUEST', status: 'draft' })).items).toHaveLength(1);
    expect((await list({ q: 'zébra' })).items).toHaveLength(1);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([first.items.length, second.items.map(({ slug }) => slug), second.nextCursor]).toEqual([2, ['other'], null]);
    await expect(list({ status: 'gone' })).rejects.toMatchObject({ code: 'invalid_request' });
    await remove(draft);
  });
});

describe('an article of the association’s files', () => {
  it('keeps an administrator’s changes at the next start, while the others follow their files', async () => {
    const changed = await change(await bySlug('how-to-begin'), { title: 'How to start' });
    expect(changed).toMatchObject({ isFromFiles: true, updatedAt: expect.any(String) });
    await running.write({
      articles: [
        { ...FILED, excerpt: 'New in the file.' },
        { ...OTHER, excerpt: 'New in the file.' },
      ],
    });
    await running.start();
    expect(await bySlug('how-to-begin')).toEqual(changed);
    expect(await bySlug('other')).toMatchObject({ excerpt: 'New in the file.', version: 2 });
    await running.write({ articles: [OTHER] });
    await running.start();
    expect(await publicSlugs()).toEqual(['how-to-begin', 'other']);
  });

  it('stays unpublished at the next start, and cannot be deleted because its file would bring it back', async () => {
    const hidden = await unpublish(await bySlug('other'));
    await running.write({ articles: [FILED, OTHER] });
    await running.start();
    await expect(read('other')).rejects.toMatchObject({ code: 'article_unknown' });
    await expect(remove(hidden)).rejects.toMatchObject({ code: 'comes_from_files' });
    await publish(hidden);
    expect(await read('other')).toMatchObject({ publishedAt: OTHER.publishedAt });
  });

  it('that a release changes during an edit is not overwritten', async () => {
    const added = anArticle({ slug: 'third', title: 'Third' });
    await running.write({ articles: [FILED, OTHER, added] });
    await running.start();
    const begun = await bySlug('third');
    await running.write({ articles: [FILED, OTHER, { ...added, title: 'Third, corrected' }] });
    await running.start();
    await expect(change(begun, { excerpt: 'Mine' })).rejects.toMatchObject({
      code: 'version_conflict',
      message: expect.stringContaining('the title meanwhile'),
    });
  });

  it('does not take the address of an administrator’s article', async () => {
    const mine = await publish(await create({ title: 'Mine first' }));
    await running.write({ articles: [FILED, OTHER, anArticle({ slug: 'mine-first', title: 'The file’s' })] });
    await running.start();
    expect(await bySlug('mine-first')).toEqual(mine);
  });
});
