import { Injectable } from '@nestjs/common';
import type { ArticlePreview } from '@lectern/contracts/content/admin-model';
import {
  listArticles,
  previewArticle,
  readArticle,
  type SavedArticle,
  type SavedArticleEntry,
} from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { articleGone, rendered } from './article-text.ts';
import { presentEntryToAdmins, presentToAdmins } from './blog-post.presenter.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/** Reads articles for administrators, drafts included. */
@Injectable()
export class ArticleQueries {
  constructor(private readonly posts: BlogPostRepository) {}

  /** Newest first; `q` searches title, address, category and author, `status` is draft or published. Throws `invalid_request`, `cursor_invalid`. */
  @Handles(listArticles)
  async list(query: ListQuery): Promise<Page<SavedArticleEntry>> {
    const { status } = query;
    if (status !== undefined && status !== 'draft' && status !== 'published') {
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    }
    const isPublished = status === undefined ? null : status === 'published';
    const page = await this.posts.page({ isPublished, search: namePattern(query.q) }, pageRequest(query, 'listedAt'));
    return { ...page, items: page.items.map(presentEntryToAdmins) };
  }

  /** Throws `not_found`. */
  @Handles(readArticle)
  async read({ id }: RpcInput<typeof readArticle>): Promise<SavedArticle> {
    const post = await this.posts.byId(id);
    if (post === null) throw articleGone();
    return presentToAdmins(post);
  }

  /** Renders a text as the public page would show it. Throws `invalid_request`. */
  @Handles(previewArticle)
  async preview({ content }: RpcInput<typeof previewArticle>): Promise<ArticlePreview> {
    const { html, toc, words, problems } = rendered(content);
    return { html, toc: [...toc], words, problems: [...problems] };
  }
}
