import { Inject, Injectable } from '@nestjs/common';
import type { Article } from '@lectern/contracts/content/model';
import { DomainError } from '@lectern/contracts/errors';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { presentArticle } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

const NEAREST = 3;

@Injectable()
export class ReadBlogPost {
  constructor(
    private readonly posts: BlogPostRepository,
    private readonly clock: Clock,
    @Inject(ContentConfig) private readonly config: ContentConfig,
  ) {}

  /** The article of this slug, with related articles. Throws `article_unknown`, also before its publication date. */
  async execute(slug: string): Promise<Article> {
    const now = this.clock.now();
    const post = await this.posts.publishedBySlug(slug, now);
    if (post === null) throw new DomainError('article_unknown');
    const named = await this.posts.publishedOf(post.related, now);
    // Administrators' articles list no related ones.
    return presentArticle(
      post,
      named.length > 0 ? named : await this.posts.nearest(post, now, NEAREST),
      this.config.ASSOCIATION_NAME,
    );
  }
}
