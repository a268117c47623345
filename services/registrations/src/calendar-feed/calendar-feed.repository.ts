import { Inject, Injectable } from '@nestjs/common';
import { DataSource, LessThan, LessThanOrEqual } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { CalendarFeed } from './calendar-feed.entity.ts';

@Injectable()
export class CalendarFeedRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** In a transaction, or the committed row where there is none. */
  async of(tx: Transaction | null, userId: string): Promise<CalendarFeed | null> {
    return (tx?.manager ?? this.dataSource).getRepository(CalendarFeed).findOneBy({ userId });
  }

  async find(feedId: string): Promise<CalendarFeed | null> {
    return this.dataSource.getRepository(CalendarFeed).findOneBy({ feedId });
  }

  /** Stores an account's feed in place of the previous one. */
  async put(tx: Transaction, feed: CalendarFeed): Promise<void> {
    await tx.manager.getRepository(CalendarFeed).upsert(feed, ['userId']);
  }

  /** Removes an account's feed that was created by `at`. */
  async removeMadeBy(tx: Transaction, userId: string, at: Date): Promise<void> {
    await tx.manager.getRepository(CalendarFeed).delete({ userId, createdAt: LessThanOrEqual(at) });
  }

  /** Removes an account's feed that a session older than `sessionVersion` created. */
  async removeOfEarlier(tx: Transaction, userId: string, sessionVersion: number): Promise<void> {
    await tx.manager.getRepository(CalendarFeed).delete({ userId, sessionVersion: LessThan(sessionVersion) });
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.getRepository(CalendarFeed).delete({ userId });
  }
}
