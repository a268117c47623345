import { Injectable } from '@nestjs/common';
import { publishArticle, unpublishArticle, type SavedArticle } from '@lectern/contracts/content/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { changedBy } from '../changed-by.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { ARTICLE_LABELS, articleGone, ARTICLES_PAGE, refuseIncomplete } from './article-text.ts';
import { presentToAdmins } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/** Publishes and unpublishes articles. Idempotent: a call that changes nothing is not recorded. */
@Injectable()
export class PublishArticle {
  constructor(
    private readonly transactor: Transactor,
    private readonly posts: BlogPostRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  /** The article keeps the date of its first publication. Throws `not_found`, `version_conflict`, and `invalid_request` that names missing fields. */
  @Handles(publishArticle)
  async publish({ id, version, by }: RpcInput<typeof publishArticle>): Promise<SavedArticle> {
    return this.transactor.run(async (tx) => {
      const post = await this.posts.lockById(tx, id);
      if (post === null) throw articleGone();
      const edit = decideEdit(post, {
        version,
        wanted: { isPublished: true },
        labels: ARTICLE_LABELS,
        page: ARTICLES_PAGE,
      });
      if (edit === null) return presentToAdmins(post);
      refuseIncomplete(post);
      const publishedAt = post.publishedAt ?? this.clock.now();
      const changed = await this.posts.change(tx, post, {
        ...edit,
        ...changedBy(by, this.clock),
        publishedAt,
        listedAt: publishedAt,
      });
      await this.recordAdminAction.execute(tx, by, 'publish_article', {
        articleId: id,
        title: post.title,
        slug: post.slug,
      });
      return presentToAdmins(changed);
    });
  }

  /** Throws `not_found`. */
  @Handles(unpublishArticle)
  async unpublish({ id, by }: RpcInput<typeof unpublishArticle>): Promise<SavedArticle> {
    return this.transactor.run(async (tx) => {
      const post = await this.posts.lockById(tx, id);
      if (post === null) throw articleGone();
      const edit = decideEdit(post, {
        version: post.version,
        wanted: { isPublished: false },
        labels: ARTICLE_LABELS,
        page: ARTICLES_PAGE,
      });
      if (edit === null) return presentToAdmins(post);
      const changed = await this.posts.change(tx, post, { ...edit, ...changedBy(by, this.clock) });
      await this.recordAdminAction.execute(tx, by, 'unpublish_article', {
        articleId: id,
        title: post.title,
        slug: post.slug,
      });
      return presentToAdmins(changed);
    });
  }
}
