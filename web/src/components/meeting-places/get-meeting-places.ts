import { readMeetingPlaces } from '@lectern/contracts/content/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

/** The meeting links of active members. They are not part of the site: the server sends them to active members only. */
export const meetingPlacesQuery = queryOptions({
  queryKey: ['member', 'meeting-places'],
  queryFn: ({ signal }) => callMember(readMeetingPlaces, { signal }),
});
