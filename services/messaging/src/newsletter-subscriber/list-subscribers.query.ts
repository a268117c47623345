import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery } from '@lectern/contracts/page';
import { type SubscriberStatus, subscriberStatus } from '@lectern/contracts/messaging/model';
import { listSubscribers } from '@lectern/contracts/messaging/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { NewsletterSubscriberRepository } from './newsletter-subscriber.repository.ts';

/** Throws `invalid_request`. */
export const subscriberStatusOf = ({ status }: Pick<ListQuery, 'status'>): SubscriberStatus | null => {
  if (status === undefined) return null;
  const read = subscriberStatus.safeParse(status);
  if (!read.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return read.data;
};

/** Newest first; `q` searches the address, `status` is a {@link SubscriberStatus}. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListSubscribers {
  constructor(private readonly subscribers: NewsletterSubscriberRepository) {}

  @Handles(listSubscribers)
  async execute(query: ListQuery): Promise<RpcOutput<typeof listSubscribers>> {
    const page = await this.subscribers.page(
      { status: subscriberStatusOf(query), search: namePattern(query.q) },
      pageRequest(query, 'subscribedAt'),
    );
    const statuses = await this.subscribers.statusesOf(page.items.map(({ id }) => id));
    return {
      ...page,
      items: page.items.map(({ id, email, source, tags, isActive, subscribedAt }) => ({
        id,
        email,
        source,
        tags,
        isActive,
        status: statuses.get(id) ?? 'inactive',
        subscribedAt: subscribedAt.toISOString(),
      })),
    };
  }
}
