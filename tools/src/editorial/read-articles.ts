import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARTICLE_MAX } from '@lectern/contracts/content/article-limits';
import { type EditorialArticle, SLUG } from '@lectern/contracts/content/editorial';
import { renderArticle } from '@lectern/contracts/content/render-article';
import { FieldReader, readFrontMatter } from './front-matter.ts';
import { relatedArticles } from './related-articles.ts';

const RELATED_MAX = 4;

export interface Read<T> {
  readonly items: readonly T[];
  /** One line for each, beginning with the file. */
  readonly problems: readonly string[];
}

/** Names of the Markdown files of a folder, without their ending, sorted. */
export const markdownNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();

/** The articles of `folder`, newest first, each named by its file. */
export const readArticles = (folder: string): Read<EditorialArticle> => {
  const problems: string[] = [];
  const articles = markdownNames(folder).map((slug) => {
    const file = `articles/${slug}.md`;
    const read = readArticle(slug, readFileSync(join(folder, `${slug}.md`), 'utf8'));
    problems.push(...read.problems.map((problem) => `${file} ${problem}`));
    return read;
  });
  const slugs = new Set(articles.map(({ article }) => article.slug));
  const titles = new Map<string, string>();
  for (const { article, related } of articles) {
    const file = `articles/${article.slug}.md`;
    for (const slug of related ?? [])
      if (!slugs.has(slug)) problems.push(`${file} names a related article that does not exist: ${slug}`);
    if (related?.includes(article.slug) === true) problems.push(`${file} names itself as related`);
    const key = article.title.toLowerCase();
    const other = titles.get(key);
    if (key !== '' && other !== undefined) problems.push(`${file} has the title of articles/${other}.md`);
    titles.set(key, article.slug);
    for (const [, slug] of article.markdown.matchAll(/\]\(\/resources\/([^)#]+)/g)) {
      if (!slugs.has(slug ?? '')) problems.push(`${file} leads to an article that does not exist: ${slug}`);
    }
  }
  const computed = relatedArticles(articles.map(({ article }) => article));
  const items = articles
    .map(({ article, related }) => ({ ...article, related: [...(related ?? computed.get(article.slug) ?? [])] }))
    .sort((one, other) => other.publishedAt.localeCompare(one.publishedAt) || one.slug.localeCompare(other.slug));
  return { items, problems };
};

const readArticle = (
  slug: string,
  source: string,
): { article: EditorialArticle; related: readonly string[] | null; problems: string[] } => {
  const head = readFrontMatter(source);
  const reader = new FieldReader(head);
  const rendered = renderArticle(head.body);
  const title = reader.line('title', ARTICLE_MAX.title);
  const publishedAt = reader.optionalDay('publishedAt');
  if (publishedAt === null && !reader.problems.some((problem) => problem.includes('publishedAt')))
    reader.line('publishedAt');
  const article: EditorialArticle = {
    slug,
    title,
    excerpt: reader.line('excerpt', ARTICLE_MAX.excerpt),
    category: reader.line('category', ARTICLE_MAX.category),
    author: reader.optionalLine('author', ARTICLE_MAX.author),
    publishedAt: publishedAt ?? '',
    updatedAt: reader.optionalDay('updatedAt'),
    metaTitle: reader.line('metaTitle', ARTICLE_MAX.metaTitle),
    metaDescription: reader.line('metaDescription', ARTICLE_MAX.metaDescription),
    isFeatured: reader.flag('featured'),
    related: [],
    markdown: head.body,
    html: rendered.html,
    text: rendered.text,
    words: rendered.words,
    toc: [...rendered.toc],
  };
  const related = reader.optionalList('related');
  reader.refuseOthers();
  const problems = [...reader.problems, ...rendered.problems];
  if (!SLUG.test(slug)) problems.push('has a name that is not small letters, digits and single hyphens');
  if (head.body === '') problems.push('has no text');
  if (article.updatedAt !== null && article.updatedAt < article.publishedAt)
    problems.push('was updated before it was published');
  if (related !== null && related.length > RELATED_MAX)
    problems.push(`names more than ${RELATED_MAX} related articles`);
  if (related !== null && new Set(related).size < related.length) problems.push('names a related article twice');
  return { article, related, problems };
};
