import type { AdminArticle } from '@lectern/contracts/content/admin-model';
import { keptDrafts } from './kept-drafts.ts';

/** The values in the form of an article. */
export interface ArticleTyped {
  title: string;
  slug: string;
  excerpt: string;
  category: string;
  author: string;
  metaTitle: string;
  metaDescription: string;
  content: string;
}

/** The labels of the fields, in the order of the form. */
export const ARTICLE_FIELDS = {
  title: 'Title',
  slug: 'Web address',
  excerpt: 'Excerpt',
  category: 'Category',
  author: 'Author',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description for search engines',
  content: 'Text',
} as const satisfies Record<keyof ArticleTyped, string>;

const FIELD_NAMES = Object.keys(ARTICLE_FIELDS) as (keyof ArticleTyped)[];

export const EMPTY_ARTICLE: ArticleTyped = {
  title: '',
  slug: '',
  excerpt: '',
  category: '',
  author: '',
  metaTitle: '',
  metaDescription: '',
  content: '',
};

export const typedOf = (article: AdminArticle): ArticleTyped => ({
  title: article.title,
  slug: article.slug,
  excerpt: article.excerpt,
  category: article.category,
  author: article.author ?? '',
  metaTitle: article.metaTitle ?? '',
  metaDescription: article.metaDescription ?? '',
  content: article.content,
});

const BEFORE = 40;
const SHOWN = 400;

/** The part of a text around its first difference from another text. */
export const whereItDiffers = (text: string, other: string): string => {
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const from = same <= BEFORE ? 0 : same - BEFORE;
  const part = text.slice(from, from + SHOWN);
  return part === '' ? '(empty)' : `${from > 0 ? '… ' : ''}${part}${from + SHOWN < text.length ? ' …' : ''}`;
};

/** Stores unsaved articles in this browser until they are saved. */
export const articleDrafts = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) =>
  keptDrafts<ArticleTyped>(
    'article-draft',
    (typed) => FIELD_NAMES.every((name) => typeof typed[name] === 'string'),
    storage,
  );
