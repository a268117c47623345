import { Injectable } from '@nestjs/common';
import type { FoundPeople } from '@lectern/contracts/person-timeline';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { mergePeople, SEARCHED_ROWS } from '@lectern/service-kit/person/merge-people';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';

/** Newsletter subscribers by address, for the administrators' search. */
@Injectable()
export class FindPeople {
  constructor(private readonly subscribers: NewsletterSubscriberRepository) {}

  async execute(q: string): Promise<FoundPeople> {
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
