import { Injectable } from '@nestjs/common';
import { createArticle, type SavedArticle } from '@lectern/contracts/content/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { changedBy } from '../changed-by.ts';
import { PictureRepository } from '../picture/picture.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { requirePictures, slugOf, slugTaken, writtenPost } from './article-text.ts';
import { presentToAdmins } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/** Creates a draft under the typed slug or one made from the title. Throws `article_slug_taken`, so a repeated request creates no second draft. */
@Injectable()
export class CreateArticle {
  constructor(
    private readonly transactor: Transactor,
    private readonly posts: BlogPostRepository,
    private readonly pictures: PictureRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(createArticle)
  async execute({ by, ...typed }: RpcInput<typeof createArticle>): Promise<SavedArticle> {
    const slug = typed.slug === '' ? slugOf(typed.title) : typed.slug;
    const now = this.clock.now();
    const add = async (tx: Transaction): Promise<SavedArticle> => {
      await requirePictures(tx, this.pictures, typed.content);
      const post = await this.posts.add(tx, {
        ...writtenPost(typed, slug),
        ...changedBy(by, this.clock),
        listedAt: now,
        createdAt: now,
      });
      await this.recordAdminAction.execute(tx, by, 'create_article', { articleId: post.id, title: post.title, slug });
      return presentToAdmins(post);
    };
    return this.transactor.run(add).catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'blog_posts_slug')) throw error;
      throw slugTaken(slug, (await this.posts.titleOf(slug)) ?? slug);
    });
  }
}
