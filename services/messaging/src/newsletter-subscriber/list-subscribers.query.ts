import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import type { NewsletterSubscriber } from './newsletter-subscriber.entity.ts';
import { NewsletterSubscriberRepository } from './newsletter-subscriber.repository.ts';

/** Throws `invalid_request`. */
export const isActiveOf = ({ status }: Pick<ListQuery, 'status'>): boolean | null => {
  if (status === undefined) return null;
  if (status !== 'active' && status !== 'inactive') throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status === 'active';
};

/** Newest first; `q` looks at the address, `status` is active or inactive. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListSubscribers {
  constructor(private readonly subscribers: NewsletterSubscriberRepository) {}

  async execute(query: ListQuery): Promise<Page<NewsletterSubscriber>> {
    return this.subscribers.page({ isActive: isActiveOf(query), search: searchPattern(query.q) }, pageRequest(query, 'subscribedAt'));
  }
}
