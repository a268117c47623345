import type { RegistrationsConfig } from '../config.ts';
import type { CalendarFeed } from './calendar-feed.entity.ts';
import { calendarKey } from './calendar-key.ts';

export const presentFeed = (
  { feedId, createdAt }: CalendarFeed,
  config: RegistrationsConfig,
): { key: string; createdAt: string } => ({
  key: calendarKey(config.CALENDAR_FEED_SECRET, feedId),
  createdAt: createdAt.toISOString(),
});
