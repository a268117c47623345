import { Injectable } from '@nestjs/common';
import { changeArticle, type SavedArticle } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { changedBy } from '../changed-by.ts';
import { PictureRepository } from '../picture/picture.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import {
  ARTICLE_LABELS,
  articleGone,
  ARTICLES_PAGE,
  refuseIncomplete,
  requirePictures,
  slugTaken,
  writtenPost,
} from './article-text.ts';
import { presentToAdmins } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/**
 * Changes an article; one from the association's files belongs to the administrators from then on. Readers see a change of a
 * published article immediately. An article that was public once keeps its slug, because links lead to it. A call that changes
 * nothing is not recorded. Throws `not_found`, `version_conflict`, `article_slug_taken` and `invalid_request`.
 */
@Injectable()
export class ChangeArticle {
  constructor(
    private readonly transactor: Transactor,
    private readonly posts: BlogPostRepository,
    private readonly pictures: PictureRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(changeArticle)
  async execute({ id, by, version, ...typed }: RpcInput<typeof changeArticle>): Promise<SavedArticle> {
    const change = async (tx: Transaction): Promise<SavedArticle> => {
      const post = await this.posts.lockById(tx, id);
      if (post === null) throw articleGone();
      const slug = typed.slug === '' ? post.slug : typed.slug;
      const edit = decideEdit(post, {
        version,
        wanted: { ...typed, slug },
        labels: ARTICLE_LABELS,
        page: ARTICLES_PAGE,
      });
      if (edit === null) return presentToAdmins(post);
      if (slug !== post.slug && post.publishedAt !== null) {
        throw new DomainError('invalid_request', {
          fields: { slug: 'The web address cannot change after publication, because other pages may link to it' },
        });
      }
      const written = writtenPost(typed, slug);
      if (post.isPublished) refuseIncomplete(written);
      await requirePictures(tx, this.pictures, typed.content);
      const changed = await this.posts.change(tx, post, {
        ...written,
        ...edit,
        ...changedBy(by, this.clock),
        updatedAt: post.publishedAt === null ? null : this.clock.now(),
      });
      await this.recordAdminAction.execute(tx, by, 'change_article', { articleId: id, title: changed.title, slug });
      return presentToAdmins(changed);
    };
    return this.transactor.run(change).catch(async (error: unknown) => {
      if (!isUniqueViolation(error, 'blog_posts_slug')) throw error;
      throw slugTaken(typed.slug, (await this.posts.titleOf(typed.slug)) ?? typed.slug);
    });
  }
}
