import { Controller } from '@nestjs/common';
import type { BlogPost as BlogPostAnswer } from '@lectern/contracts/content/model';
import { listBlogPosts } from '@lectern/contracts/content/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { BlogPostRepository, type BlogPostSummary } from './blog-post.repository.ts';

/** Shown where an article names no author (specification, section 2 "Resources"). */
const DEFAULT_AUTHOR = 'The Lectern Team';

const present = (post: BlogPostSummary): BlogPostAnswer => ({
  id: post.id,
  title: post.title,
  excerpt: post.excerpt,
  category: post.category,
  author: post.author ?? DEFAULT_AUTHOR,
  publishedAt: (post.publishedAt ?? post.createdAt).toISOString(),
  slug: post.slug,
});

@Controller()
export class BlogPostRpc {
  constructor(
    private readonly posts: BlogPostRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesRpc(listBlogPosts)
  async list(): Promise<BlogPostAnswer[]> {
    return (await this.posts.published(this.clock.now())).map(present);
  }
}
