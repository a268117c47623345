import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { CalendarFeed } from './calendar-feed.entity.ts';

@Injectable()
export class CalendarFeedRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async of(userId: string): Promise<CalendarFeed | null> {
    return this.dataSource.getRepository(CalendarFeed).findOneBy({ userId });
  }

  async find(feedId: string): Promise<CalendarFeed | null> {
    return this.dataSource.getRepository(CalendarFeed).findOneBy({ feedId });
  }

  /** Keeps an account's feed in the place of the one before. */
  async put(tx: Transaction, feed: CalendarFeed): Promise<void> {
    await tx.manager.getRepository(CalendarFeed).upsert(feed, ['userId']);
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.getRepository(CalendarFeed).delete({ userId });
  }
}
