import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocumentPiece } from '@lectern/contracts/content/document-rpc';
import * as content from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { aDocument, anArticle, aTestimonial, type RunningContent, startContent } from '../testing/running-content.ts';
const BEGIN = anArticle({ related: ['later', 'ended', 'not-yet'] });
const LATER = anArticle({ slug: 'later', title: 'Later', publishedAt: '2025-04-01T00:00:00.000Z', author: 'A guest' });
const ENDED = anArticle({ slug: 'ended', title: 'Ended', publishedAt: '2025-01-01T00:00:00.000Z' });
const NOT_YET = anArticle({ slug: 'not-yet', title: 'Not yet', publishedAt: '2999-01-01T00:00:00.000Z' });
const SAID = aTestimonial();
const SAMPLE = aTestimonial({ key: 'sample', name: 'Priya S.', sample: true });
const RULES = aDocument();
const GUIDE = aDocument({ key: 'guide', title: 'Guide', kind: 'guide', access: 'members' }, 'for members');

let running: RunningContent;

beforeAll(async () => {
  running = await startContent({
    articles: [BEGIN, LATER, ENDED, NOT_YET],
    testimonials: [SAMPLE, SAID],
    documents: [RULES, GUIDE],
  });
});
afterAll(async () => {
  await running.stop();
});

const slugs = async (): Promise<string[]> =>
  (await running.rpc.call(content.listBlogPosts, {})).map(({ slug }) => slug);
const names = async (): Promise<string[]> =>
  (await running.rpc.call(content.listTestimonials, {})).map(({ name }) => name);
const keys = async (): Promise<string[]> => (await running.rpc.call(content.listDocuments, {})).map(({ key }) => key);
const fileOf = async (sha256: string): Promise<string> => {
  const { pieceBase64 } = await running.rpc.call(readDocumentPiece, { sha256, from: 0 });
  return Buffer.from(pieceBase64, 'base64').toString();
};
const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
const versions = (): Promise<unknown> =>
  running.dataSource.query(
    'SELECT slug AS name, xmin FROM blog_posts UNION ALL SELECT key, xmin FROM testimonials UNION ALL SELECT key, xmin FROM documents ORDER BY name',
  );

describe('the association’s texts', () => {
  it('are published before the service is ready, articles newest first and none before its publication date', async () => {
    expect(await slugs()).toEqual(['later', 'how-to-begin', 'ended']);
    expect(await names()).toEqual(['Priya S.', 'Ada O.']);
    expect(await running.rpc.call(content.listDocuments, {})).toEqual([
      {
        key: 'rules',
        title: 'Rules',
        description: 'The rules that apply.',
        kind: 'rules',
        access: 'public',
        group: 'Tournament Prep',
        pages: 2,
        bytes: 6,
      },
      {
        key: 'guide',
        title: 'Guide',
        description: 'The rules that apply.',
        kind: 'guide',
        access: 'members',
        group: 'Tournament Prep',
        pages: 2,
        bytes: 11,
      },
    ]);
  });

  it('are read with their text, table of contents and related articles', async () => {
    const article = await running.rpc.call(content.readBlogPost, { slug: 'how-to-begin' });
    expect(article).toMatchObject({
      title: 'How to begin',
      author: 'The Lectern Team',
      html: BEGIN.html,
      toc: BEGIN.toc,
      updatedAt: null,
      metaTitle: 'How to begin a speech',
      related: [{ slug: 'later', author: 'A guest' }, { slug: 'ended' }],
    });
    expect(article.related).toHaveLength(2);
    expect(await codeOf(running.rpc.call(content.readBlogPost, { slug: 'not-yet' }))).toBe('article_unknown');
    expect(await codeOf(running.rpc.call(content.readBlogPost, { slug: 'gone' }))).toBe('article_unknown');
  });

  it('are signed by the association’s team where they name no author', async () => {
    const replica = await startContent({ articles: [BEGIN] }, { ASSOCIATION_NAME: 'Agora' });
    expect(await replica.rpc.call(content.listBlogPosts, {})).toMatchObject([{ author: 'The Agora Team' }]);
    await replica.stop();
  });

  it('give public files to everybody and members’ files to active members with a link', async () => {
    const read = (key: string, link: content.DocumentLink | null = null) =>
      running.rpc.call(content.readDocument, { key, link });
    const open = (key: string, reader: content.MemberStatus) => running.rpc.call(content.openDocument, { key, reader });
    expect(await read('rules')).toEqual({
      fileName: 'rules.pdf',
      access: 'public',
      sha256: RULES.sha256,
      bytes: 6,
    });
    expect(await fileOf(RULES.sha256)).toBe('a file');
    expect(await open('rules', 'inactive_member')).toBeNull();

    const link = await open('guide', 'active_member');
    expect(await fileOf((await read('guide', link)).sha256)).toBe('for members');
    expect(await codeOf(read('guide'))).toBe('membership_required');
    expect(await codeOf(read('guide', { ...link!, expires: link!.expires + 60 }))).toBe('document_link_ended');
    expect(await codeOf(open('guide', 'inactive_member'))).toBe('membership_required');
    expect(await codeOf(open('gone', 'active_member'))).toBe('document_unknown');
    expect(await codeOf(read('gone', link))).toBe('document_unknown');
  });

  it('do not change when several replicas start at the same time with the same files', async () => {
    const before = await versions();
    await Promise.all([running.start(), running.start(), running.start()]);
    expect(await versions()).toEqual(before);
  });

  it('do not publish samples in production, and remove the ones that were published', async () => {
    await running.start({ DEPLOYMENT: 'production' });
    expect(await names()).toEqual(['Ada O.']);
    await running.start();
    expect(await names()).toEqual(['Priya S.', 'Ada O.']);
  });

  it('follow their files: a changed text keeps its id, and a removed one is no longer shown', async () => {
    const [first] = await running.rpc.call(content.listBlogPosts, {});
    await running.write({
      articles: [{ ...LATER, title: 'Later still', updatedAt: '2025-05-01T00:00:00.000Z' }, BEGIN],
      testimonials: [{ ...SAID, quote: 'Very good.' }],
      documents: [aDocument({}, 'another file')],
    });
    await running.start();
    expect(await running.rpc.call(content.listBlogPosts, {})).toEqual([
      { ...first, title: 'Later still', updatedAt: '2025-05-01T00:00:00.000Z' },
      expect.objectContaining({ slug: 'how-to-begin' }),
    ]);
    expect(await running.rpc.call(content.readBlogPost, { slug: 'later' })).toMatchObject({
      updatedAt: '2025-05-01T00:00:00.000Z',
    });
    expect(await codeOf(running.rpc.call(content.readBlogPost, { slug: 'ended' }))).toBe('article_unknown');
    expect(
      (await running.rpc.call(content.readBlogPost, { slug: 'how-to-begin' })).related.map(({ slug }) => slug),
    ).toEqual(['later']);
    expect(await running.rpc.call(content.listTestimonials, {})).toMatchObject([
      { name: 'Ada O.', quote: 'Very good.' },
    ]);
    expect(await keys()).toEqual(['rules']);
    expect(await codeOf(running.rpc.call(content.readDocument, { key: 'guide', link: null }))).toBe('document_unknown');
    const rules = await running.rpc.call(content.readDocument, { key: 'rules', link: null });
    expect(await fileOf(rules.sha256)).toBe('another file');
    await running.write({
      articles: [BEGIN, LATER, ENDED, NOT_YET],
      testimonials: [SAMPLE, SAID],
      documents: [RULES, GUIDE],
    });
    await running.start();
    expect(await slugs()).toEqual(['later', 'how-to-begin', 'ended']);
    expect(await keys()).toEqual(['rules', 'guide']);
  });

  it('are published whole or not at all', async () => {
    const before = await versions();
    // The database counts the bytes again, at the end.
    await running.write({ articles: [], testimonials: [], documents: [{ ...RULES, bytes: 5 }] });
    await expect(running.start()).rejects.toThrow('documents_bytes_counted');
    expect(await versions()).toEqual(before);
  });

  it('are refused when a file is not the one that the index names, or is missing', async () => {
    await running.write({ documents: [{ ...RULES, sha256: '0'.repeat(64) }] });
    await expect(running.start()).rejects.toThrow('rules.pdf is not the file that editorial.json names');
    await expect(running.start({ EDITORIAL_ROOT: '/nowhere' })).rejects.toThrow(
      'EDITORIAL_ROOT must be the folder of the built texts',
    );
    expect(await slugs()).toEqual(['later', 'how-to-begin', 'ended']);
  });
});
