import type { AdminArticle } from '@lectern/contracts/content/admin-model';
import { keptDrafts } from '../../components/console/kept-drafts.ts';

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
  content: 'Text',
  excerpt: 'Excerpt',
  category: 'Category',
  author: 'Author',
  slug: 'Web address',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description for search engines',
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

/** Stores unsaved articles in this browser until they are saved. */
export const articleDrafts = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) =>
  keptDrafts<ArticleTyped>(
    'article-draft',
    (typed) => FIELD_NAMES.every((name) => typeof typed[name] === 'string'),
    storage,
  );
