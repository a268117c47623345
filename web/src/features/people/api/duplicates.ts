import { findDuplicates, keepPeopleApart } from '@lectern/contracts/system/people-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** People who may be the same as the person of an email address. */
export const duplicatesQuery = (email: string) =>
  queryOptions({
    queryKey: ['admin', 'duplicates', email.toLowerCase()],
    queryFn: ({ signal }) => callAdmin(findDuplicates, { query: { email }, signal }),
    staleTime: 0,
  });

export const keepApart = (body: BodyOf<typeof keepPeopleApart>) => callAdmin(keepPeopleApart, { body });
