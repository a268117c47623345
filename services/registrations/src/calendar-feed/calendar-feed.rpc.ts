import { Controller, Inject } from '@nestjs/common';
import { endCalendarFeed, getCalendarFeed, makeCalendarFeed, readCalendar } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RegistrationsConfig } from '../config.ts';
import type { CalendarFeed } from './calendar-feed.entity.ts';
import { CalendarFeedRepository } from './calendar-feed.repository.ts';
import { calendarKey } from './calendar-key.ts';
import { EndCalendarFeed } from './end-calendar-feed.use-case.ts';
import { MakeCalendarFeed } from './make-calendar-feed.use-case.ts';
import { ReadCalendar } from './read-calendar.query.ts';

@Controller()
export class CalendarFeedRpc {
  constructor(
    private readonly feeds: CalendarFeedRepository,
    private readonly makeFeed: MakeCalendarFeed,
    private readonly endFeed: EndCalendarFeed,
    private readonly readFeed: ReadCalendar,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @HandlesRpc(getCalendarFeed)
  async get({ userId }: RpcInput<typeof getCalendarFeed>): Promise<RpcOutput<typeof getCalendarFeed>> {
    const feed = await this.feeds.of(null, userId);
    return feed === null ? null : this.toAnswer(feed);
  }

  @HandlesRpc(makeCalendarFeed)
  async make({
    userId,
    sessionVersion,
  }: RpcInput<typeof makeCalendarFeed>): Promise<RpcOutput<typeof makeCalendarFeed>> {
    return this.toAnswer(await this.makeFeed.execute(userId, sessionVersion));
  }

  @HandlesRpc(endCalendarFeed)
  async end({ userId }: RpcInput<typeof endCalendarFeed>): Promise<RpcOutput<typeof endCalendarFeed>> {
    await this.endFeed.execute(userId);
    return {};
  }

  @HandlesRpc(readCalendar)
  async read(input: RpcInput<typeof readCalendar>): Promise<RpcOutput<typeof readCalendar>> {
    return this.readFeed.execute(input);
  }

  private toAnswer({ feedId, createdAt }: CalendarFeed) {
    return { key: calendarKey(this.config.CALENDAR_FEED_SECRET, feedId), createdAt: createdAt.toISOString() };
  }
}
