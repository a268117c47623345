import { Injectable } from '@nestjs/common';
import { endCalendarFeed } from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';

/** Removes an account's calendar feed: its key stops working. Idempotent. */
@Injectable()
export class EndCalendarFeed {
  constructor(
    private readonly transactor: Transactor,
    private readonly feeds: CalendarFeedRepository,
  ) {}

  @Handles(endCalendarFeed)
  async execute({ userId }: RpcInput<typeof endCalendarFeed>): Promise<void> {
    await this.transactor.run((tx) => this.feeds.remove(tx, userId));
  }
}
