import { listAnnouncements } from '@lectern/contracts/content/announcement-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

const MINUTE = 60_000;

/** Those that apply now. Requested again each minute: announcements begin and end while the page is open. */
export const announcementsQuery = queryOptions({
  queryKey: ['member', 'announcements'],
  queryFn: ({ signal }) => callMember(listAnnouncements, { signal }),
  staleTime: 0,
  refetchInterval: MINUTE,
});
