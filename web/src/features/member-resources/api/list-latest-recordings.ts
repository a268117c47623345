import { listRecordings } from '@lectern/contracts/content/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

const LATEST = '3';

/** The newest recordings; all of them are on their own page. */
export const latestRecordingsQuery = queryOptions({
  queryKey: ['member', 'recordings', 'latest'],
  queryFn: async ({ signal }) => {
    const page = await callMember(listRecordings, { query: { limit: LATEST }, signal });
    return Array.isArray(page) ? page : page.items;
  },
});
