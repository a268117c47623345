import { Injectable } from '@nestjs/common';
import type { createArticle } from '@lectern/contracts/content/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { slugOf, slugTaken, writtenPost } from './article-text.ts';
import type { BlogPost } from './blog-post.entity.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/** Creates a draft under the typed slug or one made from the title. Throws `article_slug_taken`, so a repeated request creates no second draft. */
@Injectable()
export class CreateArticle {
  constructor(
    private readonly transactor: Transactor,
    private readonly posts: BlogPostRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  async execute({ by, ...typed }: RpcInput<typeof createArticle>): Promise<BlogPost> {
    const slug = typed.slug === '' ? slugOf(typed.title) : typed.slug;
    const now = this.clock.now();
    const add = async (tx: Transaction): Promise<BlogPost> => {
      const post = await this.posts.add(tx, { ...writtenPost(typed, slug), listedAt: now, createdAt: now });
      await this.recordAdminAction.execute(tx, by, 'create_article', { articleId: post.id, title: post.title, slug });
      return post;
    };
    return this.transactor.run(add).catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'blog_posts_slug')) throw error;
      throw slugTaken(slug, (await this.posts.titleOf(slug)) ?? slug);
    });
  }
}
