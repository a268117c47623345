import { Injectable } from '@nestjs/common';
import type { ArticlePreview } from '@lectern/contracts/content/admin-model';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { articleGone, rendered } from './article-text.ts';
import type { BlogPost } from './blog-post.entity.ts';
import { BlogPostRepository } from './blog-post.repository.ts';

/** Reads articles for administrators, drafts included. */
@Injectable()
export class ArticleQueries {
  constructor(private readonly posts: BlogPostRepository) {}

  /** Newest first; `q` searches title, address, category and author, `status` is draft or published. Throws `invalid_request`, `cursor_invalid`. */
  async list(query: ListQuery): Promise<Page<BlogPost>> {
    const { status } = query;
    if (status !== undefined && status !== 'draft' && status !== 'published') {
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    }
    const isPublished = status === undefined ? null : status === 'published';
    return this.posts.page({ isPublished, search: searchPattern(query.q) }, pageRequest(query, 'listedAt'));
  }

  /** Throws `not_found`. */
  async read(id: string): Promise<BlogPost> {
    const post = await this.posts.byId(id);
    if (post === null) throw articleGone();
    return post;
  }

  /** Renders a text as the public page would show it. Throws `invalid_request`. */
  preview(content: string): ArticlePreview {
    const { html, toc, words, problems } = rendered(content);
    return { html, toc: [...toc], words, problems: [...problems] };
  }
}
