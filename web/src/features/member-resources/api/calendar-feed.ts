import { endCalendarFeed, getCalendarFeed, makeCalendarFeed } from '@lectern/contracts/registrations/member-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** The URL of the member's own calendar feed, if there is one. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['member', 'calendar-feed'],
  queryFn: ({ signal }) => callMember(getCalendarFeed, { signal }),
});

/** Creates the URL, or replaces it with a new one. */
export const makeFeed = () => callMember(makeCalendarFeed, {});

/** Disables the URL. */
export const endFeed = () => callMember(endCalendarFeed, {});
