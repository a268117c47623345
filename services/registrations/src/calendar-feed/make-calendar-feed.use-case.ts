import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import type { CalendarFeed } from './calendar-feed.entity.ts';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';

/** Gives an account a calendar feed, or another one in the place of the former, whose key opens nothing from then on. */
@Injectable()
export class MakeCalendarFeed {
  constructor(
    private readonly transactor: Transactor,
    private readonly feeds: CalendarFeedRepository,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<CalendarFeed> {
    const feed = { userId, feedId: randomUUID(), createdAt: this.clock.now() };
    await this.transactor.run(async (tx) => {
      // The account was deleted while this was on its way.
      if (await this.erased.has(tx, userId)) throw new DomainError('token_invalid');
      await this.feeds.put(tx, feed);
    });
    return feed;
  }
}
