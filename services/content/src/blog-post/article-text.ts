import { ARTICLE_MAX, NOT_PUBLISHED, PUBLICATION_NEEDS } from '@lectern/contracts/content/article-limits';
import { pictureAddress } from '@lectern/contracts/content/picture';
import { anchorOf, type RenderedArticle, renderTypedArticle } from '@lectern/contracts/content/render-article';
import type { ArticleFields } from '@lectern/contracts/content/rpc';
import { DomainError, type FieldErrors } from '@lectern/contracts/errors';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { readMarkdown, UnreadableMarkdown } from '@lectern/service-kit/markdown/read-markdown';
import type { PictureRepository } from '../picture/picture.repository.ts';
import type { WrittenPost } from './blog-post.repository.ts';

/** The page and the field labels that error messages show to administrators. */
export const ARTICLES_PAGE = 'Articles';
export const ARTICLE_LABELS = {
  title: 'title',
  slug: 'address',
  excerpt: 'excerpt',
  category: 'category',
  author: 'author',
  metaTitle: 'title for search engines',
  metaDescription: 'description for search engines',
  content: 'text',
  isPublished: 'publication',
} as const;

/** Renders a text as the public page shows it. Throws `invalid_request`. */
export const rendered = (content: string): RenderedArticle => {
  try {
    return readMarkdown(() => renderTypedArticle(content));
  } catch (error) {
    if (error instanceof UnreadableMarkdown)
      throw new DomainError('invalid_request', { fields: { content: error.message } });
    throw error;
  }
};

/** The stored form of a typed article under this slug. Throws `invalid_request`. */
export const writtenPost = (typed: ArticleFields, slug: string): WrittenPost => {
  const { title, excerpt, category, author, metaTitle, metaDescription, content } = typed;
  const { html, toc } = rendered(content);
  return { title, slug, excerpt, category, author, metaTitle, metaDescription, content, html, toc: [...toc] };
};

/** Throws `invalid_request` where a picture of the text is not stored in its size; the others stay stored as long as the text has them. */
export const requirePictures = async (tx: Transaction, pictures: PictureRepository, content: string): Promise<void> => {
  const [gone] = await pictures.missing(tx, rendered(content).pictures);
  if (gone !== undefined)
    throw new DomainError('invalid_request', {
      fields: {
        content: `A picture is no longer stored (${pictureAddress(gone)}). Upload it again, and remove the old one from the text`,
      },
    });
};

/** Makes a slug of a title, cut between words. */
export const slugOf = (title: string): string => {
  const slug = anchorOf(title.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  if (slug.length <= ARTICLE_MAX.slug) return slug;
  const cut = slug.slice(0, ARTICLE_MAX.slug + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1)).slice(0, ARTICLE_MAX.slug);
};

/** Throws `invalid_request` that names each field that publication needs and the article lacks. */
export const refuseIncomplete = (post: Pick<WrittenPost, 'excerpt' | 'category' | 'html' | 'content'>): void => {
  const fields: FieldErrors = {};
  if (post.excerpt === '') fields['excerpt'] = PUBLICATION_NEEDS.excerpt;
  if (post.category === '') fields['category'] = PUBLICATION_NEEDS.category;
  if (post.html.replaceAll(/<[^>]*>/g, '').trim() === '') fields['content'] = PUBLICATION_NEEDS.content;
  else if (rendered(post.content).lacksAltText)
    fields['content'] =
      'A picture has no alt text. Write it between the brackets: ![what a person who cannot see it would miss](…)';
  if (Object.keys(fields).length > 0) throw new DomainError('invalid_request', { message: NOT_PUBLISHED, fields });
};

export const articleGone = (): DomainError =>
  new DomainError('not_found', { message: 'This article no longer exists. It may have been deleted.' });

/** The error for a slug that another article has. */
export const slugTaken = (slug: string, title: string): DomainError => {
  const message = `The article “${title}” has the web address “${slug}” already. Choose another one.`;
  return new DomainError('article_slug_taken', { message, fields: { slug: message } });
};
