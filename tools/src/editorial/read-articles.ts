import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ARTICLE_MAX } from '@lectern/contracts/content/article-limits';
import { type EditorialArticle, SLUG } from '@lectern/contracts/content/editorial';
import { renderArticle } from '@lectern/contracts/content/render-article';
import { day, flag, line, readFrontMatter } from './front-matter.ts';
import { relatedArticles } from './related-articles.ts';

const RELATED_MAX = 4;

const head = z.strictObject({
  title: line('title', ARTICLE_MAX.title),
  excerpt: line('excerpt', ARTICLE_MAX.excerpt),
  category: line('category', ARTICLE_MAX.category),
  author: z.optional(line('author', ARTICLE_MAX.author)),
  publishedAt: day('publishedAt'),
  updatedAt: z.optional(day('updatedAt')),
  metaTitle: line('metaTitle', ARTICLE_MAX.metaTitle),
  metaDescription: line('metaDescription', ARTICLE_MAX.metaDescription),
  featured: z.optional(flag('featured')),
  related: z.optional(
    z.array(z.string(), 'has a related that is not a list such as [one, two]').check(
      z.maxLength(RELATED_MAX, `names more than ${RELATED_MAX} related articles`),
      z.refine((slugs) => new Set(slugs).size === slugs.length, 'names a related article twice'),
    ),
  ),
});

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
  const slugs = markdownNames(folder);
  const articles = slugs.flatMap((slug) => {
    const read = readArticle(slug, readFileSync(join(folder, `${slug}.md`), 'utf8'));
    problems.push(...read.problems.map((problem) => `articles/${slug}.md ${problem}`));
    return read.article ?? [];
  });
  const titles = new Map<string, string>();
  for (const { slug, title, related, markdown } of articles) {
    const file = `articles/${slug}.md`;
    for (const other of related)
      if (!slugs.includes(other)) problems.push(`${file} names a related article that does not exist: ${other}`);
    if (related.includes(slug)) problems.push(`${file} names itself as related`);
    const key = title.toLowerCase();
    const other = titles.get(key);
    if (other !== undefined) problems.push(`${file} has the title of articles/${other}.md`);
    titles.set(key, slug);
    for (const [, linked = ''] of markdown.matchAll(/\]\(\/resources\/([^)#]+)/g)) {
      if (!slugs.includes(linked)) problems.push(`${file} leads to an article that does not exist: ${linked}`);
    }
  }
  const computed = relatedArticles(articles);
  const items = articles
    .map((article) =>
      article.related.length > 0 ? article : { ...article, related: [...(computed.get(article.slug) ?? [])] },
    )
    .sort((one, other) => other.publishedAt.localeCompare(one.publishedAt) || one.slug.localeCompare(other.slug));
  return { items, problems };
};

const readArticle = (slug: string, source: string): { article: EditorialArticle | null; problems: string[] } => {
  const { fields, body, problems: headProblems } = readFrontMatter(source, head);
  const rendered = renderArticle(body);
  const problems = [...headProblems, ...rendered.problems];
  if (!SLUG.test(slug)) problems.push('has a name that is not small letters, digits and single hyphens');
  if (body === '') problems.push('has no text');
  if (fields === null) return { article: null, problems };
  const { author, updatedAt, featured, related, ...always } = fields;
  if (updatedAt !== undefined && updatedAt < fields.publishedAt) problems.push('was updated before it was published');
  const article: EditorialArticle = {
    slug,
    ...always,
    author: author ?? null,
    updatedAt: updatedAt ?? null,
    isFeatured: featured ?? false,
    related: related ?? [],
    markdown: body,
    html: rendered.html,
    text: rendered.text,
    words: rendered.words,
    toc: [...rendered.toc],
  };
  return { article, problems };
};
