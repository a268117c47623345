import { Injectable } from '@nestjs/common';
import { findPeople } from '@lectern/contracts/messaging/rpc';
import type { FoundPeople } from '@lectern/contracts/person-timeline';
import type { RpcInput } from '@lectern/contracts/rpc';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { mergePeople, SEARCHED_ROWS } from '@lectern/service-kit/person/merge-people';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';

/** Newsletter subscribers by address, for the administrators' search. */
@Injectable()
export class FindPeople {
  constructor(private readonly subscribers: NewsletterSubscriberRepository) {}

  @Handles(findPeople)
  async execute({ q }: RpcInput<typeof findPeople>): Promise<FoundPeople> {
    const pattern = searchPattern(q);
    if (pattern === null) return { people: [], hasMore: false };
    const addresses = await this.subscribers.search(pattern, SEARCHED_ROWS);
    return mergePeople(
      addresses.map((email) => ({ email, name: null, from: ['newsletter' as const] })),
      q,
      addresses.length === SEARCHED_ROWS,
    );
  }
}
