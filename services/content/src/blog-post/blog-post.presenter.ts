import type { Article, BlogPost as BlogPostAnswer } from '@lectern/contracts/content/model';
import type { BlogPost } from './blog-post.entity.ts';
import type { BlogPostSummary } from './blog-post.repository.ts';

/** Shown where an article names no author (specification, section 2 "Resources"). */
const DEFAULT_AUTHOR = 'The Lectern Team';

export const presentBlogPost = (post: BlogPostSummary): BlogPostAnswer => ({
  id: post.id,
  title: post.title,
  excerpt: post.excerpt,
  category: post.category,
  author: post.author ?? DEFAULT_AUTHOR,
  publishedAt: (post.publishedAt ?? post.createdAt).toISOString(),
  slug: post.slug,
});

export const presentArticle = (post: BlogPost, related: readonly BlogPostSummary[]): Article => ({
  ...presentBlogPost(post),
  updatedAt: post.updatedAt?.toISOString() ?? null,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
  html: post.html,
  toc: post.toc,
  related: related.map(presentBlogPost),
});
