import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { CalendarFeed } from './calendar-feed.entity.ts';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';

/** Gives an account a calendar feed, or another one in the place of the former, whose key opens nothing from then on. */
@Injectable()
export class MakeCalendarFeed {
  constructor(
    private readonly transactor: Transactor,
    private readonly feeds: CalendarFeedRepository,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<CalendarFeed> {
    const feed = { userId, feedId: randomUUID(), createdAt: this.clock.now() };
    await this.transactor.run((tx) => this.feeds.put(tx, feed));
    return feed;
  }
}
