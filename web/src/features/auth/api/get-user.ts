import { getUser } from '@lectern/contracts/identity/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

export const userQuery = queryOptions({
  queryKey: ['member', 'user'],
  queryFn: ({ signal }) => callMember(getUser, { signal }),
});
