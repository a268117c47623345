import { readMeetingPlaces } from '@lectern/contracts/content/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

/** Where active members meet. The site does not know it by itself: the server tells it to them alone. */
export const meetingPlacesQuery = queryOptions({
  queryKey: ['member', 'meeting-places'],
  queryFn: ({ signal }) => callMember(readMeetingPlaces, { signal }),
});
