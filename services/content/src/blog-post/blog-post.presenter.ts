import type { Article, BlogPost as BlogPostAnswer } from '@lectern/contracts/content/model';
import type { SavedArticle, SavedArticleEntry } from '@lectern/contracts/content/rpc';
import type { BlogPost } from './blog-post.entity.ts';
import type { BlogPostSummary } from './blog-post.repository.ts';

/** `association` names the team that signs an article without an author (specification, section 2 "Resources"). */
export const presentBlogPost = (post: BlogPostSummary, association: string): BlogPostAnswer => ({
  id: post.id,
  title: post.title,
  excerpt: post.excerpt,
  category: post.category,
  author: post.author ?? `The ${association} Team`,
  publishedAt: (post.publishedAt ?? post.createdAt).toISOString(),
  slug: post.slug,
  isFeatured: post.isFeatured,
});

export const presentArticle = (post: BlogPost, related: readonly BlogPostSummary[], association: string): Article => ({
  ...presentBlogPost(post, association),
  updatedAt: post.updatedAt?.toISOString() ?? null,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
  html: post.html,
  toc: post.toc,
  related: related.map((other) => presentBlogPost(other, association)),
});

export const presentEntryToAdmins = ({
  id,
  title,
  slug,
  category,
  author,
  isPublished,
  publishedAt,
  updatedAt,
  isFromFiles,
  version,
  changedAt,
  changedBy,
}: BlogPost): SavedArticleEntry => ({
  id,
  title,
  slug,
  category,
  author,
  isFromFiles,
  version,
  changedBy,
  changedAt: changedAt?.toISOString() ?? null,
  status: isPublished ? 'published' : 'draft',
  publishedAt: publishedAt?.toISOString() ?? null,
  updatedAt: updatedAt?.toISOString() ?? null,
});

export const presentToAdmins = (post: BlogPost): SavedArticle => ({
  ...presentEntryToAdmins(post),
  excerpt: post.excerpt,
  content: post.content,
  metaTitle: post.metaTitle,
  metaDescription: post.metaDescription,
});
