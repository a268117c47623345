import { Injectable } from '@nestjs/common';
import { deleteArticle } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { articleGone } from './article-text.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/** Deletes a draft. Throws `not_found`, also when repeated, `article_published` and `comes_from_files`. */
@Injectable()
export class DeleteArticle {
  constructor(
    private readonly transactor: Transactor,
    private readonly posts: BlogPostRepository,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(deleteArticle)
  async execute({ id, by }: RpcInput<typeof deleteArticle>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const post = await this.posts.lockById(tx, id);
      if (post === null) throw articleGone();
      if (post.isPublished) throw new DomainError('article_published');
      if (post.isFromFiles) throw new DomainError('comes_from_files');
      await this.posts.remove(tx, post);
      await this.recordAdminAction.execute(tx, by, 'delete_article', {
        articleId: id,
        title: post.title,
        slug: post.slug,
      });
    });
  }
}
