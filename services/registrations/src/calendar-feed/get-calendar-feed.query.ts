import { Inject, Injectable } from '@nestjs/common';
import { getCalendarFeed } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RegistrationsConfig } from '../config.ts';
import { presentFeed } from './calendar-feed.presenter.ts';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';

@Injectable()
export class GetCalendarFeed {
  constructor(
    private readonly feeds: CalendarFeedRepository,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(getCalendarFeed)
  async execute({ userId }: RpcInput<typeof getCalendarFeed>): Promise<RpcOutput<typeof getCalendarFeed>> {
    const feed = await this.feeds.of(null, userId);
    return feed === null ? null : presentFeed(feed, this.config);
  }
}
