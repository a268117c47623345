import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';

/** Removes an account's calendar feed: its key stops working. Idempotent. */
@Injectable()
export class EndCalendarFeed {
  constructor(
    private readonly transactor: Transactor,
    private readonly feeds: CalendarFeedRepository,
  ) {}

  async execute(userId: string): Promise<void> {
    await this.transactor.run((tx) => this.feeds.remove(tx, userId));
  }
}
