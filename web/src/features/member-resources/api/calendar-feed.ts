import { endCalendarFeed, getCalendarFeed, makeCalendarFeed } from '@lectern/contracts/registrations/member-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** The address of the member's own calendar, if there is one. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['member', 'calendar-feed'],
  queryFn: ({ signal }) => callMember(getCalendarFeed, { signal }),
});

/** Makes the address, or another one in its place. */
export const makeFeed = () => callMember(makeCalendarFeed, {});

/** Ends the address. */
export const endFeed = () => callMember(endCalendarFeed, {});
