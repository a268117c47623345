import { Injectable } from '@nestjs/common';
import type { Article } from '@lectern/contracts/content/model';
import { listBlogPosts, readBlogPost } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { SiteTextQueries } from '../site-text/site-text.queries.ts';
import { presentArticle, presentBlogPost } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

const NEAREST = 3;

/** Reads published articles. */
@Injectable()
export class BlogPostQueries {
  constructor(
    private readonly posts: BlogPostRepository,
    private readonly clock: Clock,
    private readonly texts: SiteTextQueries,
  ) {}

  /** Newest first. */
  @Handles(listBlogPosts)
  async list(): Promise<RpcOutput<typeof listBlogPosts>> {
    const [posts, { name }] = await Promise.all([
      this.posts.published(this.clock.now()),
      this.texts.current('profile'),
    ]);
    return posts.map((post) => ({
      ...presentBlogPost(post, name),
      updatedAt: post.updatedAt?.toISOString() ?? null,
    }));
  }

  /** The article of this slug, with related articles. Throws `article_unknown`, also before its publication date. */
  @Handles(readBlogPost)
  async read({ slug }: RpcInput<typeof readBlogPost>): Promise<Article> {
    const now = this.clock.now();
    const post = await this.posts.publishedBySlug(slug, now);
    if (post === null) throw new DomainError('article_unknown');
    const named = await this.posts.publishedOf(post.related, now);
    // Administrators' articles list no related ones.
    return presentArticle(
      post,
      named.length > 0 ? named : await this.posts.nearest(post, now, NEAREST),
      (await this.texts.current('profile')).name,
    );
  }
}
